import type { Book } from '#server/areas/ledger/book.ts'
import type { Tx } from '#server/platform/database/tx.ts'

/**
 * Verifies that every part of the operator's share that came back to an agency was claimed, that claims that wait or were declined moved
 * nothing, and that each month's counter is the sum of what came back within the allowance. Returns findings that contain ids only.
 */
export async function verifyClaims(tx: Tx, { agencyId }: Book): Promise<string[]> {
  const { rows: claims } = await tx.query<{ id: string }>(
    `select coalesce(c.id, t.id) as id
       from (select * from share_claim where agency_id = $1) c
       full join (
         select id, amount_e4, reference_id, kind from ledger_transfer
          where agency_id = $1 and kind in ('lead_wholesale_credit', 'agency_credit')) t on t.id = c.id
      where case
        when c.id is null then t.kind = 'lead_wholesale_credit'
        when c.state in ('free', 'within', 'accepted') then t.amount_e4 is distinct from c.amount_e4
        else t.id is not null end
      order by 1 limit 100`,
    [agencyId],
  )
  const { rows: months } = await tx.query<{ month: string }>(
    `select coalesce(kept.month, counted.month)::text as month
       from (select month, used_e4 from share_month where agency_id = $1) kept
       full join (
         select month, sum(amount_e4) as e4 from share_claim
          where agency_id = $1 and state = 'within' and reversed_at is null group by month) counted on counted.month = kept.month
      where coalesce(kept.used_e4, 0) <> coalesce(counted.e4, 0) order by 1 limit 100`,
    [agencyId],
  )
  return [
    ...(await findUnclaimedRefunds(tx, agencyId)),
    ...claims.map(({ id }) => `claim ${id} and its transfer do not match`),
    ...months.map(({ month }) => `the claims of ${month} do not match their counter`),
  ]
}

/** Shares of clients' payments that came back without a claim. An agency's own payment is refunded by the operator itself. */
async function findUnclaimedRefunds(tx: Tx, agencyId: string): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select t.id from ledger_transfer t
       join ledger_transfer paid on paid.agency_id = $1 and paid.reference_id = t.reference_id and paid.kind = 'share_refund'
      where t.agency_id = $1 and t.kind = 'agency_credit'
        and not exists (select from share_claim c where c.agency_id = $1 and c.id = t.id)
      order by 1 limit 100`,
    [agencyId],
  )
  return rows.map(({ id }) => `transfer ${id} returned a share that nobody claimed`)
}
