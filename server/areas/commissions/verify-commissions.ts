import type { Book } from '#server/areas/ledger/book.ts'
import { readAsRoot } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'

/**
 * Verifies that an agency's commissions match its money: each is its rate of the money received and the sum of its
 * bookings, each booking has its transfer and no other transfers exist; and paid commissions equal the shares of
 * payouts that did not fail, less what was taken back of them, booked if the payouts were completed. Returns errors, worded with ids only.
 */
export async function verifyCommissions(tx: Tx, book: Book): Promise<string[]> {
  return [...(await wrongAmounts(tx, book)), ...(await wrongTransfers(tx, book)), ...(await wrongPayouts(tx, book))]
}

async function wrongAmounts(tx: Tx, { agencyId }: Book): Promise<string[]> {
  const { rows } = await tx.query<{ charge_id: string; user_id: string }>(
    `select c.charge_id, c.user_id
       from commission c
       left join (
         select charge_id, user_id, sum(delta_e4) as e4 from commission_change where agency_id = $1 group by 1, 2
       ) booked on booked.charge_id = c.charge_id and booked.user_id = c.user_id
      where c.agency_id = $1
        and (c.amount_e4 <> coalesce(booked.e4, 0) or c.amount_e4 <> div(c.base_e4 * c.rate_bp, 10000))
      order by 1, 2 limit 100`,
    [agencyId],
  )
  return rows.map(({ charge_id, user_id }) => `commission of ${user_id} for charge ${charge_id} is not as booked`)
}

async function wrongTransfers(tx: Tx, { agencyId }: Book): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select coalesce(t.id, n.transfer_id) as id
       from (select * from commission_change where agency_id = $1) n
       full join (
         select id, case kind when 'commission' then amount_e4 else -amount_e4 end as delta_e4
           from ledger_transfer where agency_id = $1 and reference_kind = 'commission'
       ) t on t.id = n.transfer_id
      where t.delta_e4 is distinct from n.delta_e4
      order by 1 limit 100`,
    [agencyId],
  )
  return rows.map(({ id }) => `commission transfer ${id} and its booking do not match`)
}

async function wrongPayouts(tx: Tx, { rootId, agencyId }: Book): Promise<string[]> {
  const { rows } = await readAsRoot(tx, rootId, () =>
    tx.query<{ id: string }>(
      `with share as (
         select s.payout_id, s.charge_id, s.user_id, s.amount_e4 - s.reversed_e4 as amount_e4, p.state
           from commission_payout_share s
           join commission_payout p on p.root_id = $2 and p.id = s.payout_id
          where s.agency_id = $1)
       select coalesce(paid.payout_id, booked.reference_id) as id
         from (select payout_id, sum(amount_e4) as e4 from share where state = 'paid' group by 1 having sum(amount_e4) <> 0) paid
         full join (
           select reference_id, sum(case when kind in ('commission_payout', 'commission_netted_reversed') then amount_e4 else -amount_e4 end) as e4
             from ledger_transfer where agency_id = $1 and reference_kind = 'commission_payout' group by 1
         ) booked on booked.reference_id = paid.payout_id
        where coalesce(paid.e4, 0) <> coalesce(booked.e4, 0)
       union
       select c.charge_id
         from commission c
         left join (
           select charge_id, user_id, sum(amount_e4) as e4 from share where state <> 'failed' group by 1, 2
         ) s on s.charge_id = c.charge_id and s.user_id = c.user_id
        where c.agency_id = $1 and c.paid_e4 <> coalesce(s.e4, 0)
       union
       select p.id
         from commission_payout p
         join commission_payout_share s on s.root_id = $2 and s.payout_id = p.id
        where p.root_id = $2 and p.id in (select payout_id from share)
        group by p.id having sum(s.reversed_e4) <> p.reversed_cents * 100
       order by 1 limit 100`,
      [agencyId, rootId],
    ),
  )
  return rows.map(({ id }) => `commission payout or commission ${id}: the payout does not match the bookings`)
}
