import { e4FromCents } from '#contract/core/money.ts'
import { ensureAccounts, type AccountIds } from '#server/areas/ledger/ensure-accounts.ts'
import { postTransfers } from '#server/areas/ledger/post-transfers.ts'
import type { AccountName, NewTransfer } from '#server/areas/ledger/book.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { uuidOf } from '#server/platform/ids.ts'
import { queueCollections } from '../queue-collection.ts'
import { storeSources } from '../balances/store-sources.ts'
import { accountsOfCost, transferOfCost } from '../book-cost.ts'
import { minCharge_cents } from '../charge-states.ts'
import { bookFees } from '../fees/book-fees.ts'
import { issueInvoices, netOf, taxOf, totalOf, type InvoiceLine, type Issuing } from '../invoices/issue-invoices.ts'
import { readAllUndemanded } from '../quote-billing.ts'
import { recordWithheld, assignShares } from '../shares/withheld-shares.ts'
import { readSellers } from '../taxes/read-sellers.ts'
import { taxDrafts, type Sellers } from '../taxes/tax-drafts.ts'
import { draftInvoices, type Draft, type Payer } from './draft-invoices.ts'

/** The agency whose payers' periods are being closed. */
export interface Closing extends Issuing, Sellers {
  /** Whether its clients may owe fees; if no fee was ever set, nothing is looked up per client. */
  asksFees: boolean
}

/** Closes one payer's period. Returns whether a charge was created. */
export const closePayer = async (
  tx: Tx,
  now_ms: number,
  { rootId, agencyId, zone, ...payer }: Issuing & Payer,
): Promise<boolean> => {
  const issuing = { rootId, agencyId, zone }
  const sellers = await readSellers(tx, now_ms, issuing)
  return (await closePayers(tx, now_ms, { ...issuing, ...sellers, asksFees: true }, [payer])) > 0
}

/**
 * Closes periods of an agency's payers: books clients' fees, and turns all uninvoiced leads, lists and fees before the period's
 * end into an invoice with its charge, in one transaction and with statements shared by all payers. Idempotent. Returns
 * the number of charges.
 */
export async function closePayers(tx: Tx, now_ms: number, closing: Closing, payers: readonly Payer[]): Promise<number> {
  const fresh = await insertPeriods(tx, now_ms, closing, payers)
  if (fresh.length === 0) return 0
  if (closing.asksFees)
    for (const { clientId, endsOn } of fresh)
      if (clientId !== null) await bookFees(tx, now_ms, { ...closing, clientId }, endsOn)
  const drafts = await draftInvoices(tx, closing, fresh)
  if (drafts.length === 0) return 0
  for (const { lines, missing_cents } of drafts) if (missing_cents > 0) lines.push(minimumLine(missing_cents))
  await taxDrafts(tx, closing.agencyId, closing, drafts)
  await bookDifferences(tx, now_ms, closing, drafts)
  await insertCharges(tx, now_ms, closing, drafts)
  return drafts.length
}

/** Payers whose period isn't closed yet, in the given order. Concurrent runs wait here and then find none. */
async function insertPeriods(
  tx: Tx,
  now_ms: number,
  { rootId, agencyId }: Closing,
  payers: readonly Payer[],
): Promise<Payer[]> {
  const idOf = ({ clientId }: Payer): string => clientId ?? agencyId
  // In id order, so that concurrent runs never deadlock.
  const inIdOrder = payers.toSorted((a, b) => (idOf(a) < idOf(b) ? -1 : 1))
  const { rows } = await tx.prepared<{ payer_id: string }>(
    'insert-periods',
    `insert into billing_period (agency_id, payer_id, ends_on, root_id, client_id, closed_at)
     select $1, payer.id, payer.ends_on, $2, nullif(payer.id, $1), $3
       from unnest($4::uuid[], $5::date[]) with ordinality as payer (id, ends_on, place) order by payer.place
     on conflict (agency_id, payer_id, ends_on) do nothing returning payer_id`,
    [agencyId, rootId, dateOf(now_ms), inIdOrder.map(idOf), inIdOrder.map(({ endsOn }) => endsOn)],
  )
  const newPayerIds = new Set(rows.map(({ payer_id }) => payer_id))
  return payers.filter((payer) => newPayerIds.has(idOf(payer)))
}

const rounding: AccountName = { kind: 'rounding', clientId: null }
const debtOf = ({ clientId }: Payer): AccountName => ({
  kind: clientId === null ? 'agency_payable' : 'client_receivable',
  clientId,
})

/** Clients see their own part of the agency's tax; the operator's tax is only visible to the agency. */
const taxOwedOf = ({ clientId }: Payer): AccountName => ({
  kind: clientId === null ? 'root_tax' : 'agency_tax',
  clientId,
})

/**
 * Lines are rounded half to even to cents; the difference is booked, so that the debt equals the invoice. So are an agency's
 * minimum-spend difference and tax. All together, so that accounts are locked in one order, including what the agency owes if it
 * is invoiced (`lockOwed`).
 */
async function bookDifferences(tx: Tx, now_ms: number, closing: Closing, drafts: readonly Draft[]): Promise<void> {
  const differences = drafts.map((draft) => ({
    draft,
    more_e4: e4FromCents(netOf(draft.lines) - draft.missing_cents) - draft.exact_e4,
  }))
  const unequal = differences.filter(({ more_e4 }) => more_e4 !== 0)
  const lacking = drafts.filter(({ missing_cents }) => missing_cents > 0)
  const taxedDrafts = drafts.filter(({ lines }) => taxOf(lines) > 0)
  const debts = drafts.filter(({ payer }) => payer.clientId === null).map(({ payer }) => debtOf(payer))
  if (unequal.length + lacking.length + taxedDrafts.length + debts.length === 0) return
  const of = await ensureAccounts(tx, closing, now_ms, [
    ...debts,
    ...(unequal.length > 0 ? [rounding] : []),
    ...unequal.map(({ draft }) => debtOf(draft.payer)),
    ...(lacking.length > 0 ? accountsOfCost : []),
    ...taxedDrafts.flatMap(({ payer }) => [debtOf(payer), taxOwedOf(payer)]),
  ])
  const transfers = [
    ...unequal.map(({ draft, more_e4 }) => transferOfRounding(of, draft, more_e4)),
    ...lacking.map(({ id, missing_cents }) =>
      transferOfCost(of, { id: uuidOf(['minimum_spend', id]), kind: 'minimum_spend', amount_cents: missing_cents }),
    ),
    ...taxedDrafts.map((draft) => transferOfTax(of, draft)),
  ]
  await postTransfers(tx, closing, now_ms, transfers, { lock: debts.map(of) })
}

/** The payer owes it like the rest of the invoice and the seller owes it to the tax authority, so it isn't revenue. */
const transferOfTax = (of: AccountIds, { id, payer, lines }: Draft): NewTransfer => ({
  id: uuidOf(['sales_tax', id]),
  flow: {
    debitAccountId: of(debtOf(payer)),
    creditAccountId: of(taxOwedOf(payer)),
    kind: 'sales_tax',
    referenceKind: 'invoice',
    clientId: payer.clientId,
  },
  amount_e4: e4FromCents(taxOf(lines)),
  referenceId: id,
})

function transferOfRounding(of: AccountIds, { id, payer }: Draft, more_e4: number): NewTransfer {
  const debt = debtOf(payer)
  const [debit, credit] = more_e4 > 0 ? [debt, rounding] : [rounding, debt]
  return {
    id: uuidOf(['rounding', id]),
    flow: {
      debitAccountId: of(debit),
      creditAccountId: of(credit),
      kind: 'rounding',
      referenceKind: 'invoice',
      clientId: null,
    },
    amount_e4: Math.abs(more_e4),
    referenceId: id,
  }
}

const minimumLine = (amount_cents: number): InvoiceLine => ({
  kind: 'minimum_spend',
  campaignId: null,
  campaignName: '',
  quantity: 1,
  unitPrice_e4: e4FromCents(amount_cents),
  amount_cents,
})

async function insertCharges(tx: Tx, now_ms: number, closing: Closing, drafts: readonly Draft[]): Promise<void> {
  const { rootId, agencyId } = closing
  const openBalances = await readAllUndemanded(
    tx,
    closing,
    drafts.map(({ payer }) => payer.clientId),
  )
  const charges = drafts.map(({ id, payer, lines, taxes, earlier, balance }) => {
    const total_cents = totalOf(lines)
    // Part of it was paid with clients' payments, is in another charge, or is offset by credited leads.
    const due_cents = Math.min(openBalances.of(payer.clientId), total_cents)
    const deduction_cents = due_cents < minCharge_cents ? total_cents : total_cents - due_cents
    return {
      id,
      ...payer,
      lines,
      taxes,
      earlier,
      balance,
      total_cents,
      deduction_cents,
      isDue: deduction_cents < total_cents,
    }
  })
  await tx.prepared(
    'insert-charges',
    `insert into charge (agency_id, id, root_id, client_id, kind, status, full_cents, discount_cents, created_at)
     select $1, c.id, $2, c.client_id, case when c.client_id is null then 'leads' else 'client_leads' end,
            case when c.is_due then 'due' else 'settled' end, c.total, c.deduction, $3
       from unnest($4::uuid[], $5::uuid[], $6::boolean[], $7::bigint[], $8::bigint[])
            as c (id, client_id, is_due, total, deduction)
     returning 1`,
    [
      agencyId,
      rootId,
      dateOf(now_ms),
      charges.map(({ id }) => id),
      charges.map(({ clientId }) => clientId),
      charges.map(({ isDue }) => isDue),
      charges.map(({ total_cents }) => total_cents),
      charges.map(({ deduction_cents }) => deduction_cents),
    ],
  )
  await issueInvoices(tx, now_ms, closing, charges)
  for (const { id, clientId, earlier, balance, total_cents } of charges) {
    if (balance) await storeSources(tx, { rootId, agencyId, clientId, invoiceId: id }, balance)
    if (clientId !== null) continue
    await assignShares(tx, agencyId, earlier.shares, { chargeId: id, firstLine: earlier.firstLine })
    const undemanded_cents = openBalances.of(null)
    await recordWithheld(tx, closing, { invoiceId: id, total_cents, undemanded_cents, inFlight: openBalances.inFlight })
  }
  const dueIds = charges.filter(({ isDue }) => isDue).map(({ id }) => id)
  if (dueIds.length > 0) await queueCollections(tx, closing, dueIds)
}
