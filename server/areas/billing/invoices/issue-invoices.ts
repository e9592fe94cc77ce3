import type { Module } from '#contract/campaigns/modules.ts'
import { dateOf } from '#server/platform/clock.ts'
import { localDateAt } from '#server/platform/local-dates.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { queueInvoiceMails } from '../queue-payment-mails.ts'

export interface InvoiceLine {
  kind:
    | 'leads'
    | 'enrichment'
    | 'minimum_spend'
    | 'onboarding'
    | 'developer'
    | 'manual_bill'
    | 'platform_fee'
    | 'lead_minimum'
    | 'earlier_leads'
    | 'earlier_balance'
  campaignId: string | null
  campaignName: string
  quantity: number
  unitPrice_e4: number
  amount_cents: number
  /** What a fee covers: its module, its local days (end exclusive), and on an agency's invoice the client. */
  fee?: { module: Module; from_on: string; until_on: string; clientName: string }
  /** For earlier leads: the client whose payment for them failed. */
  clientName?: string
  /** The tax on a line: name, place, rate in 1/1,000 percent, and amount. */
  tax?: { name: string; place: string; rate_e3: number; cents: number }
}

/** An invoice's tax details besides its lines: both tax numbers, and the reason if no tax is charged. */
export interface TaxFacts {
  sellerNumber: string
  payerNumber: string
  note: string
}

export interface NewInvoice {
  /** Also the charge's id. */
  id: string
  clientId: string | null
  /** The local end date of the period; null for a single fee. */
  endsOn: string | null
  deduction_cents: number
  lines: readonly InvoiceLine[]
  taxes?: TaxFacts | undefined
}

/** The seller: an agency for its clients, or its operator for the agency. */
export interface Issuing {
  rootId: string
  agencyId: string
  /** The agency's. */
  zone: string
}

/** Sums of the lines before and including tax. */
export const netOf = (lines: readonly InvoiceLine[]): number =>
  lines.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
export const taxOf = (lines: readonly InvoiceLine[]): number =>
  lines.reduce((sum, { tax }) => sum + (tax?.cents ?? 0), 0)
export const totalOf = (lines: readonly InvoiceLine[]): number => netOf(lines) + taxOf(lines)

/**
 * Issues invoices with the next numbers of their series (agency to clients, or operator to agency), by year in the
 * agency's zone. Runs in the transaction of their charges, in the given order; call it late, since it locks the numbering.
 */
export async function issueInvoices(
  tx: Tx,
  now_ms: number,
  issuing: Issuing,
  invoices: readonly NewInvoice[],
): Promise<void> {
  const year = Number(localDateAt(now_ms, issuing.zone).slice(0, 4))
  const payerIds = invoices.map(({ clientId }) => clientId ?? issuing.agencyId)
  const [names, sellers, last] = await tx.together(() => [
    readNames(tx, [issuing.agencyId, ...payerIds]),
    readSellers(tx, issuing),
    allocateNumbers(tx, issuing, year, invoices),
  ])
  const next = new Map([...last].map(([issuer, number]) => [issuer, number - countOf(invoices, issuer) + 1]))
  const numberedInvoices = invoices.map((invoice) => {
    const issuer = issuerOf(invoice)
    const number = next.get(issuer)!
    next.set(issuer, number + 1)
    const seller = sellers.get(issuer === 'root' ? issuing.rootId : issuing.agencyId)
    return {
      ...invoice,
      issuer,
      number,
      seller: seller ?? (issuer === 'root' ? '' : (names.get(issuing.agencyId) ?? '')),
      payer: names.get(invoice.clientId ?? issuing.agencyId)!,
    }
  })
  await tx.together(() => [
    insertInvoices(tx, now_ms, { ...issuing, year }, numberedInvoices),
    insertLines(tx, issuing, invoices),
  ])
  await queueInvoiceMails(
    tx,
    issuing,
    invoices.map(({ id }) => id),
  )
}

type Issuer = 'agency' | 'root'
const issuerOf = ({ clientId }: NewInvoice): Issuer => (clientId === null ? 'root' : 'agency')
const countOf = (invoices: readonly NewInvoice[], issuer: Issuer): number =>
  invoices.filter((invoice) => issuerOf(invoice) === issuer).length

/** Advances each series by the number of invoices, which locks it until commit, and returns the last number of each. */
async function allocateNumbers(
  tx: Tx,
  { rootId, agencyId }: Issuing,
  year: number,
  invoices: readonly NewInvoice[],
): Promise<Map<Issuer, number>> {
  // In one fixed order, so that two transactions that issue in both series never deadlock.
  const issuers = (['agency', 'root'] as const).filter((issuer) => countOf(invoices, issuer) > 0)
  const { rows } = await tx.prepared<{ issuer: Issuer; last: number }>(
    'take-numbers',
    `insert into invoice_series (agency_id, issuer, year, root_id, last)
     select $1, taken.issuer, $2, $3, taken.count from unnest($4::text[], $5::integer[]) as taken (issuer, count)
     on conflict (agency_id, issuer, year) do update set last = invoice_series.last + excluded.last
     returning issuer, last`,
    [agencyId, year, rootId, issuers, issuers.map((issuer) => countOf(invoices, issuer))],
  )
  return new Map(rows.map(({ issuer, last }) => [issuer, last]))
}

interface Numbered extends NewInvoice {
  issuer: Issuer
  number: number
  seller: string
  payer: string
}

async function insertInvoices(
  tx: Tx,
  now_ms: number,
  { agencyId, rootId, year }: Issuing & { year: number },
  invoices: readonly Numbered[],
): Promise<void> {
  await tx.prepared(
    'insert-invoices',
    `insert into invoice (agency_id, id, root_id, client_id, issuer, year, number, ends_on, seller_name, payer_name,
       total_cents, deduction_cents, tax_cents, seller_tax_number, payer_tax_number, tax_note, issued_at)
     select $1, i.id, $2, i.client_id, i.issuer, $3, i.number, i.ends_on, i.seller, i.payer, i.total, i.deduction, i.tax,
            i.seller_number, i.payer_number, i.note, $4
       from unnest($5::uuid[], $6::uuid[], $7::text[], $8::integer[], $9::date[], $10::text[], $11::text[], $12::bigint[],
                   $13::bigint[], $14::bigint[], $15::text[], $16::text[], $17::text[])
         as i (id, client_id, issuer, number, ends_on, seller, payer, total, deduction, tax, seller_number, payer_number, note)
     returning 1`,
    [
      agencyId,
      rootId,
      year,
      dateOf(now_ms),
      invoices.map(({ id }) => id),
      invoices.map(({ clientId }) => clientId),
      invoices.map(({ issuer }) => issuer),
      invoices.map(({ number }) => number),
      invoices.map(({ endsOn }) => endsOn),
      invoices.map(({ seller }) => seller),
      invoices.map(({ payer }) => payer),
      invoices.map(({ lines }) => totalOf(lines)),
      invoices.map(({ deduction_cents }) => deduction_cents),
      invoices.map(({ lines }) => taxOf(lines)),
      invoices.map(({ taxes }) => taxes?.sellerNumber ?? ''),
      invoices.map(({ taxes }) => taxes?.payerNumber ?? ''),
      invoices.map(({ taxes }) => taxes?.note ?? ''),
    ],
  )
}

async function insertLines(tx: Tx, { agencyId, rootId }: Issuing, invoices: readonly NewInvoice[]): Promise<void> {
  const all = invoices.flatMap(({ id, clientId, lines }) =>
    lines.map((line, at) => ({ ...line, invoiceId: id, clientId, number: at + 1 })),
  )
  await tx.prepared(
    'insert-invoice-lines',
    `insert into invoice_line (agency_id, invoice_id, line, root_id, client_id, kind, campaign_id, campaign_name, quantity,
       unit_price_e4, amount_cents, module, from_on, until_on, client_name, tax_name, tax_place, tax_rate_e3, tax_cents)
     select $1, l.invoice_id, l.line, $2, l.client_id, l.kind, l.campaign_id, l.campaign_name, l.quantity, l.unit_price_e4,
            l.amount_cents, l.module, l.from_on, l.until_on, l.client_name, l.tax_name, l.tax_place, l.tax_rate_e3, l.tax_cents
       from unnest($3::uuid[], $4::integer[], $5::uuid[], $6::text[], $7::uuid[], $8::text[], $9::integer[], $10::bigint[],
                   $11::bigint[], $12::text[], $13::date[], $14::date[], $15::text[], $16::text[], $17::text[],
                   $18::integer[], $19::bigint[])
         as l (invoice_id, line, client_id, kind, campaign_id, campaign_name, quantity, unit_price_e4, amount_cents, module,
               from_on, until_on, client_name, tax_name, tax_place, tax_rate_e3, tax_cents)
     returning 1`,
    [
      agencyId,
      rootId,
      all.map(({ invoiceId }) => invoiceId),
      all.map(({ number }) => number),
      all.map(({ clientId }) => clientId),
      all.map(({ kind }) => kind),
      all.map(({ campaignId }) => campaignId),
      all.map(({ campaignName }) => campaignName),
      all.map(({ quantity }) => quantity),
      all.map(({ unitPrice_e4 }) => unitPrice_e4),
      all.map(({ amount_cents }) => amount_cents),
      all.map(({ fee }) => fee?.module ?? null),
      all.map(({ fee }) => fee?.from_on ?? null),
      all.map(({ fee }) => fee?.until_on ?? null),
      all.map(({ fee, clientName }) => fee?.clientName ?? clientName ?? ''),
      all.map(({ tax }) => tax?.name ?? ''),
      all.map(({ tax }) => tax?.place ?? ''),
      all.map(({ tax }) => tax?.rate_e3 ?? null),
      all.map(({ tax }) => tax?.cents ?? 0),
    ],
  )
}

/** Current company names. */
async function readNames(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await tx.prepared<{ id: string; name: string }>(
    'names-of-payers',
    'select id, name from company where id = any($1::uuid[])',
    [[...new Set(ids)]],
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The brand names of agency and operator. */
async function readSellers(tx: Tx, { rootId, agencyId }: Issuing): Promise<Map<string, string>> {
  const { rows } = await tx.prepared<{ id: string; name: string }>(
    'names-of-sellers',
    'select company_id as id, legal_name as name from brand where company_id = any($1::uuid[])',
    [[agencyId, rootId]],
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}
