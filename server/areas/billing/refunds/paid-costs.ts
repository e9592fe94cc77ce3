import { plainArray } from '#server/platform/database/plain-array.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { isRetail, readAllocatedLeads } from './allocated-leads.ts'
import { readInvoicedCosts } from './invoiced-costs.ts'

// What a lead costs its agency can be paid before it is billed: by the wallet when the lead is booked, or by its client's
// payment, which includes the operator's share. A manual bill asks for neither (decision 207).

/** A lead's cost to its agency, which is on no invoice of the agency yet. */
interface OpenCost {
  leadId: string
  bookedAt: Date
}

/** Whether a lead's cost was paid, or part of a payment in flight, at an instant. */
type IsPaid = (leadId: string, at: Date) => boolean

/** A cost that is paid only in part counts as unpaid: then the bill asked for the rest of it. */
export async function readPaidCosts(tx: Tx, agencyId: string, costs: readonly OpenCost[]): Promise<IsPaid> {
  if (costs.length === 0) return () => false
  const prepaid = await readPrepaidBatches(tx, agencyId, costs)
  const payments = await readPayments(tx, agencyId, costs)
  const bookedAt = new Map(costs.map((cost) => [cost.leadId, cost.bookedAt.getTime()]))
  return (leadId, at) =>
    prepaid.has(bookedAt.get(leadId) ?? 0) || (payments.get(leadId) ?? []).some((payment) => wasPaying(payment, at))
}

/** The instants of batches that the wallet paid for in full: a lot's use names its batch by its instant alone. */
async function readPrepaidBatches(tx: Tx, agencyId: string, costs: readonly OpenCost[]): Promise<Set<number>> {
  const instants = [...new Set(costs.map(({ bookedAt }) => bookedAt.getTime()))].map((at_ms) => new Date(at_ms))
  const { rows: uses } = await tx.query<{ at: Date; e4: number }>(
    `select used_at as at, sum(amount_e4)::bigint as e4 from prepaid_use
      where agency_id = $1 and balance_id = $1 and kind = 'leads' and used_at = any($2::timestamptz[]) group by 1`,
    [agencyId, instants],
  )
  if (uses.length === 0) return new Set()
  const { rows: batches } = await tx.query<{ at: Date; e4: number }>(
    `select created_at as at, sum(wholesale_price_e4)::bigint as e4 from lead
      where agency_id = $1 and kind = 'lead' and created_at = any($2::timestamptz[]) group by 1`,
    [agencyId, uses.map(({ at }) => at)],
  )
  const usedAt = new Map(uses.map(({ at, e4 }) => [at.getTime(), e4]))
  return new Set(batches.filter(({ at, e4 }) => (usedAt.get(at.getTime()) ?? 0) >= e4).map(({ at }) => at.getTime()))
}

/** A client's payment whose share paid the costs of all leads on its invoice that its agency had not been invoiced for. */
interface Payment {
  chargeId: string
  fee_cents: number
  state: 'sent' | 'unknown' | 'succeeded' | 'declined'
  sent_at: Date
  settled_at: Date | null
}

/** A payment in flight counts, too: what a bill withholds for it is on the next invoice if it fails. */
const wasPaying = ({ state, sent_at, settled_at }: Payment, at: Date): boolean =>
  settled_at !== null && settled_at <= at ? state === 'succeeded' : sent_at <= at

/** By lead, the payments that paid its cost in full. */
async function readPayments(tx: Tx, agencyId: string, costs: readonly OpenCost[]): Promise<Map<string, Payment[]>> {
  const leadIds = costs.map(({ leadId }) => leadId)
  const sales = (await readAllocatedLeads(tx, agencyId, leadIds)).filter(isRetail)
  if (sales.length === 0) return new Map()
  const { rows: payments } = await tx.query<Payment>(
    `select charge_id as "chargeId", fee_cents, state, sent_at, settled_at from charge_attempt
      where agency_id = $1 and charge_id = any($2::uuid[]) and fee_cents > 0`,
    [agencyId, plainArray([...new Set(sales.map(({ invoiceId }) => invoiceId))])],
  )
  if (payments.length === 0) return new Map()
  const full = await keepFull(tx, agencyId, payments)
  return new Map(sales.map(({ leadId, invoiceId }) => [leadId, full.filter(({ chargeId }) => chargeId === invoiceId)]))
}

/** Those that paid all that their invoices' leads, lists and fees cost, less what the agency's invoices had billed before. */
async function keepFull(tx: Tx, agencyId: string, payments: readonly Payment[]): Promise<Payment[]> {
  const costs = await readInvoicedCosts(tx, agencyId, [...new Set(payments.map(({ chargeId }) => chargeId))])
  const costOf = ({ chargeId, sent_at }: Payment): number =>
    costs
      .filter((one) => one.chargeId === chargeId && !(one.issuedAt !== null && one.issuedAt < sent_at))
      .reduce((sum, { e4 }) => sum + e4, 0)
  return payments.filter((payment) => payment.fee_cents >= Math.floor(costOf(payment) / 100))
}
