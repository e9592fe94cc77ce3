import { plainArray } from '#server/platform/database/plain-array.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { RefundedLines } from './refunded-lines.ts'

// A refund of a client's payment returns the operator's share in proportion to its amount, whatever the refunded leads cost the agency.
// What came back this way and what credits of the invoice's leads return never exceed together what the invoice cost (decision 213).

/** What of a client's invoice's cost to its agency did not come back yet, in 1/10,000 dollar. Its leads draw on it together. */
interface Cost {
  left_e4: number
}

/** By lead, what is left of its client's invoice's cost; only for invoices of whose payment a refund returns a share. */
export async function readCostsLeft(
  tx: Tx,
  agencyId: string,
  { linesOf, leads }: { linesOf: RefundedLines; leads: readonly { leadId: string }[] },
): Promise<ReadonlyMap<string, Cost>> {
  const onRefunded = leads.flatMap(({ leadId }) => (linesOf(leadId, 'retail').length > 0 ? [leadId] : []))
  if (onRefunded.length === 0) return new Map()
  const sales = await readSales(tx, agencyId, onRefunded)
  const shares = await readReturnedShares(tx, agencyId, [...new Set(sales.map(({ chargeId }) => chargeId))])
  if (shares.size === 0) return new Map()
  const costs = await readCosts(tx, agencyId, [...shares.keys()])
  const credited = await readCreditedCosts(tx, agencyId, [...shares.keys()])
  const left = new Map(
    [...shares].map(([id, cents]) => [
      id,
      { left_e4: (costs.get(id) ?? 0) - cents * 100 - (credited.get(id) ?? 0) } satisfies Cost,
    ]),
  )
  return new Map(
    sales.flatMap(({ leadId, chargeId }) => {
      const cost = left.get(chargeId)
      return cost ? [[leadId, cost] as const] : []
    }),
  )
}

/** The invoices that leads were sold on. One that asks again for a reversed credit doesn't contain the lead's cost. */
async function readSales(
  tx: Tx,
  agencyId: string,
  leadIds: readonly string[],
): Promise<{ leadId: string; chargeId: string }[]> {
  const { rows } = await tx.query<{ leadId: string; chargeId: string }>(
    `select t.reference_id as "leadId", i.invoice_id as "chargeId"
       from ledger_transfer t join invoice_transfer i on i.agency_id = $1 and i.transfer_id = t.id
      where t.agency_id = $1 and t.kind = 'lead_retail' and t.reference_id = any($2::uuid[])`,
    [agencyId, plainArray(leadIds)],
  )
  return rows
}

/**
 * What refunds of clients' payments return of the operator's share, in cents by charge: what is booked, or will be once refunds in
 * flight are. After a refund was reversed, the others may have returned a cent more than their part.
 */
async function readReturnedShares(
  tx: Tx,
  agencyId: string,
  chargeIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows: paid } = await tx.query<{ id: string; amount_cents: number; fee_cents: number }>(
    `select charge_id as id, amount_cents, fee_cents from charge_attempt
      where agency_id = $1 and charge_id = any($2::uuid[]) and state = 'succeeded' and fee_cents > 0`,
    [agencyId, plainArray(chargeIds)],
  )
  const { rows: refunds } = await tx.query<{ id: string; chargeId: string; amount_cents: number }>(
    `select id, charge_id as "chargeId", amount_cents from refund
      where agency_id = $1 and charge_id = any($2::uuid[]) and state <> 'failed'`,
    [agencyId, plainArray(paid.map(({ id }) => id))],
  )
  const { rows: booked } = await tx.query<{ id: string; e4: number }>(
    `select reference_id as id, amount_e4 as e4 from ledger_transfer
      where agency_id = $1 and kind = 'share_refund' and reference_id = any($2::uuid[])`,
    [agencyId, plainArray(refunds.map(({ id }) => id))],
  )
  const bookedOf = new Map(booked.map(({ id, e4 }) => [id, e4 / 100]))
  return new Map(
    paid.flatMap(({ id, amount_cents, fee_cents }) => {
      const own = refunds.filter(({ chargeId }) => chargeId === id)
      const back_cents = own.reduce((sum, refund) => sum + refund.amount_cents, 0)
      const booked_cents = own.reduce((sum, refund) => sum + (bookedOf.get(refund.id) ?? 0), 0)
      const share_cents = Math.max(booked_cents, Math.floor((fee_cents * back_cents) / amount_cents))
      return share_cents > 0 ? [[id, share_cents] as const] : []
    }),
  )
}

/** What the leads, lists and fees on clients' invoices cost the agency, in 1/10,000 dollar, as its share counts them. */
export async function readCosts(
  tx: Tx,
  agencyId: string,
  chargeIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await tx.query<{ id: string; e4: number }>(
    `select sold.invoice_id as id, sum(cost.amount_e4)::bigint as e4
       from invoice_transfer sold
       join ledger_transfer sale on sale.agency_id = $1 and sale.id = sold.transfer_id
       join ledger_transfer cost on cost.agency_id = $1 and cost.reference_id = sale.reference_id
        and cost.kind in ('lead_wholesale', 'enrichment_wholesale', 'platform_fee_wholesale', 'lead_minimum_wholesale')
      where sold.agency_id = $1 and sold.invoice_id = any($2::uuid[]) group by 1`,
    [agencyId, plainArray(chargeIds)],
  )
  return new Map(rows.map(({ id, e4 }) => [id, e4]))
}

/** What credits of the leads on clients' invoices returned of their cost, in 1/10,000 dollar. */
async function readCreditedCosts(
  tx: Tx,
  agencyId: string,
  chargeIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await tx.query<{ id: string; e4: number }>(
    `select sold.invoice_id as id, sum(k.wholesale_e4)::bigint as e4
       from invoice_transfer sold
       join ledger_transfer sale on sale.agency_id = $1 and sale.id = sold.transfer_id and sale.kind = 'lead_retail'
       join lead_credit k on k.agency_id = $1 and k.lead_id = sale.reference_id and k.reversed_at is null
      where sold.agency_id = $1 and sold.invoice_id = any($2::uuid[]) group by 1`,
    [agencyId, plainArray(chargeIds)],
  )
  return new Map(rows.map(({ id, e4 }) => [id, e4]))
}
