import { adjustCommissions, earnCommissions, type Received } from '#server/areas/commissions/public.ts'
import type { Book } from '#server/areas/ledger/public.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { planted } from '#server/platform/planted-fault.ts'
import type { ChargeRow } from './charge-states.ts'

type OfCharge = { root_id: string; agency_id: string; charge_id: string }

/**
 * What the operator received of each charge and still has: without what was refunded, and what a bank has taken back of the
 * operator's own payments. A client's dispute is its agency's to bear, and leaves the operator's share where it is.
 */
const receivedByCharge = `
  select coalesce(r.charge_id, d.charge_id, t.reference_id) as charge_id,
         sum(case when t.kind in ('agency_payment', 'agency_refund_undone', 'dispute_reinstated') then t.amount_e4
             else -t.amount_e4 end)::bigint as received_e4
    from ledger_transfer t
    left join refund r on r.agency_id = t.agency_id and r.id = t.reference_id
    left join dispute d on d.agency_id = t.agency_id and d.id = t.reference_id
   where t.agency_id = $1 and d.client_id is null
     and t.kind in ('agency_payment', 'agency_refund', 'agency_refund_undone', 'dispute_withdrawn', 'dispute_reinstated')`

async function readReceived(tx: Tx, { root_id, agency_id, charge_id }: OfCharge): Promise<Received> {
  const { rows } = await tx.query<{ received_e4: number }>(
    `${receivedByCharge}
       and t.reference_id in (select $2 union all select id from refund where agency_id = $1 and charge_id = $2
         union all select id from dispute where agency_id = $1 and charge_id = $2)
     group by 1`,
    [agency_id, charge_id],
  )
  return { rootId: root_id, agencyId: agency_id, chargeId: charge_id, received_e4: rows[0]?.received_e4 ?? 0 }
}

/** Commissions of a payment that is booked. The caller holds the charge's lock, as in `followCommissions`. */
export async function payCommissionsOf(tx: Tx, now_ms: number, charge: ChargeRow): Promise<void> {
  const of = await readReceived(tx, { ...charge, charge_id: charge.id })
  const early = planted('commission-before-payment') ? { received_e4: charge.amount_cents * 100 } : {}
  await earnCommissions(tx, now_ms, { ...of, ...early }, charge.kind)
}

/** Commissions of a charge whose money has gone back, or has come again. */
export async function followCommissions(tx: Tx, now_ms: number, of: OfCharge): Promise<void> {
  if (planted('keep-commission-of-refund')) return
  await adjustCommissions(tx, now_ms, await readReceived(tx, of))
}

/** Proves that each commission is of what the operator has of its charge. Returns what is wrong, in words that name ids only. */
export async function verifyCommissionBases(tx: Tx, book: Book): Promise<string[]> {
  const { rows } = await tx.query<{ charge_id: string }>(
    `select distinct c.charge_id
       from commission c
       left join (${receivedByCharge} group by 1) received on received.charge_id = c.charge_id
      where c.agency_id = $1 and c.base_e4 <> coalesce(received.received_e4, 0)
      order by 1 limit 100`,
    [book.agencyId],
  )
  return rows.map(({ charge_id }) => `commissions of charge ${charge_id} are not of the money that came in`)
}
