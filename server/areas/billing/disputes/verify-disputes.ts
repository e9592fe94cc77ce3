import type { Book } from '#server/areas/ledger/book.ts'
import type { Tx } from '#server/platform/database/tx.ts'

/**
 * Verifies an agency's disputes against its ledger: held and lost amounts and fees are booked once; no
 * other transfer belongs to a dispute; nothing of a lost dispute is still held; no charge is disputed for more than was paid;
 * prepaid lots are held, or were reduced, by what banks withdrew of their payment; and losses
 * are in the accounts of the party that bears them.
 * Returns findings that contain ids only.
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
         select charge_id, sum(held_cents) * 100 as held_e4, sum(lost_cents) * 100 as lost_e4
           from dispute where agency_id = $1 group by charge_id
       ) d on d.charge_id = l.id
       left join (${givenUp('lot_id')}) given on given.lot_id = l.id
      where l.agency_id = $1
        and (l.lost_e4 + coalesce(given.e4, 0) <> coalesce(d.lost_e4, 0)
          or l.held_e4 - l.lost_e4 <> coalesce(d.held_e4, 0))
      order by 1 limit 100`,
    [book.agencyId],
  )
  return [
    ...(await findOtherLosses(tx, book)),
    ...lots.map(({ id }) => `lot ${id} does not include what its payer's bank has reversed`),
    ...rows.map(({ id }) => `dispute ${id} and its transfers do not match`),
    ...over.map(({ id }) => `charge ${id} is less than its disputed amount`),
  ]
}

/** What left lots because of lost disputes, minus what came back. */
const givenUp = (by: 'lot_id' | 'client_id'): string =>
  `select ${by}, sum(case kind when 'lost' then amount_e4 else -amount_e4 end) as e4 from prepaid_use
    where agency_id = $1 and kind in ('lost', 'regained') group by ${by}`

/**
 * Accounts that contradict the disputes: held amounts, and losses not covered by a lot. Losses belong to the payee:
 * the agency for a client's payment, the operator for an agency's.
 */
async function findOtherLosses(tx: Tx, { agencyId }: Book): Promise<string[]> {
  const { rows } = await tx.query<{ kind: string; client_id: string | null }>(
    `select kind, client_id from (
       select kind, client_id, balance_e4 as e4 from ledger_account
        where agency_id = $1 and kind in ('dispute_held', 'dispute_lost')
       union all
       select 'dispute_held', client_id, sum(held_cents) * 100 from dispute where agency_id = $1 group by client_id
       union all
       select 'dispute_lost', client_id, sum(lost_cents) * 100 from dispute where agency_id = $1 group by client_id
       union all
       select 'dispute_lost', client_id, -e4 from (${givenUp('client_id')}) given
     ) as told group by kind, client_id having sum(e4) <> 0 order by 1, 2 limit 100`,
    [agencyId],
  )
  return rows.map(({ kind, client_id }) => `${kind} of ${client_id ?? agencyId} does not match disputes and lots`)
}
