import { e4FromCents } from '#contract/core/money.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { findSources } from '../balances/find-sources.ts'
import type { SourcedLine } from '../balances/keep-sources.ts'
import { readOpenFees } from '../fees/gather-fees.ts'
import { sumUninvoicedEnrichments } from '../invoices/gather-enrichments.ts'
import { sumUninvoicedLeads, type Gathered } from '../invoices/gather-leads.ts'
import { wholePast } from '../invoices/gathered-since.ts'
import type { InvoiceLine, Issuing } from '../invoices/issue-invoices.ts'
import { readAllUndemanded } from '../quote-billing.ts'

// What earlier invoices left over (decision 113): a rest of less than a card takes, and leads whose credit was taken off and then taken
// back. It stands on no invoice that is still to be paid, and no lead of it can stand on another one.

interface OfPayer {
  payer: { clientId: string | null }
}

/** What a payer's next invoice asks for so far. */
interface Asked extends OfPayer, Gathered {
  balance?: SourcedLine
}

/** Whole cents: less than one is what rounding leaves. */
const least_e4 = 100

/** Those who owe more than their drafts, and what was booked since, come to, and are asked for it by nothing. */
export async function findBehind<One extends Asked>(tx: Tx, issuing: Issuing, drafts: readonly One[]): Promise<One[]> {
  const unasked = await readAllUndemanded(
    tx,
    issuing,
    drafts.map(({ payer }) => payer.clientId),
  )
  return drafts.filter(
    ({ payer, exact_e4, later_e4 }) => unasked.exactly_e4(payer.clientId) - exact_e4 - later_e4 >= least_e4,
  )
}

/**
 * Asks for what earlier invoices left over, as a line of its own. Under the locks of all accounts that closing these periods moves, in
 * their order: a payment that arrives at this moment is either seen whole or waits. What it is made of is told with it (decision 121).
 */
export async function addEarlierBalances(
  tx: Tx,
  issuing: Issuing,
  behind: readonly Asked[],
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
  const unasked = await readAllUndemanded(
    tx,
    issuing,
    behind.map(({ payer }) => payer.clientId),
  )
  for (const draft of behind) {
    const { clientId } = draft.payer
    // Read after what is owed: what is booked in between is taken for less, and comes with the next invoice.
    const later_e4 = await sumUninvoiced(tx, agencyId, clientId)
    const cents = Math.floor((unasked.exactly_e4(clientId) - draft.exact_e4 - later_e4) / least_e4)
    if (cents <= 0) continue
    const amount_e4 = e4FromCents(cents)
    draft.lines.push(lineOf(cents))
    draft.exact_e4 += amount_e4
    draft.balance = { line: draft.lines.length, sources: await findSources(tx, { agencyId, clientId, amount_e4 }) }
  }
}

/** What stands on no invoice, this one among them. */
async function sumUninvoiced(tx: Tx, agencyId: string, clientId: string | null): Promise<number> {
  const open = { agencyId, clientId, until: null }
  const leads = await sumUninvoicedLeads(tx, open, wholePast)
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
