import type { Platform } from '#server/platform/platform.ts'

/** Hosts are asked before any scope is known: how to find the roots without one. */
export async function readRoots({ appPool }: Platform): Promise<string[]> {
  const { rows } = await appPool.query<{ root_id: string }>('select distinct root_id from host where agency_id is null')
  return rows.map(({ root_id }) => root_id)
}
