import type { TestDatabase } from './harness.ts'

/** Counts this database's transactions that wait for a lock; on a cluster those at each node, where the rows are. */
export async function countWaiting({ adminPool }: Pick<TestDatabase, 'adminPool'>): Promise<number> {
  const { rows } = await adminPool.query<{ nodes: string | null }>(`select to_regclass('citus_stat_activity') as nodes`)
  const locks = await adminPool.query(
    `select from ${rows[0]!.nodes ?? 'pg_stat_activity'} where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return locks.rowCount ?? 0
}
