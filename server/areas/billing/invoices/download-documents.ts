import type { Charge } from '#contract/billing/charges.ts'
import type { downloadCreditNote, downloadInvoice } from '#contract/billing/invoices.ts'
import type { Refund } from '#contract/billing/refunds.ts'
import { modulesWith } from '#contract/branding/modules.ts'
import type { Language } from '#contract/core/language.ts'
import { dollarsFromCents } from '#contract/core/money.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { invalid } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { showDate } from '#server/platform/show-date.ts'
import { readSources } from '../balances/read-sources.ts'
import { readRefundLines } from '../refunds/refund-lines.ts'
import { creditNoteOf, refundColumns, type RefundRow } from '../refunds/refunds.ts'
import { sumTaxes } from '../taxes/sum-taxes.ts'
import { documentWordsIn, type DocumentWords } from './document-words.ts'
import { drawDocument, type PaperDocument } from './draw-document.ts'
import { numberOf } from './invoice-number.ts'
import { readLines, type LineRow } from './invoice-lines.ts'
import { invoiceColumns, payerOf, type InvoiceRow } from './list-invoices.ts'

const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const price = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 4 })
const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 3 })
const dollars = (cents: number): string => money.format(dollarsFromCents(cents))

const dayOf = (at: Date, { language, zone }: Parties): string =>
  new Intl.DateTimeFormat(language === 'ar' ? 'ar-u-nu-latn-ca-gregory' : 'en-US', {
    dateStyle: 'long',
    timeZone: zone,
  }).format(at)

const localDay = (date: string, { language }: Parties): string => showDate(date, language)

/** The title of a line: its campaign; for a fee, the module, the days and the client. */
function textOf(line: LineRow, parties: Parties, words: DocumentWords): string {
  const { kind, module, first_day, last_day, campaign_name, client_name } = line
  const days = first_day && last_day ? `${localDay(first_day, parties)} – ${localDay(last_day, parties)}` : ''
  const product = module ? modulesWith(parties.modules)[module].name : ''
  return [words[kind], product, campaign_name, client_name, days].filter(Boolean).join(' · ')
}

type Sources = Awaited<ReturnType<typeof readSources>>

/** The parties of a document, with its language and time zone. */
interface Parties {
  language: Language
  zone: string
  color: string
  brand: string
  payer: string
  /** What the agency calls the products that it renamed. */
  modules: Parameters<typeof modulesWith>[0]
}

interface Place {
  rootId: string
  agencyId: string
  clientId: string | null
}

/** The language of the payer’s main user, and the payee's brand. */
async function readParties(tx: Tx, { rootId, agencyId, clientId }: Place): Promise<Parties> {
  const { rows } = await tx.query<Parties>(
    `select coalesce((select u.language from app_user u
                       where u.agency_id = $1 and u.client_id is not distinct from $2 and u.removed_at is null
                       order by u.created_at, u.id limit 1), 'en') as language,
            payer.time_zone as zone, payer.name as payer, brand.brand_color as color, brand.name as brand,
            coalesce((select own.modules from brand own where own.company_id = $1), '{}') as modules
       from company payer join brand on brand.company_id in ($3::uuid, $4::uuid)
      where payer.id = coalesce($2, $1) order by (brand.company_id = $3) desc limit 1`,
    [agencyId, clientId, clientId === null ? rootId : agencyId, rootId],
  )
  return rows[0]!
}

async function findInvoice(tx: Tx, { agencyId, clientId }: Place, id: string): Promise<InvoiceRow | null> {
  const { rows } = await tx.query<InvoiceRow>(
    `select ${invoiceColumns} from invoice i join charge c on c.agency_id = i.agency_id and c.id = i.id
      where i.agency_id = $1 and i.client_id is not distinct from $2 and i.id = $3`,
    [agencyId, clientId, id],
  )
  return rows[0] ?? null
}

export const handleDownloadInvoice: Handler<typeof downloadInvoice> = async ({ params }, call) => {
  const place = payerOf(call)
  const { row, lines, sources, parties } = await call.inScope(async (tx) => {
    const invoice = await findInvoice(tx, place, params.invoiceID)
    if (!invoice) throw invalid('invoiceID', 'Invoice not found.')
    const lines = await readLines(tx, place.agencyId, params.invoiceID)
    const sources = await readSources(tx, place.agencyId, params.invoiceID)
    return { row: invoice, lines, sources, parties: await readParties(tx, place) }
  })
  return {
    fileName: `invoice-${numberOf(row)}.pdf`,
    contentType: 'application/pdf',
    stream: await drawDocument(await paperOf(row, lines, sources, parties)),
  }
}

async function paperOf(
  row: InvoiceRow,
  lines: readonly LineRow[],
  sources: Sources,
  parties: Parties,
): Promise<PaperDocument> {
  const words = await documentWordsIn(parties.language)
  const isPaid = row.status === 'succeeded' || row.status === 'settled'
  const due_cents = row.total_cents - row.deduction_cents
  const sums: [string, string][] = taxSumsOf(row, lines, words)
  if (row.deduction_cents > 0) sums.push([words.deducted, `−${dollars(row.deduction_cents)}`])
  if (row.refunded_cents > 0) sums.push([words.refunded, dollars(row.refunded_cents)])
  return {
    title: words.invoice,
    number: numberOf(row),
    language: parties.language,
    issuedAt: row.issued_at,
    seller: { name: row.seller_name || parties.brand, color: parties.color },
    facts: [
      [words.from, row.seller_name || parties.brand],
      [words.sellerTaxNumber, row.seller_tax_number],
      [words.to, row.payer_name],
      [words.payerTaxNumber, row.payer_tax_number],
      [words.issued, dayOf(row.issued_at, parties)],
      [words.periodEnd, row.ends_on === null ? '' : localDay(row.ends_on, parties)],
      [words.paidWith, isPaid ? row.paid_with : ''],
    ],
    lines: lines.map((line) => ({
      text: textOf(line, parties, words),
      quantity: String(line.quantity),
      price: price.format(line.unit_price_e4 / 10_000),
      amount: dollars(line.amount_cents),
      // Decision 121.
      parts: (sources.get(line.line) ?? []).map(
        ({ number, amount }) => `${words.leftOverBy} ${number}: ${price.format(amount)}`,
      ),
    })),
    sums: [...sums, [isPaid ? words.paid : words.toPay, dollars(due_cents)]],
    note: row.tax_note === '' ? '' : `${words.taxExempt}: ${row.tax_note}`,
  }
}

/** The subtotal and each tax; empty if no tax is charged. */
function taxSumsOf(row: InvoiceRow, lines: readonly LineRow[], words: DocumentWords): [string, string][] {
  const taxes = sumTaxes(lines)
  if (taxes.length === 0) return []
  return [
    [words.net, dollars(row.total_cents - row.tax_cents)],
    ...taxes.map(({ name, place, rate_e3, cents }): [string, string] => [
      `${name} ${percent.format(rate_e3 / 100_000)} (${place})`,
      dollars(cents),
    ]),
    [words.total, dollars(row.total_cents)],
  ]
}

export const handleDownloadCreditNote: Handler<typeof downloadCreditNote> = async ({ params }, call) => {
  const place = payerOf(call)
  const { refund, lines, invoice, parties } = await call.inScope(async (tx) => {
    const { rows } = await tx.query<RefundOfCharge>(
      `select ${refundColumns}, c.kind from refund r join charge c on c.agency_id = r.agency_id and c.id = r.charge_id
        where r.agency_id = $1 and r.client_id is not distinct from $2 and r.id = $3 and r.number is not null`,
      [place.agencyId, place.clientId, params.refundId],
    )
    const refund = rows[0]
    if (!refund) throw invalid('refundId', 'Credit note not found.')
    const parts = (await readRefundLines(tx, place.agencyId, refund.charge_id)).filter(
      ({ refund_id }) => refund_id === refund.id,
    )
    const lines = parts.length > 0 ? await readLines(tx, place.agencyId, refund.charge_id) : []
    return {
      lines: lines.flatMap((line) =>
        parts.filter((part) => part.line === line.line).map(({ amount_cents }) => ({ ...line, amount_cents })),
      ),
      refund: { ...refund, issuedAt: await readIssued(tx, refund) },
      invoice: await findInvoice(tx, place, refund.charge_id),
      parties: await readParties(tx, place),
    }
  })
  return {
    fileName: `credit-note-${creditNoteOf(refund)}.pdf`,
    contentType: 'application/pdf',
    stream: await drawDocument(await noteOf(refund, lines, invoice, parties)),
  }
}

interface RefundOfCharge extends RefundRow {
  kind: Charge['kind']
}

/** When a credit note was numbered, which is when its refund was booked: the request can be of the year before. */
async function readIssued(tx: Tx, { agency_id, id, created_at }: RefundRow): Promise<Date> {
  const { rows } = await tx.query<{ at: Date | null }>(
    'select min(created_at) as at from ledger_transfer where agency_id = $1 and reference_id = $2',
    [agency_id, id],
  )
  return rows[0]?.at ?? created_at
}

/** For partially refunded lines only amounts are shown, since they don't correspond to a number of leads. */
async function noteOf(
  refund: RefundOfCharge & { issuedAt: Date },
  lines: readonly LineRow[],
  invoice: InvoiceRow | null,
  parties: Parties,
): Promise<PaperDocument> {
  const words = await documentWordsIn(parties.language)
  const seller = invoice?.seller_name || parties.brand
  return {
    title: words.creditNote,
    number: creditNoteOf(refund),
    language: parties.language,
    issuedAt: refund.issuedAt,
    seller: { name: seller, color: parties.color },
    facts: [
      [words.from, seller],
      [words.sellerTaxNumber, invoice?.seller_tax_number ?? ''],
      [words.to, invoice?.payer_name ?? parties.payer],
      [words.payerTaxNumber, invoice?.payer_tax_number ?? ''],
      [words.issued, dayOf(refund.issuedAt, parties)],
      [words.ofInvoice, invoice ? numberOf(invoice) : ''],
      [words.description, invoice ? '' : subjectOf(refund.kind, words)],
      [words.reason, reasonOf(refund.reason, words)],
    ],
    lines: lines.map((line) => ({
      text: textOf(line, parties, words),
      quantity: '',
      price: '',
      amount: dollars(line.amount_cents),
    })),
    sums: [
      ...(refund.tax_cents > 0 ? [[words.ofThatTax, dollars(refund.tax_cents)] as const] : []),
      [words.credited, dollars(refund.amount_cents)],
    ],
    note: refund.state === 'failed' ? words.void : '',
  }
}

/** What a charge without an invoice was for. */
const subjectOf = (kind: Charge['kind'], words: DocumentWords): string =>
  kind === 'onboarding' || kind === 'developer' || kind === 'manual_bill' ? words[kind] : ''

const reasonOf = (reason: Refund['reason'], words: DocumentWords): string => words[reason]
