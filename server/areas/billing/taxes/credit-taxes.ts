import { ensureAccounts } from '#server/areas/ledger/ensure-accounts.ts'
import { postTransfers } from '#server/areas/ledger/post-transfers.ts'
import type { AccountName, Book, NewTransfer } from '#server/areas/ledger/book.ts'
import { dateOf } from '#server/platform/clock.ts'
import { plainArray } from '#server/platform/database/plain-array.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { uuidOf } from '#server/platform/ids.ts'
import { lockCharges } from '../charge-states.ts'
import { readEarlierTaxes, sumByInvoice } from './earlier-taxes.ts'
import { readReturnedWithBills } from './tax-of-bills.ts'

/** Why leads were credited: an exclusion, a return, or a credit whose agency leg had been left out until now. */
type Cause = { changeId: string } | { returnId: string } | { withheld: readonly string[] }

/** One leg of a credited lead, with the line that billed it. */
interface Credited {
  creditId: string
  leadId: string
  clientId: string
  leg: 'retail' | 'wholesale'
  invoiceId: string
  line: number
}

interface TaxCredit extends Credited {
  id: string
  tax_e4: number
}

/**
 * Credits the tax that invoices charged for leads credited in the same transaction, in each leg. Leads without an
 * invoice get none, because they will never be invoiced.
 */
export async function creditTaxes(tx: Tx, book: Book, now_ms: number, cause: Cause): Promise<void> {
  const creditedLeads = await readCreditedLeads(tx, book, cause)
  const lines = await readTaxedLines(tx, book, creditedLeads)
  if (lines.size === 0) return
  const taxedLeads = creditedLeads.filter((one) => lines.has(keyOf(one)))
  // Refunds and other credits of these invoices wait.
  await lockCharges(
    tx,
    book.agencyId,
    taxedLeads.map(({ invoiceId }) => invoiceId),
  )
  await addActive(tx, book, lines)
  const taxLeft = await readTaxLeft(tx, book, taxedLeads)
  const credits = taxedLeads.flatMap((one): TaxCredit[] => {
    const line = lines.get(keyOf(one))!
    const tax_e4 = Math.min(nextShare(line), taxLeft.get(one.invoiceId) ?? 0)
    line.leads += 1
    line.credited_e4 += tax_e4
    taxLeft.set(one.invoiceId, (taxLeft.get(one.invoiceId) ?? 0) - tax_e4)
    return tax_e4 > 0 ? [{ ...one, id: uuidOf(['tax_credit', one.creditId, one.leg]), tax_e4 }] : []
  })
  if (credits.length === 0) return
  await insertCredits(tx, book, now_ms, credits)
  await post(tx, book, now_ms, credits, 'credit')
}

/** Reverses the tax credits of a change that was undone. */
export async function reverseTaxes(tx: Tx, book: Book, now_ms: number, changeId: string): Promise<void> {
  const { rows } = await tx.query<TaxCredit>(
    `update tax_credit set reversed_at = $3
       from lead_credit k
      where tax_credit.agency_id = $1 and k.agency_id = $1 and k.id = tax_credit.lead_credit_id and k.change_id = $2
        and tax_credit.reversed_at is null
     returning tax_credit.id, tax_credit.lead_credit_id as "creditId", tax_credit.lead_id as "leadId", k.client_id as "clientId",
       tax_credit.leg, tax_credit.invoice_id as "invoiceId", tax_credit.line, tax_credit.tax_e4`,
    [book.agencyId, changeId, dateOf(now_ms)],
  )
  if (rows.length > 0) await post(tx, book, now_ms, rows, 'reversal')
}

const keyOf = ({ invoiceId, line }: Pick<Credited, 'invoiceId' | 'line'>): string => `${invoiceId} ${line}`

async function readCreditedLeads(tx: Tx, { agencyId }: Book, cause: Cause): Promise<Credited[]> {
  const [column, ids] =
    'withheld' in cause
      ? ['id', cause.withheld]
      : 'changeId' in cause
        ? ['change_id', [cause.changeId]]
        : ['return_id', [cause.returnId]]
  const { rows } = await tx.query<Credited>(
    `select k.id as "creditId", k.lead_id as "leadId", k.client_id as "clientId",
            case when a.client_id is null then 'wholesale' else 'retail' end as leg, a.invoice_id as "invoiceId", a.line
       from lead_credit k
       join allocation a on a.agency_id = $1 and a.item_id = k.lead_id
        and not (a.client_id is null and (k.wholesale_refunded or k.wholesale_held))
      where k.agency_id = $1 and k.${column} = any($2::uuid[]) and k.reversed_at is null
        and not exists (select from tax_credit c where c.agency_id = $1 and c.lead_credit_id = k.id and (not $3 or c.leg = 'wholesale'))
        and (not $3 or a.client_id is null)
      order by k.lead_id, leg`,
    [agencyId, ids, 'withheld' in cause],
  )
  return rows
}

interface TaxedLine {
  invoiceId: string
  line: number
  quantity: number
  tax_e4: number
  /** The number of its leads whose tax was credited, and the amount. */
  leads: number
  credited_e4: number
}

/** All leads of a line have the same price and share of the tax. Rounding down the running total keeps sums exact. */
function nextShare({ quantity, tax_e4, leads, credited_e4 }: TaxedLine): number {
  const upTo_e4 = Number((BigInt(tax_e4) * BigInt(Math.min(leads + 1, quantity))) / BigInt(quantity))
  return Math.max(upTo_e4 - credited_e4, 0)
}

async function readTaxedLines(
  tx: Tx,
  { agencyId }: Book,
  credited: readonly Credited[],
): Promise<Map<string, TaxedLine>> {
  const ids = [...new Set(credited.map(({ invoiceId }) => invoiceId))]
  if (ids.length === 0) return new Map()
  const { rows } = await tx.query<Omit<TaxedLine, 'leads' | 'credited_e4'>>(
    `select invoice_id as "invoiceId", line, quantity, tax_cents * 100 as tax_e4 from invoice_line
      where agency_id = $1 and invoice_id = any($2::uuid[]) and kind = 'leads' and tax_cents > 0`,
    [agencyId, plainArray(ids)],
  )
  return new Map(rows.map((row) => [keyOf(row), { ...row, leads: 0, credited_e4: 0 }]))
}

const idsOf = (credited: readonly Pick<Credited, 'invoiceId'>[]): unknown =>
  plainArray([...new Set(credited.map(({ invoiceId }) => invoiceId))])

/** Adds what was credited on each line before. */
async function addActive(tx: Tx, { agencyId }: Book, lines: ReadonlyMap<string, TaxedLine>): Promise<void> {
  const { rows } = await tx.query<{ invoiceId: string; line: number; leads: number; e4: number }>(
    `select invoice_id as "invoiceId", line, count(*)::integer as leads, sum(tax_e4)::bigint as e4 from tax_credit
      where agency_id = $1 and invoice_id = any($2::uuid[]) and reversed_at is null group by 1, 2`,
    [agencyId, idsOf([...lines.values()])],
  )
  for (const { leads, e4, ...row } of rows) Object.assign(lines.get(keyOf(row)) ?? {}, { leads, credited_e4: e4 })
}

/**
 * What is left of the invoices' own tax after refunds and credits, in 1/10,000 dollar. Tax that refunds returned may be
 * from earlier invoices.
 */
async function readTaxLeft(tx: Tx, { agencyId }: Book, credited: readonly Credited[]): Promise<Map<string, number>> {
  const ids = idsOf(credited)
  const { rows: invoices } = await tx.query<{ id: string; e4: number }>(
    'select id, tax_cents * 100 as e4 from invoice where agency_id = $1 and id = any($2::uuid[])',
    [agencyId, ids],
  )
  const { rows: refunds } = await tx.query<{ id: string; e4: number }>(
    `select charge_id as id, sum(tax_cents * 100)::bigint as e4 from refund
      where agency_id = $1 and charge_id = any($2::uuid[]) and state <> 'failed' group by 1`,
    [agencyId, ids],
  )
  const { rows: credits } = await tx.query<{ id: string; e4: number }>(
    `select invoice_id as id, sum(tax_e4)::bigint as e4 from tax_credit
      where agency_id = $1 and invoice_id = any($2::uuid[]) and reversed_at is null group by 1`,
    [agencyId, ids],
  )
  const earlier = sumByInvoice(
    await readEarlierTaxes(
      tx,
      agencyId,
      invoices.map(({ id }) => id),
    ),
  )
  const taxLeft = new Map(invoices.map(({ id, e4 }) => [id, e4]))
  for (const { id, e4 } of refunds)
    taxLeft.set(id, (taxLeft.get(id) ?? 0) - Math.max(e4 - (earlier.get(id) ?? 0) * 100, 0))
  for (const { id, e4 } of credits) taxLeft.set(id, (taxLeft.get(id) ?? 0) - e4)
  const withBills = await readReturnedWithBills(tx, agencyId, [...taxLeft.keys()])
  for (const [id, cents] of withBills) taxLeft.set(id, (taxLeft.get(id) ?? 0) - cents * 100)
  return new Map([...taxLeft].map(([id, e4]) => [id, Math.max(e4, 0)]))
}

async function insertCredits(
  tx: Tx,
  { agencyId, rootId }: Book,
  now_ms: number,
  of: readonly TaxCredit[],
): Promise<void> {
  await tx.query(
    `insert into tax_credit (agency_id, id, root_id, client_id, lead_credit_id, lead_id, leg, invoice_id, line, tax_e4, credited_at)
     select $1, c.id, $2, c.client_id, c.credit_id, c.lead_id, c.leg, c.invoice_id, c.line, c.tax_e4, $3
       from unnest($4::uuid[], $5::uuid[], $6::uuid[], $7::uuid[], $8::text[], $9::uuid[], $10::integer[], $11::bigint[])
         as c (id, client_id, credit_id, lead_id, leg, invoice_id, line, tax_e4)
     returning 1`,
    [
      agencyId,
      rootId,
      dateOf(now_ms),
      of.map(({ id }) => id),
      of.map(({ leg, clientId }) => (leg === 'retail' ? clientId : null)),
      of.map(({ creditId }) => creditId),
      of.map(({ leadId }) => leadId),
      of.map(({ leg }) => leg),
      of.map(({ invoiceId }) => invoiceId),
      of.map(({ line }) => line),
      of.map(({ tax_e4 }) => tax_e4),
    ],
  )
}

/** From the seller's tax account to the payer's debt, or back. Wholesale transfers name no client, like their cost. */
async function post(
  tx: Tx,
  book: Book,
  now_ms: number,
  credits: readonly TaxCredit[],
  way: 'credit' | 'reversal',
): Promise<void> {
  const sidesOf = ({ leg, clientId }: TaxCredit): { payer: AccountName; payee: AccountName } =>
    leg === 'retail'
      ? { payer: { kind: 'client_receivable', clientId }, payee: { kind: 'agency_tax', clientId } }
      : { payer: { kind: 'agency_payable', clientId: null }, payee: { kind: 'root_tax', clientId: null } }
  const of = await ensureAccounts(
    tx,
    book,
    now_ms,
    credits.flatMap((one) => Object.values(sidesOf(one))),
  )
  const transfers = credits.map((one): NewTransfer => {
    const { payer, payee } = sidesOf(one)
    const [debit, credit] = way === 'credit' ? [payee, payer] : [payer, payee]
    return {
      id: uuidOf([way, one.id]),
      flow: {
        debitAccountId: of(debit),
        creditAccountId: of(credit),
        kind: `lead_tax_${way}`,
        referenceKind: 'tax_credit',
        clientId: one.leg === 'retail' ? one.clientId : null,
      },
      amount_e4: one.tax_e4,
      referenceId: one.id,
    }
  })
  await postTransfers(tx, book, now_ms, transfers)
}
