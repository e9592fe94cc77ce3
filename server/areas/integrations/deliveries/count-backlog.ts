import type { Pool } from 'pg'
import { dateOf } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { lowestUuidAt } from '#server/platform/ids.ts'

const overdueAfter_ms = 10 * 60_000
const day_ms = 86_400_000
/** The id of a delivery has the time of its lead, which may be this much older. */
const oldestLead_ms = 8 * day_ms

export interface Backlog {
  waiting: number
  /** Of those, due for more than ten minutes. */
  overdue: number
  /** Failed for good in the last day. */
  dead: number
}

/** What waits to be delivered, and what failed, over these operators: counted in two indexes. */
export async function countBacklog(appPool: Pool, rootIds: readonly string[], now_ms: number): Promise<Backlog> {
  const backlog = { waiting: 0, overdue: 0, dead: 0 }
  for (const rootId of rootIds) {
    const { rows } = await inScope(
      appPool,
      { kind: 'root', rootId },
      (tx) =>
        tx.query<Backlog>(
          `select waiting, overdue, dead from
             (select count(*)::int as waiting, count(*) filter (where next_attempt_at < $2)::int as overdue
                from delivery where root_id = $1 and status = 'waiting') as queue,
             (select count(*)::int as dead from delivery
               where root_id = $1 and status = 'dead' and id >= $3 and created_at > $4) as failures`,
          [rootId, dateOf(now_ms - overdueAfter_ms), lowestUuidAt(now_ms - oldestLead_ms), dateOf(now_ms - day_ms)],
        ),
      { readOnly: true },
    )
    for (const kind of ['waiting', 'overdue', 'dead'] as const) backlog[kind] += rows[0]![kind]
  }
  return backlog
}
