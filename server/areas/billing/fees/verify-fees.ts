import type { Book } from '#server/areas/ledger/book.ts'
import type { Tx } from '#server/platform/database/tx.ts'

/**
 * Verifies an agency's fees against its ledger: each has exactly one transfer per leg with its
 * amount, no other transfer is a fee, and no day of a module is charged twice. Returns findings that contain ids only.
 */
export async function verifyFees(tx: Tx, { agencyId }: Book): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select coalesce(fee.id, booked.id) as id
       from (select id, kind, retail_cents, wholesale_cents from period_fee where agency_id = $1) fee
       full join (
         select reference_id as id, count(*) as transfers,
                sum(amount_e4) filter (where kind in ('platform_fee_retail', 'lead_minimum_retail')) as retail_e4,
                sum(amount_e4) filter (where kind in ('platform_fee_wholesale', 'lead_minimum_wholesale')) as wholesale_e4
           from ledger_transfer where agency_id = $1 and reference_kind = 'period_fee' group by reference_id
       ) booked on booked.id = fee.id
      where fee.id is null or booked.id is null
         or coalesce(booked.retail_e4, 0) <> fee.retail_cents * 100
         or coalesce(booked.wholesale_e4, 0) <> fee.wholesale_cents * 100
         or booked.transfers <> (fee.retail_cents > 0)::int + (fee.wholesale_cents > 0)::int
      order by 1 limit 100`,
    [agencyId],
  )
  const { rows: twice } = await tx.query<{ id: string }>(
    `select id from (
       select id, from_on < max(until_on) over (partition by client_id, module, kind, is_once order by from_on, until_on
                                                rows between unbounded preceding and 1 preceding) as is_twice
         from period_fee where agency_id = $1) fee
      where is_twice order by 1 limit 100`,
    [agencyId],
  )
  return [
    ...rows.map(({ id }) => `fee ${id} and its transfers do not match`),
    ...twice.map(({ id }) => `fee ${id} charges days that were charged before`),
  ]
}
