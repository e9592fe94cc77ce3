import type { Platform } from '#server/platform/platform.ts'

/** The operators. Each has a brand, and brands are public, so no scope is needed to find them. */
export async function readRoots({ appPool }: Pick<Platform, 'appPool'>): Promise<string[]> {
  const { rows } = await appPool.query<{ root_id: string }>('select root_id from brand where company_id = root_id')
  return rows.map(({ root_id }) => root_id)
}
