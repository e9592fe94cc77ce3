import { centsFromE4, e4FromCents } from '#contract/core/money.ts'
import { ensureAccounts, postTransfers, type AccountName } from '#server/areas/ledger/public.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { uuidOf } from '#server/platform/ids.ts'
import { startOfDate_ms } from '#server/platform/local-dates.ts'
import { askCollection } from '../ask-collection.ts'
import { bookCost } from '../book-cost.ts'
import { leastCharge_cents } from '../charge-states.ts'
import { bookFees } from '../fees/book-fees.ts'
import { gatherFees } from '../fees/gather-fees.ts'
import { gatherEnrichments } from '../invoices/gather-enrichments.ts'
import { gatherLeads, type Gathered, type Gathering } from '../invoices/gather-leads.ts'
import { issueInvoice, type InvoiceLine } from '../invoices/issue-invoice.ts'
import { lockOwed, readUndemanded } from '../quote-billing.ts'

export interface Payer {
  rootId: string
  agencyId: string
  /** Null: the agency itself, for what it owes its operator. */
  clientId: string | null
  /** Where the period ends, in the agency's zone. */
  endsOn: string
  zone: string
  /** The least that the agency spends in this period, in cents; 0 where nothing is asked. */
  least_cents: number
}

/**
 * Closes a payer's period: a client's fees are booked, and whatever of leads, lists and fees before its end stands on no invoice
 * becomes one, with its charge, in one transaction. Nothing happens the second time. Tells whether a charge was made.
 */
export async function closePayer(tx: Tx, now_ms: number, payer: Payer): Promise<boolean> {
  const { agencyId, rootId, clientId, endsOn } = payer
  const { rowCount } = await tx.query(
    `insert into billing_period (agency_id, payer_id, ends_on, root_id, client_id, closed_at)
     values ($1, $2, $3, $4, $5, $6) on conflict (agency_id, payer_id, ends_on) do nothing`,
    [agencyId, clientId ?? agencyId, endsOn, rootId, clientId, dateOf(now_ms)],
  )
  if (!rowCount) return false
  if (clientId !== null) await bookFees(tx, now_ms, { ...payer, clientId }, endsOn)
  const id = uuidOf(['leads', agencyId, clientId ?? agencyId, endsOn])
  const until = dateOf(startOfDate_ms(endsOn, payer.zone))
  // Gathered before it is known to be enough: looking first would read all of it twice.
  await tx.query('savepoint before_gathering')
  const { lines, fees, exact_e4 } = await gatherAll(tx, { agencyId, rootId, clientId, invoiceId: id, until })
  const fees_cents = fees.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
  const spent_cents = centsFromE4(exact_e4 + e4FromCents(fees_cents))
  const missing_cents = Math.max(payer.least_cents - spent_cents, 0)
  if (spent_cents + missing_cents < leastCharge_cents) {
    await tx.query('rollback to savepoint before_gathering')
    return false
  }
  await bookRounding(tx, now_ms, payer, id, { lines, exact_e4 })
  lines.push(...fees)
  if (missing_cents > 0) {
    const cost = { id: uuidOf(['minimum_spend', id]), kind: 'minimum_spend' as const, amount_cents: missing_cents }
    await bookCost(tx, { rootId, agencyId }, now_ms, cost)
    lines.push(minimumLine(missing_cents))
  }
  await insertCharge(tx, now_ms, payer, { id, lines })
  return true
}

/** Leads and lists, whose lines are rounded, and fees, which are whole cents. */
async function gatherAll(tx: Tx, gathering: Gathering): Promise<Gathered & { fees: InvoiceLine[] }> {
  const leads = await gatherLeads(tx, gathering)
  const lists = await gatherEnrichments(tx, gathering, leads.lines.length)
  const lines = [...leads.lines, ...lists.lines]
  const fees = await gatherFees(tx, gathering, lines.length)
  return { lines, fees, exact_e4: leads.exact_e4 + lists.exact_e4 }
}

const minimumLine = (amount_cents: number): InvoiceLine => ({
  kind: 'minimum_spend',
  campaignId: null,
  campaignName: '',
  quantity: 1,
  unitPrice_e4: e4FromCents(amount_cents),
  amount_cents,
})

async function insertCharge(
  tx: Tx,
  now_ms: number,
  { agencyId, rootId, clientId, endsOn }: Payer,
  { id, lines }: { id: string; lines: InvoiceLine[] },
): Promise<void> {
  const total_cents = lines.reduce((sum, line) => sum + line.amount_cents, 0)
  // Some of it was paid with clients' payments, stands in another charge, or is made up for by leads that were credited.
  if (clientId === null) await lockOwed(tx, agencyId)
  const due_cents = Math.min(await readUndemanded(tx, { agencyId, rootId }, clientId), total_cents)
  const deduction_cents = due_cents < leastCharge_cents ? total_cents : total_cents - due_cents
  const isDue = deduction_cents < total_cents
  await tx.query(
    `insert into charge (agency_id, id, root_id, client_id, kind, status, full_cents, discount_cents, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      agencyId,
      id,
      rootId,
      clientId,
      clientId === null ? 'leads' : 'client_leads',
      isDue ? 'due' : 'settled',
      total_cents,
      deduction_cents,
      dateOf(now_ms),
    ],
  )
  await issueInvoice(tx, now_ms, { id, rootId, agencyId, clientId, endsOn, deduction_cents, lines })
  if (isDue) await askCollection(tx, { rootId, agencyId }, id)
}

/** Lines are whole cents, half to even; what that adds or takes away is booked, so that the debt is what is asked for. */
async function bookRounding(
  tx: Tx,
  now_ms: number,
  { agencyId, rootId, clientId }: Payer,
  id: string,
  { lines, exact_e4 }: { lines: readonly InvoiceLine[]; exact_e4: number },
): Promise<void> {
  const more_e4 = e4FromCents(lines.reduce((sum, line) => sum + line.amount_cents, 0)) - exact_e4
  if (more_e4 === 0) return
  const debt: AccountName = { kind: clientId === null ? 'agency_payable' : 'client_receivable', clientId }
  const rounding: AccountName = { kind: 'rounding', clientId: null }
  const book = { rootId, agencyId }
  const of = await ensureAccounts(tx, book, now_ms, [debt, rounding])
  const [debit, credit] = more_e4 > 0 ? [debt, rounding] : [rounding, debt]
  const flow = {
    debitAccountId: of(debit),
    creditAccountId: of(credit),
    kind: 'rounding',
    referenceKind: 'invoice',
    clientId: null,
  }
  await postTransfers(tx, book, now_ms, [
    { id: uuidOf(['rounding', id]), flow, amount_e4: Math.abs(more_e4), referenceId: id },
  ])
}
