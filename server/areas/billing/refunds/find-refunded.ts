import type { Tx } from '#server/platform/database/tx.ts'
import { isRetail, readAllocatedLeads, type LeadLeg, type LineOf } from './allocated-leads.ts'
import { readBillLines } from './billed-leads.ts'
import type { OfInvoice } from './credited.ts'
import { readRemainder, sumGivenBack } from './refundable.ts'
import { readLinesLeft, readRefundLines } from './refund-lines.ts'
import { lockRefundedLines, readRebilledLines, type RefundedLines } from './refunded-lines.ts'
import { readCreditableCosts } from './creditable-costs.ts'
import { readReturnedOn } from './share-months.ts'
import { drawCredit } from './refundable-shares.ts'

// Whether a lead was refunded with its invoice (decision 119). A refund names lines at most, never leads: what it left
// is available for credits, lead by lead, and a lead that doesn't fully fit counts as refunded.

/** A lead's lines on client invoices: its own, and another one if its credit was reversed. Empty until invoiced. */
export async function findLinesOf(tx: Tx, agencyId: string, leadId: string): Promise<LineOf[]> {
  const lines = (await readAllocatedLeads(tx, agencyId, [leadId])).filter(isRetail)
  if (lines.length === 0) return []
  return [...lines, ...(await readRebilledLines(tx, agencyId, [leadId])).filter(isRetail)]
}

/** Whether so much of a client's invoice or line was refunded or disputed that a credit would repay the lead twice. */
export async function isRefunded(tx: Tx, agencyId: string, line: LineOf, price_e4: number): Promise<boolean> {
  const whole_e4 = price_e4 + (await readTaxOn(tx, agencyId, line, price_e4))
  const credit = { ofInvoice_e4: whole_e4, ofLine_e4: whole_e4, beyondBills_e4: null, returned_e4: 0 }
  return isOver(tx, { ...line, agencyId, isClient: true }, credit)
}

/** What leads would be credited of an invoice and of a line. */
interface PlannedCredit {
  ofInvoice_e4: number
  ofLine_e4: number
  /** Of what the invoice asked for beyond manual bills; null for a lead that a bill had asked for before. */
  beyondBills_e4: number | null
  /** What came back of clients' payments for the invoice's leads. */
  returned_e4: number
}

/** Whether an invoice, or a line that was refunded separately, has less left than its leads would be credited. */
async function isOver(
  tx: Tx,
  { line, ...of }: OfInvoice & LineOf,
  { ofInvoice_e4, ofLine_e4, beyondBills_e4, returned_e4 }: PlannedCredit,
): Promise<boolean> {
  const back_cents = await sumGivenBack(tx, of.agencyId, of.invoiceId)
  if (back_cents === 0) return false
  const remainder = await readRemainder(tx, of, { back_cents, returned_e4 })
  if (!remainder || remainder.invoice_e4 < ofInvoice_e4) return true
  if (beyondBills_e4 !== null && remainder.beyondBills_e4 < beyondBills_e4) return true
  const refundLines = await readRefundLines(tx, of.agencyId, of.invoiceId)
  if (!refundLines.some((one) => one.line === line && !one.is_failed)) return false
  return ((await readLinesLeft(tx, of)).get(line) ?? 0) * 100 < ofLine_e4
}

/** A line's tax on a lead's price, rounded up, in 1/10,000 dollar. */
async function readTaxOn(tx: Tx, agencyId: string, { invoiceId, line }: LineOf, price_e4: number): Promise<number> {
  const { rows } = await tx.query<{ rate_e3: number }>(
    `select tax_rate_e3 as rate_e3 from invoice_line
      where agency_id = $1 and invoice_id = $2 and line = $3 and tax_cents > 0`,
    [agencyId, invoiceId, line],
  )
  return Math.ceil((price_e4 * (rows[0]?.rate_e3 ?? 0)) / 100_000)
}

/** A lead that is about to be credited. */
export interface CreditableLead {
  leadId: string
  retail_e4: number
  wholesale_e4: number
}

/** The ids of leads that were refunded with their clients' invoices, and with their agency's. */
export type Refunded = Record<LeadLeg, ReadonlySet<string>>

/**
 * Counting of these leads were refunded with their invoices, so that a credit would repay them twice: those refunded by a
 * client's invoice aren't credited at all, those by the agency's, or with the operator's share of a client's payment, not in the
 * agency's leg. Locks the charges of the invoices and of older months that credits may draw on, so that refunds and other credits of
 * them wait until the transaction ends.
 */
export async function findRefunded(tx: Tx, agencyId: string, leads: readonly CreditableLead[]): Promise<Refunded> {
  const linesOf = await lockRefundedLines(
    tx,
    agencyId,
    leads.map(({ leadId }) => leadId),
  )
  const pricesOf = (of: readonly CreditableLead[], leg: LeadLeg): Priced[] =>
    of.map((lead) => ({ leadId: lead.leadId, price_e4: leg === 'retail' ? lead.retail_e4 : lead.wholesale_e4 }))
  const retail = await findInLeg(tx, agencyId, { leg: 'retail', linesOf }, pricesOf(leads, 'retail'))
  const leadsToCredit = leads.filter(({ leadId }) => !retail.has(leadId))
  return {
    retail,
    wholesale: await findInLeg(tx, agencyId, { leg: 'wholesale', linesOf }, pricesOf(leadsToCredit, 'wholesale')),
  }
}

interface Priced {
  leadId: string
  price_e4: number
}

async function findInLeg(
  tx: Tx,
  agencyId: string,
  { leg, linesOf }: { leg: LeadLeg; linesOf: RefundedLines },
  leads: readonly Priced[],
): Promise<Set<string>> {
  const refundedIds = new Set<string>()
  /** Credits planned so far, with their tax, by invoice and by line. */
  const plannedCredits = new Map<string, number>()
  const creditedFor = (key: string): number => plannedCredits.get(key) ?? 0
  const keyOf = ({ invoiceId, line }: LineOf): string => `${invoiceId} ${line}`
  const beyondOf = ({ invoiceId }: Pick<LineOf, 'invoiceId'>): string => `${invoiceId} beyond bills`
  const addTo = (key: string, e4: number): unknown => plannedCredits.set(key, creditedFor(key) + e4)
  const onBills = leg === 'retail' ? new Set<string>() : await findBilled(tx, agencyId, { linesOf, leads })
  const costs =
    leg === 'retail' ? new Map<string, never>() : await readCreditableCosts(tx, agencyId, { linesOf, leads })
  const returnedShares = await readReturnedOnLines(tx, agencyId, { leg, linesOf, leads })
  for (const { leadId, price_e4 } of leads) {
    if (price_e4 === 0) continue
    const lines = linesOf(leadId, leg)
    const wholes = new Map<LineOf, number>()
    const cost = costs.get(leadId)
    const draws = cost
      ? drawCredit(cost.months, { ownInvoiceId: cost.ownInvoiceId, price_e4, plannedOf: creditedFor })
      : []
    let isBack = draws === null
    for (const line of lines) {
      const whole_e4 = price_e4 + (await readTaxOn(tx, agencyId, line, price_e4))
      wholes.set(line, whole_e4)
      isBack ||= await isOver(
        tx,
        { ...line, agencyId, isClient: leg === 'retail' },
        {
          ofInvoice_e4: creditedFor(line.invoiceId) + whole_e4,
          ofLine_e4: creditedFor(keyOf(line)) + whole_e4,
          beyondBills_e4: onBills.has(leadId) ? null : creditedFor(beyondOf(line)) + whole_e4,
          returned_e4: returnedShares.get(line.invoiceId) ?? 0,
        },
      )
    }
    if (isBack || draws === null) {
      refundedIds.add(leadId)
      continue
    }
    for (const [line, whole_e4] of wholes)
      for (const key of [line.invoiceId, keyOf(line), ...(onBills.has(leadId) ? [] : [beyondOf(line)])])
        addTo(key, whole_e4)
    for (const { month, e4 } of draws) {
      month.refundable_e4 -= e4
      const { invoiceId } = month
      // The share that the credit displaces counts in an older month.
      if (invoiceId !== null && invoiceId !== cost?.ownInvoiceId)
        for (const key of [invoiceId, beyondOf({ invoiceId })]) addTo(key, e4)
    }
  }
  return refundedIds
}

/** What came back of clients' payments for leads on the agency's refunded invoices; nothing in the clients' leg (decision 215). */
async function readReturnedOnLines(
  tx: Tx,
  agencyId: string,
  { leg, linesOf, leads }: { leg: LeadLeg; linesOf: RefundedLines; leads: readonly Priced[] },
): Promise<ReadonlyMap<string, number>> {
  if (leg === 'retail') return new Map()
  const invoiceIds = leads.flatMap(({ leadId }) => linesOf(leadId, leg).map(({ invoiceId }) => invoiceId))
  return readReturnedOn(tx, agencyId, [...new Set(invoiceIds)], 'expected')
}

/** Those of leads on refunded lines that a manual bill asked for before their invoice: the bill paid for them, not the invoice. */
async function findBilled(
  tx: Tx,
  agencyId: string,
  { linesOf, leads }: { linesOf: RefundedLines; leads: readonly Priced[] },
): Promise<Set<string>> {
  const ids = leads.flatMap(({ leadId }) => (linesOf(leadId, 'wholesale').length > 0 ? [leadId] : []))
  if (ids.length === 0) return new Set()
  return new Set((await readBillLines(tx, agencyId, ids)).map(({ leadId }) => leadId))
}
