import type { getInvoice, Invoice, listInvoices } from '#contract/billing/invoices.ts'
import { dollarsFromCents } from '#contract/core/money.ts'
import { toPage } from '#contract/core/page.ts'
import { sentences } from '#contract/core/sentences.ts'
import { invalid } from '#server/platform/failure.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { nextTry, refundedCents, shownTryOf } from '../charge-columns.ts'
import { numberOf, type Numbered } from './invoice-number.ts'
import { readSources } from '../balances/read-sources.ts'
import { presentLine, readLines } from './invoice-lines.ts'

export interface InvoiceRow extends Numbered {
  id: string
  ends_on: string | null
  seller_name: string
  payer_name: string
  total_cents: number
  deduction_cents: number
  tax_cents: number
  seller_tax_number: string
  payer_tax_number: string
  tax_note: string
  refunded_cents: number
  issued_at: Date
  status: Invoice['status']
  cause: string | null
  paid_with: string
  /** When its charge was paid, or ended otherwise; null while it is open. */
  ended_at: Date | null
  next_try_on: string | null
}

/** The payer whose invoices are requested. Throws `invalid` for the operator, which has none. */
export function payerOf({ object }: SignedInCall): { rootId: string; agencyId: string; clientId: string | null } {
  if (!object?.agencyId) throw invalid('companyId', sentences.companiesOnly)
  return { rootId: object.rootId, agencyId: object.agencyId, clientId: object.clientId }
}

export const invoiceColumns = `i.id, i.issuer, i.year, i.number, i.ends_on::text as ends_on, i.seller_name, i.payer_name, i.total_cents,
  i.deduction_cents, i.tax_cents, i.seller_tax_number, i.payer_tax_number, i.tax_note, ${refundedCents} as refunded_cents, i.issued_at, c.status, c.cause, c.paid_with,
  case when c.status <> all('{due,sent,unknown,declined}') then c.moved_at end as ended_at,
  ${nextTry} as next_try_on`
const source = `from invoice i join charge c on c.agency_id = i.agency_id and c.id = i.id
  where i.agency_id = $1 and i.client_id is not distinct from $2`

export const handleListInvoices: Handler<typeof listInvoices> = async ({ query }, call) => {
  const { agencyId, clientId } = payerOf(call)
  const rows = await call.readOnce<InvoiceRow & { total: number }>({
    text: `select ${invoiceColumns}, count(*) over ()::integer as total ${source}
      order by i.issued_at desc, i.id desc limit $3 offset $4`,
    values: [agencyId, clientId, query.perPage, (query.page - 1) * query.perPage],
  })
  return toPage(rows.map(presentInvoice), query.page, query.perPage, rows[0]?.total ?? 0)
}

export const handleGetInvoice: Handler<typeof getInvoice> = async ({ params }, call) => {
  const { agencyId, clientId } = payerOf(call)
  const { row, lines, sources } = await call.inScope(async (tx) => {
    const result = await tx.query<InvoiceRow>(`select ${invoiceColumns} ${source} and i.id = $3`, [
      agencyId,
      clientId,
      params.invoiceID,
    ])
    const lines = await readLines(tx, agencyId, params.invoiceID)
    const hasSources = lines.some(({ kind }) => kind === 'earlier_balance')
    const sources = hasSources ? await readSources(tx, agencyId, params.invoiceID) : null
    return { row: result.rows[0], lines, sources }
  })
  if (!row) throw invalid('invoiceID', 'Invoice not found.')
  return {
    result: 'success',
    data: {
      ...presentInvoice(row),
      seller: row.seller_name,
      payer: row.payer_name,
      seller_tax_number: row.seller_tax_number,
      payer_tax_number: row.payer_tax_number,
      tax_note: row.tax_note,
      lines: lines.map((line) => presentLine(line, sources?.get(line.line))),
    },
  }
}

export const presentInvoice = (row: InvoiceRow): Invoice => ({
  id: row.id,
  number: numberOf(row),
  issued_at: row.issued_at.toISOString(),
  ends_on: row.ends_on,
  total: dollarsFromCents(row.total_cents),
  tax: dollarsFromCents(row.tax_cents),
  deduction: dollarsFromCents(row.deduction_cents),
  amount: dollarsFromCents(row.total_cents - row.deduction_cents),
  refunded: dollarsFromCents(row.refunded_cents),
  status: row.status,
  cause: row.cause,
  paid_with: row.paid_with,
  next_try_on: shownTryOf(row),
})
