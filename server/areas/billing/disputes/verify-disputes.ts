import type { Book } from '#server/areas/ledger/public.ts'
import type { Tx } from '#server/platform/database/tx.ts'

/**
 * Proves that an agency's disputes and its money tell the same: what is held, lost and asked for each stands in the book, once; no
 * other transfer is of a dispute; nothing is held of one that was lost; a charge was paid at least what is disputed of it; and
 * of prepaid lots so much is held as a bank has taken back of their payment.
 * Returns what is wrong, in words that name ids only.
 */
export async function verifyDisputes(tx: Tx, book: Book): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select coalesce(d.id, booked.reference_id) as id
       from (select * from dispute where agency_id = $1) d
       full join (
         select reference_id,
                coalesce(sum(case kind when 'dispute_withdrawn' then amount_e4 when 'dispute_reinstated' then -amount_e4 end), 0) as withdrawn_e4,
                coalesce(sum(case kind when 'dispute_lost' then amount_e4 when 'dispute_regained' then -amount_e4 end), 0) as lost_e4,
                coalesce(sum(case kind when 'dispute_fee' then amount_e4 when 'dispute_fee_returned' then -amount_e4 end), 0) as fee_e4
           from ledger_transfer where agency_id = $1 and reference_kind = 'dispute' group by reference_id
       ) booked on booked.reference_id = d.id
      where d.id is null
         or coalesce(booked.withdrawn_e4, 0) <> (d.held_cents + d.lost_cents) * 100
         or coalesce(booked.lost_e4, 0) <> d.lost_cents * 100
         or coalesce(booked.fee_e4, 0) <> d.fee_cents * 100
         or (d.state = 'lost' and d.held_cents <> 0) or (d.state <> 'lost' and d.lost_cents <> 0)
      order by 1 limit 100`,
    [book.agencyId],
  )
  const { rows: over } = await tx.query<{ id: string }>(
    `select c.id from charge c
       join (
         select charge_id, sum(held_cents + lost_cents) as cents from dispute where agency_id = $1 group by charge_id
       ) d on d.charge_id = c.id
      where c.agency_id = $1 and (c.status <> 'succeeded' or d.cents > c.amount_cents)
      order by 1 limit 100`,
    [book.agencyId],
  )
  const { rows: lots } = await tx.query<{ id: string }>(
    `select l.id from prepaid_lot l
       left join (
         select charge_id, sum(held_cents + lost_cents) as cents from dispute where agency_id = $1 group by charge_id
       ) d on d.charge_id = l.id
      where l.agency_id = $1 and l.held_e4 <> coalesce(d.cents, 0) * 100
      order by 1 limit 100`,
    [book.agencyId],
  )
  return [
    ...lots.map(({ id }) => `lot ${id} does not hold what its payer's bank has taken back`),
    ...rows.map(({ id }) => `dispute ${id} and its transfers do not agree`),
    ...over.map(({ id }) => `charge ${id} does not cover what is disputed of it`),
  ]
}
