import type { Platform } from '#server/platform/platform.ts'

/** Every root has a brand, and brands are no secret: how to find the roots without a scope. */
export async function readRoots(platform: Platform): Promise<string[]> {
  const { rows } = await platform.appPool.query<{ root_id: string }>(
    'select root_id from brand where company_id = root_id',
  )
  return rows.map(({ root_id }) => root_id)
}
