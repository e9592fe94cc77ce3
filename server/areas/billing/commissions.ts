import {
  adjustCommissions,
  earnCommissions,
  lockCommissions,
  type ReceivedCharge,
} from '#server/areas/commissions/earn-commissions.ts'
import type { Book } from '#server/areas/ledger/book.ts'
import { plainArray } from '#server/platform/database/plain-array.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { hasFault } from '#server/platform/planted-fault.ts'
import type { ChargeRow } from './charge-states.ts'
import { readTaxReceived } from './taxes/tax-received.ts'

type OfCharge = { root_id: string; agency_id: string; charge_id: string }

/**
 * What the operator received from each charge and still has: minus refunds and minus disputed amounts of payments to the
 * operator. A client's dispute is borne by its agency and doesn't affect the operator's share. Uses several
 * statements, since on a cluster refunds are on another server than the rest.
 */
async function readAllReceived(tx: Tx, agencyId: string, chargeId: string | null): Promise<Map<string, number>> {
  const backs = [
    'select id, charge_id from refund where agency_id = $1 and ($2::uuid is null or charge_id = $2)',
    `select id, charge_id from dispute
      where agency_id = $1 and client_id is null and ($2::uuid is null or charge_id = $2)`,
  ]
  const chargeOf = new Map<string, string>()
  for (const text of backs) {
    const { rows } = await tx.query<{ id: string; charge_id: string }>(text, [agencyId, chargeId])
    for (const { id, charge_id } of rows) chargeOf.set(id, charge_id)
  }
  const of = chargeId === null ? null : [chargeId, ...chargeOf.keys()]
  const { rows } = await tx.query<{ reference_id: string; kind: string; received_e4: number }>(
    `select reference_id, kind, sum(case when kind in ('agency_payment', 'agency_refund_undone', 'dispute_reinstated')
            then amount_e4 else -amount_e4 end)::bigint as received_e4
       from ledger_transfer
      where agency_id = $1 and ($2::uuid[] is null or reference_id = any ($2))
        and kind in ('agency_payment', 'agency_refund', 'agency_refund_undone', 'dispute_withdrawn', 'dispute_reinstated')
      group by 1, 2`,
    [agencyId, of && plainArray(of)],
  )
  const amounts_e4 = new Map<string, number>()
  for (const { reference_id, kind, received_e4 } of rows) {
    const charge = kind === 'agency_payment' ? reference_id : chargeOf.get(reference_id)
    if (charge !== undefined) amounts_e4.set(charge, (amounts_e4.get(charge) ?? 0) + received_e4)
  }
  return notBelowNothing(await withoutTax(tx, agencyId, amounts_e4))
}

/** A dispute can cover the whole payment, even if part of it was already refunded; that part must be deducted only once. */
const notBelowNothing = (amounts_e4: ReadonlyMap<string, number>): Map<string, number> =>
  new Map([...amounts_e4].map(([id, received_e4]) => [id, Math.max(received_e4, 0)]))

/** Tax received by the operator earns no commission (decision 185). */
async function withoutTax(tx: Tx, agencyId: string, amounts_e4: Map<string, number>): Promise<Map<string, number>> {
  if (amounts_e4.size === 0) return amounts_e4
  const taxes = await readTaxReceived(tx, agencyId, [...amounts_e4.keys()])
  for (const [id, tax_cents] of taxes) amounts_e4.set(id, amounts_e4.get(id)! - tax_cents * 100)
  return amounts_e4
}

async function readReceived(tx: Tx, { root_id, agency_id, charge_id }: OfCharge): Promise<ReceivedCharge> {
  const amounts_e4 = await readAllReceived(tx, agency_id, charge_id)
  return { rootId: root_id, agencyId: agency_id, chargeId: charge_id, received_e4: amounts_e4.get(charge_id) ?? 0 }
}

/** Books the commissions of a booked payment. The caller holds the charge's lock, as in `followCommissions`. */
export async function payCommissionsOf(tx: Tx, now_ms: number, charge: ChargeRow): Promise<void> {
  const of = await readReceived(tx, { ...charge, charge_id: charge.id })
  const early = hasFault('commission-before-payment') ? { received_e4: charge.amount_cents * 100 } : {}
  await earnCommissions(tx, now_ms, { ...of, ...early }, charge.kind)
}

/** Locks the commissions that `followCommissions` will change; call it before booking anything. */
export const lockCommissionsOf = (tx: Tx, { agency_id, charge_id }: OfCharge): Promise<void> =>
  lockCommissions(tx, { agencyId: agency_id, chargeId: charge_id })

/** Adjusts the commissions of a charge whose money was given back, or came back in. */
export async function followCommissions(tx: Tx, now_ms: number, of: OfCharge): Promise<void> {
  if (hasFault('keep-commission-of-refund')) return
  await adjustCommissions(tx, now_ms, await readReceived(tx, of))
}

/** Verifies that each commission is based on what the operator has of its charge. Returns findings that contain ids only. */
export async function verifyCommissionBases(tx: Tx, book: Book): Promise<string[]> {
  const { rows } = await tx.query<{ charge_id: string; base_e4: number }>(
    'select distinct charge_id, base_e4 from commission where agency_id = $1 order by 1',
    [book.agencyId],
  )
  const amounts_e4 = await readAllReceived(tx, book.agencyId, null)
  const mismatches = rows.filter(({ charge_id, base_e4 }) => base_e4 !== (amounts_e4.get(charge_id) ?? 0))
  return [...new Set(mismatches.map(({ charge_id }) => charge_id))]
    .slice(0, 100)
    .map((id) => `commissions of charge ${id} do not match the money received`)
}
