import type { Pool } from 'pg'

export interface StoredCycle {
  started_at: Date
  finished_at: Date | null
  rows: number
  rows_removed: number
  rows_deleted: number
  rows_opted_out: number
  rows_not_found: number
  rows_amended: number
  rows_unmatchable: number
  people_unmatchable: number
}

/** The cycles of the Delete Act, newest first, and how many there are. */
export async function readCycles(
  identityPool: Pool,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ cycles: StoredCycle[]; total: number }> {
  const { rows } = await identityPool.query<StoredCycle>(
    `select started_at, finished_at, rows_total as rows, rows_removed, rows_deleted, rows_opted_out, rows_not_found, rows_amended, rows_unmatchable,
            people_unmatchable
       from deletion_cycle order by started_at desc limit $1 offset $2`,
    [limit, offset],
  )
  const count = await identityPool.query<{ total: number }>('select count(*)::int as total from deletion_cycle')
  return { cycles: rows, total: count.rows[0]!.total }
}
