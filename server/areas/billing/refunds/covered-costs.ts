import { plainArray } from '#server/platform/database/plain-array.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { isRetail, readAllocatedLeads } from './allocated-leads.ts'
import { readAskedCosts } from './asked-costs.ts'

// What a lead costs its agency can be paid before anybody asks for it: by the wallet when the lead is booked, or by its client's
// payment, which carries the operator's share. A manual bill asks for neither (decision 207).

/** A lead's cost to its agency, which is on no invoice of the agency yet. */
interface OpenCost {
  leadId: string
  bookedAt: Date
}

/** Whether a lead's cost was paid, or carried by a payment in flight, at an instant. */
type IsCovered = (leadId: string, at: Date) => boolean

/** A cost that is paid only in part counts as not covered: then the bill asked for the rest of it. */
export async function readCovered(tx: Tx, agencyId: string, costs: readonly OpenCost[]): Promise<IsCovered> {
  if (costs.length === 0) return () => false
  const prepaid = await readPrepaidBatches(tx, agencyId, costs)
  const carried = await readCarrying(tx, agencyId, costs)
  const bookedAt = new Map(costs.map((cost) => [cost.leadId, cost.bookedAt.getTime()]))
  return (leadId, at) =>
    prepaid.has(bookedAt.get(leadId) ?? 0) || (carried.get(leadId) ?? []).some((payment) => wasUnderWay(payment, at))
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
  const paid = new Map(uses.map(({ at, e4 }) => [at.getTime(), e4]))
  return new Set(batches.filter(({ at, e4 }) => (paid.get(at.getTime()) ?? 0) >= e4).map(({ at }) => at.getTime()))
}

/** A client's payment that carried the costs of all leads on its invoice that its agency had not been invoiced for. */
interface Payment {
  chargeId: string
  fee_cents: number
  state: 'sent' | 'unknown' | 'succeeded' | 'declined'
  sent_at: Date
  settled_at: Date | null
}

/** A payment in flight covers costs too: what a bill leaves out for it is asked for by the next invoice if it fails. */
const wasUnderWay = ({ state, sent_at, settled_at }: Payment, at: Date): boolean =>
  settled_at !== null && settled_at <= at ? state === 'succeeded' : sent_at <= at

/** By lead, the payments that carried its cost in full. */
async function readCarrying(tx: Tx, agencyId: string, costs: readonly OpenCost[]): Promise<Map<string, Payment[]>> {
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

/** Those that carried all that their invoices' leads, lists and fees cost, less what the agency's invoices had asked for before. */
async function keepFull(tx: Tx, agencyId: string, payments: readonly Payment[]): Promise<Payment[]> {
  const costs = await readAskedCosts(tx, agencyId, [...new Set(payments.map(({ chargeId }) => chargeId))])
  const costOf = ({ chargeId, sent_at }: Payment): number =>
    costs
      .filter((one) => one.chargeId === chargeId && !(one.issuedAt !== null && one.issuedAt < sent_at))
      .reduce((sum, { e4 }) => sum + e4, 0)
  return payments.filter((payment) => payment.fee_cents >= Math.floor(costOf(payment) / 100))
}
