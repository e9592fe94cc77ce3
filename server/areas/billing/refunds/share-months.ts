import { plainArray } from '#server/platform/database/plain-array.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { readInvoicedCosts } from './invoiced-costs.ts'

// The operator's share of a client's payment pays for leads that are on the agency's own invoices too. What refunds return of it counts
// against those invoices, divided over the months of its leads (decision 215).

/** Which returned shares count: those that are booked, or also those of refunds in flight. */
export type Counting = 'booked' | 'expected'

/**
 * What refunds of clients' payments return of the operator's share to the agency's account, in 1/10,000 dollar by charge. After a refund
 * was reversed, the others may have returned a cent more than their part.
 */
export async function readReturnedShares(
  tx: Tx,
  agencyId: string,
  chargeIds: readonly string[],
  counting: Counting,
): Promise<ReadonlyMap<string, number>> {
  const { rows: payments } = await tx.query<{ id: string; amount_cents: number; fee_cents: number }>(
    `select charge_id as id, amount_cents, fee_cents from charge_attempt
      where agency_id = $1 and charge_id = any($2::uuid[]) and state = 'succeeded' and fee_cents > 0`,
    [agencyId, plainArray(chargeIds)],
  )
  const { rows: refunds } = await tx.query<{ id: string; chargeId: string; amount_cents: number }>(
    `select id, charge_id as "chargeId", amount_cents from refund
      where agency_id = $1 and charge_id = any($2::uuid[]) and state <> 'failed'`,
    [agencyId, plainArray(payments.map(({ id }) => id))],
  )
  const shares = await readBookedShares(
    tx,
    agencyId,
    refunds.map(({ id }) => id),
  )
  return new Map(
    payments.flatMap(({ id, amount_cents, fee_cents }) => {
      const ofCharge = refunds.filter(({ chargeId }) => chargeId === id)
      const sum = (of: keyof BookedShare): number =>
        ofCharge.reduce((all, refund) => all + (shares.get(refund.id)?.[of] ?? 0), 0)
      const back_cents = ofCharge.reduce((all, refund) => all + refund.amount_cents, 0)
      const due_e4 = Math.floor((fee_cents * back_cents) / amount_cents) * 100 - sum('paid_e4')
      const returned_e4 = sum('credited_e4') + (counting === 'expected' ? Math.max(due_e4, 0) : 0)
      return returned_e4 > 0 ? [[id, returned_e4] as const] : []
    }),
  )
}

/** What a refund paid out of the operator's share, and what of that came off the agency's debt, in 1/10,000 dollar. */
interface BookedShare {
  paid_e4: number
  credited_e4: number
}

/** By refund; absent if it returns no share. */
export async function readBookedShares(
  tx: Tx,
  agencyId: string,
  refundIds: readonly string[],
): Promise<ReadonlyMap<string, BookedShare>> {
  const { rows } = await tx.query<BookedShare & { id: string }>(
    `select reference_id as id, coalesce(sum(amount_e4) filter (where kind = 'share_refund'), 0)::bigint as paid_e4,
            coalesce(sum(amount_e4) filter (where kind = 'agency_credit'), 0)::bigint as credited_e4
       from ledger_transfer
      where agency_id = $1 and kind in ('share_refund', 'agency_credit') and reference_id = any($2::uuid[]) group by 1`,
    [agencyId, plainArray(refundIds)],
  )
  return new Map(rows.map(({ id, ...share }) => [id, share]))
}

/** A part of what a client's invoice cost its agency: what one of the agency's invoices asks for, or, if null, none yet. */
export interface Month {
  invoiceId: string | null
  /** Less the credits of its leads, in 1/10,000 dollar. */
  uncredited_e4: number
}

/** The months of clients' invoices, newest first, by charge. */
export async function readMonths(
  tx: Tx,
  agencyId: string,
  chargeIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Month[]>> {
  const costs = await readInvoicedCosts(tx, agencyId, chargeIds)
  const newestFirst = costs.toSorted(
    (one, other) =>
      (other.issuedAt?.getTime() ?? Infinity) - (one.issuedAt?.getTime() ?? Infinity) ||
      String(other.ownInvoiceId).localeCompare(String(one.ownInvoiceId)),
  )
  const months = new Map<string, Month[]>()
  for (const { chargeId, ownInvoiceId, e4, credited_e4 } of newestFirst)
    months.set(chargeId, [
      ...(months.get(chargeId) ?? []),
      { invoiceId: ownInvoiceId, uncredited_e4: e4 - credited_e4 },
    ])
  return months
}

/**
 * Divides an amount over months: the newest first, because an earlier month is closed before the payment and asks for its leads itself.
 * None gets more than is left of its leads' cost.
 */
export function divideOver(returned_e4: number, months: readonly Month[]): number[] {
  let open_e4 = returned_e4
  return months.map(({ uncredited_e4 }) => {
    const part_e4 = Math.max(Math.min(open_e4, uncredited_e4), 0)
    open_e4 -= part_e4
    return part_e4
  })
}

/** What came back of shares for leads on some of an agency's invoices, in 1/10,000 dollar by invoice. */
export async function readReturnedOn(
  tx: Tx,
  agencyId: string,
  invoiceIds: readonly string[],
  counting: Counting,
): Promise<ReadonlyMap<string, number>> {
  const sums = new Map<string, number>()
  const ids = await readRefundedWith(tx, agencyId, invoiceIds)
  if (ids.length === 0) return sums
  const returnedShares = await readReturnedShares(tx, agencyId, ids, counting)
  if (returnedShares.size === 0) return sums
  const invoices = new Set(invoiceIds)
  for (const [id, months] of await readMonths(tx, agencyId, [...returnedShares.keys()])) {
    const parts = divideOver(returnedShares.get(id)!, months)
    for (const [at, { invoiceId }] of months.entries())
      if (invoiceId !== null && invoices.has(invoiceId)) sums.set(invoiceId, (sums.get(invoiceId) ?? 0) + parts[at]!)
  }
  return sums
}

/**
 * The refunded invoices of clients whose leads are on some of the agency's invoices, so that an agency's older refunds cost nothing. Dates
 * can't tell them apart: an invoice also lists what was booked before its month but committed later.
 */
async function readRefundedWith(tx: Tx, agencyId: string, invoiceIds: readonly string[]): Promise<string[]> {
  if (invoiceIds.length === 0) return []
  const { rows: refundedCharges } = await tx.query<{ id: string }>(
    `select distinct charge_id as id from refund
      where agency_id = $1 and client_id is not null and attempt_id is not null and state <> 'failed'`,
    [agencyId],
  )
  if (refundedCharges.length === 0) return []
  // Leads are on other nodes of a cluster than refunds.
  const { rows } = await tx.query<{ id: string }>(
    `select distinct sale.invoice_id as id
       from allocation own join allocation sale on sale.agency_id = $1 and sale.item_id = own.item_id
      where own.agency_id = $1 and own.invoice_id = any($2::uuid[]) and sale.invoice_id = any($3::uuid[])`,
    [agencyId, plainArray([...invoiceIds]), plainArray(refundedCharges.map(({ id }) => id))],
  )
  return rows.map(({ id }) => id)
}
