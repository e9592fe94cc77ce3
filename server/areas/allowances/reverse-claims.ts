import type { Book } from '#server/areas/ledger/book.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'

/**
 * The cause of claims ended: an exclusion was undone, or a refund failed. What came back is reversed by the caller and leaves its room in the
 * month that it was counted in; what still waits is withdrawn.
 */
export async function reverseClaims(tx: Tx, { agencyId }: Book, now_ms: number, causeId: string): Promise<void> {
  // Months are locked before claims, as claiming does.
  await tx.query(
    `select from share_month
      where agency_id = $1 and month in (select month from share_claim where agency_id = $1 and cause_id = $2) order by month for update`,
    [agencyId, causeId],
  )
  const { rows } = await tx.query<{ month: string; e4: number }>(
    `with ended as (
       update share_claim set state = case when state = 'waiting' then 'withdrawn' else state end,
              reversed_at = case when state in ('free', 'within', 'accepted') then $3::timestamptz end
        where agency_id = $1 and cause_id = $2 and reversed_at is null and state in ('free', 'within', 'accepted', 'waiting')
       returning month, state, amount_e4)
     select month::text, sum(amount_e4)::bigint as e4 from ended where state = 'within' group by month order by month`,
    [agencyId, causeId, dateOf(now_ms)],
  )
  for (const { month, e4 } of rows)
    await tx.query('update share_month set used_e4 = used_e4 - $3 where agency_id = $1 and month = $2', [
      agencyId,
      month,
      e4,
    ])
}
