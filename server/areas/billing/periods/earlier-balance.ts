import { e4FromCents } from '#contract/core/money.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Agency } from '../agency-of.ts'
import type { BalanceSource } from '../balances/attribute-balance.ts'
import { findSources } from '../balances/find-sources.ts'
import type { SourcedLine } from '../balances/store-sources.ts'
import { readOpenFees } from '../fees/gather-fees.ts'
import { sumUninvoicedEnrichments } from '../invoices/gather-enrichments.ts'
import { sumUninvoicedLeads, type Gathered } from '../invoices/gather-leads.ts'
import { fromTheBeginning } from '../invoices/gathered-since.ts'
import type { InvoiceLine, Issuing } from '../invoices/issue-invoices.ts'
import { readAllUndemanded } from '../quote-billing.ts'

// Earlier balances (decision 113): amounts below the card minimum, and leads whose credit was deducted and then reversed. They are on
// no unpaid invoice, and their leads can't be on another one.

interface OfPayer {
  payer: { clientId: string | null }
}

/** The draft of a payer's next invoice so far. */
interface UnbalancedDraft extends OfPayer, Gathered {
  balance?: SourcedLine
}

/** In whole cents; less than one cent is a rounding difference. */
const least_e4 = 100

/** Payers who owe more than their drafts and later bookings, without another charge for it. */
export async function findPayersBehind<One extends UnbalancedDraft>(
  tx: Tx,
  issuing: Issuing,
  drafts: readonly One[],
): Promise<One[]> {
  const openBalances = await readAllUndemanded(
    tx,
    issuing,
    drafts.map(({ payer }) => payer.clientId),
  )
  return drafts.filter(
    ({ payer, exact_e4, later_e4 }) => openBalances.exactly_e4(payer.clientId) - exact_e4 - later_e4 >= least_e4,
  )
}

/**
 * Adds the earlier balance as a line. Takes the locks of all accounts that closing these periods changes, in
 * order, so that a concurrent payment is either fully seen or waits. Also returns the balance's sources (decision 121).
 */
export async function addEarlierBalances(
  tx: Tx,
  issuing: Issuing,
  behind: readonly UnbalancedDraft[],
  payers: readonly OfPayer['payer'][],
): Promise<void> {
  if (behind.length === 0) return
  const { agencyId } = issuing
  await tx.query(
    `select from ledger_account
      where agency_id = $1 and (kind in ('agency_payable', 'root_revenue', 'root_tax', 'rounding')
         or kind in ('client_receivable', 'agency_tax') and client_id = any($2::uuid[]))
      order by id for update`,
    [agencyId, payers.flatMap(({ clientId }) => clientId ?? [])],
  )
  const openBalances = await readAllUndemanded(
    tx,
    issuing,
    behind.map(({ payer }) => payer.clientId),
  )
  for (const draft of behind) {
    const { clientId } = draft.payer
    // Read after what is owed, so that anything booked in between is left to the next invoice.
    const later_e4 = await sumUninvoiced(tx, agencyId, clientId)
    const cents = Math.floor((openBalances.exactly_e4(clientId) - draft.exact_e4 - later_e4) / least_e4)
    if (cents <= 0) continue
    const amount_e4 = e4FromCents(cents)
    draft.lines.push(lineOf(cents))
    draft.exact_e4 += amount_e4
    draft.balance = { line: draft.lines.length, sources: await findSources(tx, { agencyId, clientId, amount_e4 }) }
  }
}

/**
 * The sources of what a bill that ends manual billing asks for beyond its shares and what is not invoiced yet (decision 183).
 * The caller holds `lockOwed`.
 */
export async function findSourcesOfBill(
  tx: Tx,
  agency: Agency,
  { due_cents, shares_cents }: { due_cents: number; shares_cents: number },
): Promise<BalanceSource[]> {
  const { agencyId } = agency
  const openBalances = await readAllUndemanded(tx, agency, [null])
  const later_e4 = await sumUninvoiced(tx, agencyId, null)
  const behind_cents = Math.floor((openBalances.exactly_e4(null) - later_e4) / least_e4)
  const cents = Math.min(behind_cents, due_cents) - shares_cents
  return cents > 0 ? findSources(tx, { agencyId, clientId: null, amount_e4: e4FromCents(cents) }) : []
}

/** What is not invoiced yet, including this draft. */
async function sumUninvoiced(tx: Tx, agencyId: string, clientId: string | null): Promise<number> {
  const open = { agencyId, clientId, until: null }
  const leads = await sumUninvoicedLeads(tx, open, fromTheBeginning)
  const lists = await sumUninvoicedEnrichments(tx, open)
  const fees = await readOpenFees(tx, agencyId, [clientId])
  return leads.all_e4 + lists.all_e4 + fees.reduce((sum, fee) => sum + e4FromCents(fee.amount_cents), 0)
}

const lineOf = (amount_cents: number): InvoiceLine => ({
  kind: 'earlier_balance',
  campaignId: null,
  campaignName: '',
  quantity: 1,
  unitPrice_e4: e4FromCents(amount_cents),
  amount_cents,
})
