import type { Tx } from '#server/platform/database/tx.ts'
import type { ChargeRow } from '../charge-states.ts'
import { sumDisputed } from '../disputes/disputes.ts'
import { readCreditedShares } from '../shares/withheld-shares.ts'
import { readPaidOnAccount } from '../taxes/on-account.ts'
import { allOf, readCredited, readOwnCredited, sumOf, type OfInvoice } from './credited.ts'
import { sumRefunds } from './refunds.ts'
import { readReturnedOn, type Counting } from './share-months.ts'

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
  const credits = await readCreditedShares(tx, agencyId, chargeId, bill.created_at)
  return bill.amount_cents + Math.floor([...credits.values()].reduce((sum, e4) => sum + e4, 0) / 100)
}

export type Paid = Pick<ChargeRow, 'id' | 'agency_id' | 'client_id' | 'amount_cents'>

/**
 * What can still be refunded of a paid charge, in cents: what was paid, minus refunds and disputed amounts; and at most what its invoice
 * has left, so that no lead is repaid twice. The caller holds the charge's lock.
 */
export async function readRefundable(tx: Tx, charge: Paid): Promise<number> {
  const { agency_id: agencyId, id: invoiceId, client_id, amount_cents } = charge
  const isClient = client_id !== null
  const back_cents = await sumGivenBack(tx, agencyId, invoiceId)
  const paid_cents = Math.max(0, amount_cents - back_cents)
  const returnedShares = isClient ? null : await readReturnedOn(tx, agencyId, [invoiceId], 'expected')
  const givenBack = { back_cents, returned_e4: returnedShares?.get(invoiceId) ?? 0 }
  const remainder = await readRemainder(tx, { agencyId, invoiceId, isClient }, givenBack)
  if (remainder === null) return paid_cents
  return Math.max(0, Math.min(paid_cents, Math.floor(Math.min(remainder.invoice_e4, remainder.beyondBills_e4) / 100)))
}

/** What was refunded of a charge, is being refunded, or is disputed, in cents. */
export const sumGivenBack = async (tx: Tx, agencyId: string, chargeId: string): Promise<number> =>
  (await sumRefunds(tx, agencyId, chargeId)) + (await sumDisputed(tx, agencyId, chargeId))

/** What an invoice or a manual bill can still give back, in 1/10,000 dollar; below 0 if more came back already. */
export interface Remainder {
  /** Of its total: without refunds, disputed amounts, credits of its leads with their tax, and shares returned for them. */
  invoice_e4: number
  /** Of what an agency's invoice asked for beyond manual bills: what these paid, and credits of their leads, count with them. */
  beyondBills_e4: number
}

/** Null for a charge without an invoice that is no manual bill. `returned_e4` is what came back of shares for its leads (decision 215). */
export async function readRemainder(
  tx: Tx,
  of: OfInvoice,
  { back_cents, returned_e4 }: { back_cents: number; returned_e4: number },
): Promise<Remainder | null> {
  const total_cents = await readTotal(tx, of.agencyId, of.invoiceId)
  if (total_cents === null) return null
  const credited_e4 = allOf(sumOf(await readCredited(tx, of)))
  const invoice_e4 = (total_cents - back_cents) * 100 - credited_e4 - returned_e4
  if (of.isClient) return { invoice_e4, beyondBills_e4: invoice_e4 }
  const own_cents = await readOwnTotal(tx, of.agencyId, of.invoiceId, total_cents)
  return { invoice_e4, beyondBills_e4: (own_cents - back_cents) * 100 - returned_e4 }
}

/**
 * What an agency's invoices have left, in 1/10,000 dollar. An invoice of which nothing was refunded or is disputed is absent: then its
 * leads' own costs are the limit.
 */
export async function readRemainders(
  tx: Tx,
  agencyId: string,
  invoiceIds: readonly string[],
  counting: Counting,
): Promise<ReadonlyMap<string, number>> {
  const back = new Map<string, number>()
  for (const id of invoiceIds) {
    const back_cents = await sumGivenBack(tx, agencyId, id)
    if (back_cents !== 0) back.set(id, back_cents)
  }
  const returnedShares = await readReturnedOn(tx, agencyId, [...back.keys()], counting)
  const sums = new Map<string, number>()
  for (const [id, back_cents] of back) {
    const givenBack = { back_cents, returned_e4: returnedShares.get(id) ?? 0 }
    const remainder = await readRemainder(tx, { agencyId, invoiceId: id, isClient: false }, givenBack)
    if (remainder) sums.set(id, Math.min(remainder.invoice_e4, remainder.beyondBills_e4))
  }
  return sums
}

/** An agency's invoice without what manual bills paid of it before, less the credits that don't lower refunds of those bills. */
async function readOwnTotal(tx: Tx, agencyId: string, invoiceId: string, total_cents: number): Promise<number> {
  const paid_cents = await readPaidOnAccount(tx, agencyId, invoiceId)
  if (paid_cents === 0) return total_cents
  const credits = sumOf(await readOwnCredited(tx, { agencyId, invoiceId, isClient: false }))
  return total_cents - paid_cents - Math.ceil(allOf(credits) / 100)
}
