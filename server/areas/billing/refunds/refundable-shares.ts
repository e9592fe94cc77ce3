import type { Tx } from '#server/platform/database/tx.ts'
import { lockCharges } from '../charge-states.ts'
import { readRemainders } from './refundable.ts'
import { divideOver, readMonths, readReturnedShares, type Counting } from './share-months.ts'

/** What can still come back for a client's invoice's leads of one month, in 1/10,000 dollar. */
export interface RefundableMonth {
  /** The agency's invoice for the month, or null for leads that are on none yet. */
  invoiceId: string | null
  /** The leads' cost, less what credits and shares returned of it. */
  refundable_e4: number
  /** What the agency's invoice has left for all its leads; null if nothing of it was refunded. */
  invoiceLeft_e4: number | null
}

/** The months of clients' invoices by charge, the newest first. Only for charges with a returned share. */
export async function readRefundableMonths(
  tx: Tx,
  agencyId: string,
  chargeIds: readonly string[],
  counting: Counting,
): Promise<ReadonlyMap<string, readonly RefundableMonth[]>> {
  return divideShares(tx, agencyId, await readReturnedShares(tx, agencyId, chargeIds, counting), counting)
}

/**
 * What a further share of a client's payment can give back, in 1/10,000 dollar; as far as shares are booked. It counts in the newest
 * months first, so one whose invoice has less left than its leads' cost ends it.
 */
export async function readRefundableShare(tx: Tx, agencyId: string, chargeId: string): Promise<number> {
  const returnedShares = await readReturnedShares(tx, agencyId, [chargeId], 'booked')
  const returned_e4 = returnedShares.get(chargeId) ?? 0
  const months = await divideShares(tx, agencyId, new Map([[chargeId, returned_e4]]), 'booked')
  let sum_e4 = 0
  for (const { refundable_e4, invoiceLeft_e4 } of months.get(chargeId) ?? []) {
    if (refundable_e4 > 0 && invoiceLeft_e4 !== null && invoiceLeft_e4 < refundable_e4)
      return sum_e4 + Math.max(invoiceLeft_e4, 0)
    sum_e4 += refundable_e4
  }
  return sum_e4
}

/** Divides returned shares over the months of their invoices, and returns what is left of each. */
async function divideShares(
  tx: Tx,
  agencyId: string,
  returned: ReadonlyMap<string, number>,
  counting: Counting,
): Promise<ReadonlyMap<string, readonly RefundableMonth[]>> {
  if (returned.size === 0) return new Map()
  const months = await readMonths(tx, agencyId, [...returned.keys()])
  const invoiceIds = [...months.values()].flat().flatMap(({ invoiceId }) => invoiceId ?? [])
  const remainders = await readRemainders(tx, agencyId, [...new Set(invoiceIds)], counting)
  const refundableOf = (chargeId: string): RefundableMonth[] => {
    const ofCharge = months.get(chargeId) ?? []
    const parts = divideOver(returned.get(chargeId)!, ofCharge)
    return ofCharge.map(({ invoiceId, uncredited_e4 }, at) => ({
      invoiceId,
      refundable_e4: Math.max(uncredited_e4 - parts[at]!, 0),
      invoiceLeft_e4: invoiceId === null ? null : (remainders.get(invoiceId) ?? null),
    }))
  }
  return new Map([...returned.keys()].map((id) => [id, refundableOf(id)]))
}

/** What a lead's credit takes of a month. */
interface Draw {
  month: RefundableMonth
  e4: number
}

/**
 * What the credit of a lead takes of the months of its client's invoice; null if it doesn't fit. `ownInvoiceId` is its own month, whose
 * invoice's rest the caller verifies; `plannedOf` is what credits of the same transaction take of an invoice.
 *
 * A credit lowers its own month's cost, so what it takes beyond what is refundable of that displaces as much of the returned share, which
 * `divideOver` moves to older months, never to newer ones. Each of those must have that much refundable and left, so that credits, shares
 * and refunds give back no more than the client's invoice cost, and of no agency's invoice more than its total.
 */
export function drawCredit(
  months: readonly RefundableMonth[],
  { ownInvoiceId, price_e4, plannedOf }: CreditedLead & { plannedOf: (invoiceId: string) => number },
): Draw[] | null {
  const draws: Draw[] = []
  const ownMonth = months.findIndex(({ invoiceId }) => invoiceId === ownInvoiceId)
  let open_e4 = price_e4
  for (const month of months.slice(Math.max(ownMonth, 0))) {
    const { invoiceId, refundable_e4, invoiceLeft_e4 } = month
    const e4 = Math.min(open_e4, refundable_e4)
    if (e4 === 0) continue
    const isOther = invoiceId !== null && invoiceId !== ownInvoiceId
    if (isOther && invoiceLeft_e4 !== null && invoiceLeft_e4 - plannedOf(invoiceId) < e4) return null
    draws.push({ month, e4 })
    open_e4 -= e4
  }
  return open_e4 > 0 ? null : draws
}

/** A lead to credit: the agency's own invoice for it, if there is one yet, and its cost. */
interface CreditedLead {
  ownInvoiceId: string | null
  price_e4: number
}

/**
 * Locks the charges of clients' invoices, then those of their agency's invoices with the same leads and of others: what is refunded of the
 * ones limits what comes back with the others. To be called before reading what is left of any.
 */
export async function lockWithMonths(
  tx: Tx,
  agencyId: string,
  chargeIds: readonly string[],
  others: readonly string[] = [],
): Promise<void> {
  await lockCharges(tx, agencyId, chargeIds)
  const months = await readMonths(tx, agencyId, chargeIds)
  const ofAgency = [...months.values()].flat().flatMap(({ invoiceId }) => invoiceId ?? [])
  await lockCharges(tx, agencyId, [...ofAgency, ...others])
}
