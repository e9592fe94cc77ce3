import type { Tx } from '#server/platform/database/tx.ts'
import { isRetail, readAllocatedLeads } from './allocated-leads.ts'
import type { RefundedLines } from './refunded-lines.ts'
import { readRefundableMonths, type RefundableMonth } from './refundable-shares.ts'

// A refund of a client's payment returns the operator's share in proportion to its amount, whatever the refunded leads cost the agency.
// What came back this way and what credits of the invoice's leads return never exceed together what the invoice cost (decisions 213, 214).

/** What is left of the cost of a lead's client's invoice; the credits of an invoice's leads draw on its months together. */
interface CreditableCost {
  months: readonly RefundableMonth[]
  /** The agency's own invoice for the lead, if there is one yet. */
  ownInvoiceId: string | null
}

/** By lead, what is left of its client's invoice's cost; only for invoices of whose payment a refund returns a share. */
export async function readCreditableCosts(
  tx: Tx,
  agencyId: string,
  { linesOf, leads }: { linesOf: RefundedLines; leads: readonly { leadId: string }[] },
): Promise<ReadonlyMap<string, CreditableCost>> {
  const onRefunded = leads.flatMap(({ leadId }) => (linesOf(leadId, 'retail').length > 0 ? [leadId] : []))
  if (onRefunded.length === 0) return new Map()
  const sales = await readSales(tx, agencyId, onRefunded)
  const chargeIds = [...new Set(sales.map(({ chargeId }) => chargeId))]
  const monthsOf = await readRefundableMonths(tx, agencyId, chargeIds, 'expected')
  return new Map(
    sales.flatMap(({ leadId, chargeId, ownInvoiceId }) => {
      const months = monthsOf.get(chargeId)
      return months ? [[leadId, { months, ownInvoiceId }] as const] : []
    }),
  )
}

interface Sale {
  leadId: string
  chargeId: string
  ownInvoiceId: string | null
}

/**
 * The invoices that leads were sold on, and the agency's own. One that bills a reversed credit again doesn't
 * contain the lead's cost.
 */
async function readSales(tx: Tx, agencyId: string, leadIds: readonly string[]): Promise<Sale[]> {
  const lines = await readAllocatedLeads(tx, agencyId, leadIds)
  const ownOf = new Map(
    lines.flatMap(({ leadId, leg, invoiceId }) => (leg === 'wholesale' ? [[leadId, invoiceId] as const] : [])),
  )
  return lines
    .filter(isRetail)
    .map(({ leadId, invoiceId }) => ({ leadId, chargeId: invoiceId, ownInvoiceId: ownOf.get(leadId) ?? null }))
}
