import type { Book } from '#server/areas/ledger/book.ts'
import type { Tx } from '#server/platform/database/tx.ts'

/**
 * Verifies an agency's charges against its ledger: each paid charge has its payment's transfers once, with its amount;
 * no unpaid one has any; what gateways took equals what was booked; and each write-off has its transfer. Returns findings that contain ids only.
 */
export async function verifyCharges(tx: Tx, book: Book): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select coalesce(charge.id, booked.reference_id) as id
       from (
         select c.id, c.client_id, c.status, c.amount_cents, count(a.id) as attempts,
                coalesce(sum(a.amount_cents), 0) as asked_cents, coalesce(sum(a.fee_cents), 0) as fee_cents
           from charge c
           left join charge_attempt a on a.agency_id = c.agency_id and a.charge_id = c.id and a.state = 'succeeded'
          where c.agency_id = $1 group by c.id, c.client_id, c.status, c.amount_cents
       ) charge
       full join (
         select reference_id,
                coalesce(sum(amount_e4) filter (where kind = 'client_payment'), 0) as client_e4,
                coalesce(sum(amount_e4) filter (where kind = 'agency_payment'), 0) as agency_e4,
                coalesce(sum(amount_e4) filter (where kind = 'application_fee'), 0) as fee_e4
           from ledger_transfer where agency_id = $1 and reference_kind = 'payment' group by reference_id
       ) booked on booked.reference_id = charge.id
      where case
        when charge.id is null then true
        when charge.status in ('succeeded', 'settled') and charge.amount_cents > 0 then
          booked.reference_id is null
          or case when charge.client_id is null then booked.agency_e4 <> charge.amount_cents * 100
             else booked.client_e4 <> charge.amount_cents * 100
               or booked.fee_e4 <> charge.fee_cents * 100 or booked.agency_e4 <> charge.fee_cents * 100 end
          or (charge.status = 'succeeded') <> (charge.attempts = 1)
          or (charge.attempts = 1 and charge.asked_cents <> charge.amount_cents)
        else booked.reference_id is not null or charge.attempts > 0 end
      order by 1 limit 100`,
    [book.agencyId],
  )
  const { rows: writeOffs } = await tx.query<{ id: string }>(
    `select coalesce(c.id, t.reference_id) as id
       from (select id, amount_cents from charge where agency_id = $1 and status = 'written_off') c
       full join (select reference_id, sum(amount_e4) as e4 from ledger_transfer
                   where agency_id = $1 and kind = 'charge_written_off' group by reference_id) t on t.reference_id = c.id
      where t.e4 is distinct from c.amount_cents * 100 order by 1 limit 100`,
    [book.agencyId],
  )
  return [
    ...rows.map(({ id }) => `charge ${id} and the transfers of its payment do not match`),
    ...writeOffs.map(({ id }) => `charge ${id} and its write-off do not match`),
  ]
}
