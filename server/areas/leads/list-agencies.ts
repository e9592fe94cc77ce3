import type { Pool } from 'pg'

/** The ids of an operator's agencies whose visits become leads, in order. */
export async function listAgencies(appPool: Pool, rootId: string): Promise<string[]> {
  const { rows } = await appPool.query<{ agency_id: string }>(
    'select agency_id from resolve_watermark where root_id = $1 order by agency_id',
    [rootId],
  )
  return rows.map((row) => row.agency_id)
}
