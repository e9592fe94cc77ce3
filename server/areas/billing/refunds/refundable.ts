import type { Tx } from '#server/platform/database/tx.ts'
import type { ChargeRow } from '../charge-states.ts'
import { sumDisputed } from '../disputes/disputes.ts'
import { readCreditedShares } from '../shares/withheld-shares.ts'
import { readPaidOnAccount } from '../taxes/on-account.ts'
import { allOf, readCredited, readOwnCredited, sumOf } from './credited.ts'
import { sumRefunds } from './refunds.ts'
import { readReturnedOn, type Counting } from './share-months.ts'

/** Credits, with tax, for an invoice's leads after it was issued, in 1/10,000 dollar, in the leg of its payer. */
export const sumCredited = async (tx: Tx, agencyId: string, invoiceId: string, isClient: boolean): Promise<number> =>
  allOf(sumOf(await readCredited(tx, { agencyId, invoiceId, isClient })))

/** The total of an invoice before deductions, or of a manual bill (decisions 102, 183). Null for any other charge without an invoice. */
export async function readTotal(tx: Tx, agencyId: string, invoiceId: string): Promise<number | null> {
  const { rows } = await tx.query<{ total_cents: number }>(
    'select total_cents from invoice where agency_id = $1 and id = $2',
    [agencyId, invoiceId],
  )
  return rows[0]?.total_cents ?? readTotalOfBill(tx, agencyId, invoiceId)
}

/** A bill's amount excludes credits that its leads had before it was created; they are added back. */
async function readTotalOfBill(tx: Tx, agencyId: string, chargeId: string): Promise<number | null> {
  const { rows } = await tx.query<{ amount_cents: number; created_at: Date }>(
    `select amount_cents, created_at from charge
      where agency_id = $1 and id = $2
        and kind = 'manual_bill'`,
    [agencyId, chargeId],
  )
  const bill = rows[0]
  if (!bill) return null
  const credited = await readCreditedShares(tx, agencyId, chargeId, bill.created_at)
  return bill.amount_cents + Math.floor([...credited.values()].reduce((sum, e4) => sum + e4, 0) / 100)
}

export type Paid = Pick<ChargeRow, 'id' | 'agency_id' | 'client_id' | 'amount_cents'>

/**
 * What can still be refunded of a paid charge, in cents: what was paid, minus refunds and disputed amounts; and at most
 * its invoice's total minus those and minus credits for its leads, so that no lead is repaid twice; of an agency's invoice also minus
 * returned shares for its leads. What manual bills paid of an invoice, and credits of their leads, count with the bills. The caller holds the charge's lock.
 */
export async function readRefundable(tx: Tx, charge: Paid): Promise<number> {
  const { agency_id, id, client_id, amount_cents } = charge
  const refunded_cents = await sumRefunds(tx, agency_id, id)
  const total_cents = await readTotal(tx, agency_id, id)
  const back_cents = refunded_cents + (await sumDisputed(tx, agency_id, id))
  const left_cents = Math.max(0, amount_cents - back_cents)
  if (total_cents === null) return left_cents
  const credited_e4 = await sumCredited(tx, agency_id, id, client_id !== null)
  const returned_e4 = client_id === null ? await sumReturned(tx, agency_id, id) : 0
  const most_cents = Math.min(
    total_cents - Math.ceil((credited_e4 + returned_e4) / 100),
    client_id === null
      ? (await readOwnTotal(tx, agency_id, id, total_cents)) - Math.ceil(returned_e4 / 100)
      : total_cents,
  )
  return Math.max(0, Math.min(left_cents, most_cents - back_cents))
}

/** What came back of the shares of clients' payments for leads on an agency's invoice, in 1/10,000 dollar (decision 215). */
const sumReturned = async (tx: Tx, agencyId: string, invoiceId: string): Promise<number> =>
  (await readReturnedOn(tx, agencyId, [invoiceId], 'expected')).get(invoiceId) ?? 0

/**
 * What can still come back of an agency's invoices, with their leads' credits or with shares, in 1/10,000 dollar; below 0 if more came
 * back already. An invoice of which nothing was refunded or is disputed is absent: then its leads' own costs are the limit.
 */
export async function readLeftOfInvoices(
  tx: Tx,
  agencyId: string,
  invoiceIds: readonly string[],
  counting: Counting,
): Promise<ReadonlyMap<string, number>> {
  const back = new Map<string, number>()
  for (const id of invoiceIds) {
    const back_cents = (await sumRefunds(tx, agencyId, id)) + (await sumDisputed(tx, agencyId, id))
    if (back_cents !== 0) back.set(id, back_cents)
  }
  const returned = await readReturnedOn(tx, agencyId, [...back.keys()], counting)
  const left = new Map<string, number>()
  for (const [id, back_cents] of back) {
    const total_cents = (await readTotal(tx, agencyId, id)) ?? 0
    const credited_e4 = await sumCredited(tx, agencyId, id, false)
    const own_cents = await readOwnTotal(tx, agencyId, id, total_cents)
    const most_e4 = Math.min(total_cents * 100 - credited_e4, own_cents * 100)
    left.set(id, most_e4 - back_cents * 100 - (returned.get(id) ?? 0))
  }
  return left
}

/** An agency's invoice without what manual bills paid of it before, less the credits that don't lower refunds of those bills. */
export async function readOwnTotal(tx: Tx, agencyId: string, invoiceId: string, total_cents: number): Promise<number> {
  const paid_cents = await readPaidOnAccount(tx, agencyId, invoiceId)
  if (paid_cents === 0) return total_cents
  const credited = sumOf(await readOwnCredited(tx, { agencyId, invoiceId, isClient: false }))
  return total_cents - paid_cents - Math.ceil(allOf(credited) / 100)
}
