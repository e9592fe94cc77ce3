import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { newId } from '#server/platform/ids.ts'
import { extendStatementTimeout } from './extend-statement-timeout.ts'

/**
 * Copies a campaign's list to the empty list of its copy, as a change that can be undone, in the transaction that creates the
 * copy, however long that takes, so that the copy can't start before everyone is excluded. It has no leads, so nothing is credited.
 */
export async function copyExclusions(
  tx: Tx,
  now_ms: number,
  { agencyId, fromId, toId }: { agencyId: string; fromId: string; toId: string },
): Promise<void> {
  await extendStatementTimeout(tx)
  // In key order, which takes half the time of any other order.
  const values = [agencyId, fromId, toId, dateOf(now_ms), newId(now_ms)]
  const { rowCount: inserts } = await tx.query(
    `insert into exclusion (agency_id, root_id, client_id, campaign_id, level, hash, created_at, change_id)
     select made.agency_id, made.root_id, made.client_id, made.id, 'campaign', source.hash, $4, $5
       from campaign made join exclusion source on source.agency_id = $1 and source.list_id = $2
      where made.agency_id = $1 and made.id = $3
      order by source.hash
     on conflict do nothing`,
    values,
  )
  if (!inserts) return
  await tx.query(
    `insert into exclusion_change (agency_id, id, root_id, client_id, campaign_id, list_id, level, kind, file_name,
       total_rows, rows_done, addresses, created_at, done_at)
     select made.agency_id, $5, made.root_id, made.client_id, made.id, made.id, 'campaign', 'upload', left(source.name, 120),
       counted.addresses, counted.addresses, counted.addresses, $4, $4
       from campaign made
       join campaign source on source.agency_id = $1 and source.id = $2
      cross join (select count(*) filter (where length(hash) = 16)::int as addresses from exclusion
                   where agency_id = $1 and list_id = $3 and change_id = $5) counted
      where made.agency_id = $1 and made.id = $3`,
    values,
  )
}
