import { buffer } from 'node:stream/consumers'
import type { Charge } from '#contract/billing/charges.ts'
import type { downloadCreditNote, downloadInvoice } from '#contract/billing/invoices.ts'
import type { Refund } from '#contract/billing/refunds.ts'
import { modulesWith } from '#contract/branding/modules.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { invalid } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { dayBefore, localDateAt } from '#server/platform/local-dates.ts'
import { showDate } from '#server/platform/show-date.ts'
import { dayOf, dollars, showPercent, showPrice } from '../papers/paper-formats.ts'
import { readParties, type Parties, type Payer } from '../papers/read-parties.ts'
import { findHostOf } from '#server/areas/branding/find-host.ts'
import { readSources } from '../balances/read-sources.ts'
import { readRefundLines } from '../refunds/refund-lines.ts'
import { creditNoteOf, refundColumns, type RefundRow } from '../refunds/refunds.ts'
import { sumTaxes } from '../taxes/sum-taxes.ts'
import { documentWordsIn, whomToAsk, type DocumentWords } from './document-words.ts'
import { drawDocument, type PaperDocument } from './draw-document.ts'
import { numberOf } from './invoice-number.ts'
import { paymentLinkOf, type LinkKeys } from './payment-link.ts'
import { readLines, type LineRow } from './invoice-lines.ts'
import { invoiceColumns, payerOf, type InvoiceRow } from './list-invoices.ts'

const localDay = (date: string, { language }: Parties): string => showDate(date, language)

/** The title of a line: its campaign; for a fee, the module, the days and the client. */
function textOf(line: LineRow, parties: Parties, words: DocumentWords): string {
  const { kind, module, first_day, last_day, campaign_name, client_name } = line
  const days = first_day && last_day ? `${localDay(first_day, parties)} – ${localDay(last_day, parties)}` : ''
  const product = module ? modulesWith(parties.modules)[module].name : ''
  return [words[kind], product, campaign_name, client_name, days].filter(Boolean).join(' · ')
}

type Sources = Awaited<ReturnType<typeof readSources>>

type Place = Payer

/** With the end of the payer's period before it; null for its first one. */
type InvoiceWithStart = InvoiceRow & { starts_on?: string | null }

/** A statement of its own: on a cluster, periods are with their agency and invoices on the coordinator. */
async function readStart(tx: Tx, { agencyId, clientId }: Place, { ends_on }: InvoiceRow): Promise<string | null> {
  if (ends_on === null) return null
  const { rows } = await tx.query<{ starts_on: string | null }>(
    `select max(ends_on)::text as starts_on from billing_period where agency_id = $1 and payer_id = $2 and ends_on < $3`,
    [agencyId, clientId ?? agencyId, ends_on],
  )
  return rows[0]?.starts_on ?? null
}

async function findInvoice(tx: Tx, { agencyId, clientId }: Place, id: string): Promise<InvoiceRow | null> {
  const { rows } = await tx.query<InvoiceRow>(
    `select ${invoiceColumns} from invoice i join charge c on c.agency_id = i.agency_id and c.id = i.id
      where i.agency_id = $1 and i.client_id is not distinct from $2 and i.id = $3`,
    [agencyId, clientId, id],
  )
  return rows[0] ?? null
}

interface InvoiceParts {
  row: InvoiceWithStart
  lines: readonly LineRow[]
  sources: Sources
  parties: Parties
  /** Where it is paid without signing in; undefined without a host. */
  payAt: string | undefined
}

async function readInvoiceParts(tx: Tx, keys: LinkKeys, place: Place, id: string): Promise<InvoiceParts | null> {
  const invoice = await findInvoice(tx, place, id)
  if (!invoice) return null
  const lines = await readLines(tx, place.agencyId, id)
  const sources = await readSources(tx, place.agencyId, id)
  const row = { ...invoice, starts_on: await readStart(tx, place, invoice) }
  const host = await findHostOf(tx, place.agencyId)
  const payAt = host === null ? undefined : paymentLinkOf(keys, host, { agencyId: place.agencyId, chargeId: id })
  return { row, lines, sources, parties: await readParties(tx, place), payAt }
}

const fileNameOf = (row: InvoiceRow): string => `invoice-${numberOf(row)}.pdf`

/** A payer's invoice as a PDF, with what a mail says of it; null if they have none with this id. */
export async function drawInvoice(tx: Tx, keys: LinkKeys, place: Place, id: string) {
  const parts = await readInvoiceParts(tx, keys, place, id)
  if (!parts) return null
  const { row, parties } = parts
  const content = await buffer(await drawDocument(await paperOf(parts, row.issued_at.getTime())))
  return {
    number: numberOf(row),
    seller: row.seller_name || parties.seller.name,
    issuedAt: row.issued_at,
    file: { fileName: fileNameOf(row), contentType: 'application/pdf', content },
  }
}

export const handleDownloadInvoice: Handler<typeof downloadInvoice> = async ({ params }, call) => {
  const parts = await call.inScope((tx) => readInvoiceParts(tx, call.platform, payerOf(call), params.invoiceID))
  if (!parts) throw invalid('invoiceID', 'Invoice not found.')
  return {
    fileName: fileNameOf(parts.row),
    contentType: 'application/pdf',
    stream: await drawDocument(await paperOf(parts, call.platform.clock.now())),
  }
}

async function paperOf({ row, lines, sources, parties, payAt }: InvoiceParts, now_ms: number): Promise<PaperDocument> {
  const words = await documentWordsIn(parties.language)
  const state = stateOf(row, parties, now_ms)
  const isOpen = state === 'due' || state === 'overdue'
  return {
    title: words.invoice,
    number: numberOf(row),
    issuedAt: row.issued_at,
    parties,
    seller: { name: row.seller_name || parties.seller.name, taxNumber: row.seller_tax_number },
    payer: { name: row.payer_name, taxNumber: row.payer_tax_number },
    stamp: stampOf(state, words),
    facts: [
      [words.issued, dayOf(row.issued_at, parties)],
      [words.due, dayOf(row.issued_at, parties)],
      [!row.starts_on ? words.periodEnd : words.period, periodOf(row, parties)],
      ...(state === 'paid' || state === 'credited' ? paidFacts(row, parties, words) : []),
    ],
    lines: lines.map((line) => ({
      text: textOf(line, parties, words),
      quantity: String(line.quantity),
      price: showPrice(line.unit_price_e4 / 10_000),
      amount: dollars(line.amount_cents),
      // Decision 121.
      parts: (sources.get(line.line) ?? []).map(
        ({ number, amount }) => `${words.leftOverBy} ${number}: ${showPrice(amount)}`,
      ),
    })),
    sums: sumsOf(row, lines, state, words),
    notes: [
      row.tax_note === '' ? '' : `${words.taxExempt}: ${row.tax_note}`,
      isOpen ? await whomToAsk(parties.language, parties.seller.email) : '',
    ],
    payAt: isOpen && row.total_cents > row.deduction_cents ? payAt : undefined,
  }
}

type State = 'paid' | 'due' | 'overdue' | 'credited' | 'written_off'

/** An invoice is due on the day it is issued, by its payer's calendar: it is charged then (decision 246). */
function stateOf(row: InvoiceRow, { zone }: Parties, now_ms: number): State {
  if (row.status === 'succeeded' || row.status === 'settled') {
    const amount_cents = row.total_cents - row.deduction_cents
    return amount_cents > 0 && row.refunded_cents >= amount_cents ? 'credited' : 'paid'
  }
  if (row.status === 'written_off') return 'written_off'
  return localDateAt(now_ms, zone) > localDateAt(row.issued_at.getTime(), zone) ? 'overdue' : 'due'
}

const stampOf = (state: State, words: DocumentWords): NonNullable<PaperDocument['stamp']> =>
  ({
    paid: { text: words.paid, tone: 'good' },
    due: { text: words.due, tone: 'open' },
    overdue: { text: words.isOverdue, tone: 'bad' },
    credited: { text: words.isCredited, tone: 'quiet' },
    written_off: { text: words.writtenOff, tone: 'quiet' },
  })[state] as NonNullable<PaperDocument['stamp']>

/** Nothing was paid if earlier payments covered all of it. */
function paidFacts(row: InvoiceRow, parties: Parties, words: DocumentWords): [string, string][] {
  if (row.total_cents === row.deduction_cents) return []
  return [
    [words.paidOn, row.ended_at ? dayOf(row.ended_at, parties) : ''],
    [words.paidWith, row.status === 'settled' ? words.byHand : row.paid_with],
  ]
}

function periodOf({ starts_on, ends_on }: InvoiceWithStart, parties: Parties): string {
  if (ends_on === null) return ''
  const last = localDay(dayBefore(ends_on), parties)
  return !starts_on ? last : `${localDay(starts_on, parties)} – ${last}`
}

/** All taxes by rate, what was paid, and what is open: together the total, to the cent. */
function sumsOf(row: InvoiceRow, lines: readonly LineRow[], state: State, words: DocumentWords): [string, string][] {
  const amount_cents = row.total_cents - row.deduction_cents
  const isPaid = state === 'paid' || state === 'credited'
  const sums = taxSumsOf(row, lines, words)
  if (row.deduction_cents > 0) sums.push([words.deducted, dollars(-row.deduction_cents)])
  if (state === 'written_off')
    return [
      ...sums,
      [words.invoiceAmount, dollars(amount_cents)],
      [words.writtenOff, dollars(-amount_cents)],
      [words.due, dollars(0)],
    ]
  if (!isPaid) return [...sums, [words.toPay, dollars(amount_cents)]]
  sums.push([words.invoiceAmount, dollars(amount_cents)], [words.amountPaid, dollars(-amount_cents)])
  if (row.refunded_cents > 0) sums.push([words.refunded, dollars(row.refunded_cents)])
  return [...sums, [words.due, dollars(0)]]
}

/** The subtotal and each tax; empty if no tax is charged. */
function taxSumsOf(row: InvoiceRow, lines: readonly LineRow[], words: DocumentWords): [string, string][] {
  const taxes = sumTaxes(lines)
  if (taxes.length === 0) return []
  return [
    [words.net, dollars(row.total_cents - row.tax_cents)],
    ...taxes.map(({ name, place, rate_e3, cents }): [string, string] => [
      `${name} ${showPercent(rate_e3)} (${place})`,
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
  return {
    title: words.creditNote,
    number: creditNoteOf(refund),
    issuedAt: refund.issuedAt,
    parties,
    seller: {
      name: invoice?.seller_name || parties.seller.name,
      taxNumber: invoice?.seller_tax_number ?? '',
    },
    payer: { name: invoice?.payer_name ?? parties.payer.name, taxNumber: invoice?.payer_tax_number ?? '' },
    ...(refund.state === 'failed' && { stamp: { text: words.isVoid, tone: 'bad' as const } }),
    facts: [
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
    notes: [refund.state === 'failed' ? words.void : ''],
  }
}

/** What a charge without an invoice was for. */
const subjectOf = (kind: Charge['kind'], words: DocumentWords): string =>
  kind === 'onboarding' || kind === 'developer' || kind === 'manual_bill' ? words[kind] : ''

const reasonOf = (reason: Refund['reason'], words: DocumentWords): string => words[reason]
