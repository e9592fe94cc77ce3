import { maxFiledInvoices, type reportInvoices } from '#contract/billing/invoice-report.ts'
import { dollarsFromCents } from '#contract/core/money.ts'
import { toPage } from '#contract/core/page.ts'
import { sentences } from '#contract/core/sentences.ts'
import { reportTimeZone } from '#contract/leads/report-time-zone.ts'
import { assertKnownClient, listScopeOf } from '#server/areas/tenants/list-scope.ts'
import { csvLine, csvStart } from '#server/platform/csv.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { invalid } from '#server/platform/failure.ts'
import type { CsvFormat } from '#contract/core/csv.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { dayBefore, localDateAt } from '#server/platform/local-dates.ts'
import { openStatuses } from '../charge-states.ts'
import { invoiceColumns, presentInvoice, type InvoiceRow } from './list-invoices.ts'

interface Sums {
  count: number
  total_cents: number
  deduction_cents: number
  tax_cents: number
  open_cents: number
}

/** Whole days of the report time zone as instants, so that the index can be used. */
const source = `from invoice i join charge c on c.agency_id = i.agency_id and c.id = i.id
  where i.agency_id = $1 and i.client_id is not null and ($2::uuid is null or i.client_id = $2)
    and ($3::date is null or i.issued_at >= $3::date::timestamp at time zone '${reportTimeZone}')
    and ($4::date is null or i.issued_at < ($4::date + 1)::timestamp at time zone '${reportTimeZone}')`

const sumsText = `select count(*)::integer as count, coalesce(sum(i.total_cents), 0)::bigint as total_cents,
  coalesce(sum(i.deduction_cents), 0)::bigint as deduction_cents, coalesce(sum(i.tax_cents), 0)::bigint as tax_cents,
  coalesce(sum(i.total_cents - i.deduction_cents) filter (where c.status = any($5::text[])), 0)::bigint as open_cents
  ${source}`

const dateOf = (day: string): string | null => (day === '' || day === 'all' ? null : day)

type Row = InvoiceRow & { client_id: string }

const rowsText = `select ${invoiceColumns}, i.client_id ${source} order by i.issued_at desc, i.id desc`

/** The invoices of an agency's clients, or of one of them, with totals (C113). */
export const handleReportInvoices: Handler<typeof reportInvoices> = async ({ params, query }, call) => {
  const audience = listScopeOf(call.object!, params.clientId)
  const [start, end] = [dateOf(params.start), dateOf(params.end)]
  if (start !== null && end !== null && end < start) throw invalid('end', sentences.endBeforeStart)
  const values = [audience.agencyId, audience.clientId, start, end]
  const { rows, sums, file } = await call.inScope(async (tx) => {
    await assertKnownClient(tx, audience)
    const sumsResult = await tx.query<Sums>(sumsText, [...values, openStatuses])
    const sums = sumsResult.rows[0]!
    const { rows } = await tx.query<Row>(`${rowsText} limit $5 offset $6`, [
      ...values,
      query.perPage,
      (query.page - 1) * query.perPage,
    ])
    return { rows, sums, ...(query.file && { file: await writeFile(tx, values, query.file, sums.count) }) }
  })
  return {
    ...toPage(
      rows.map((row) => ({ ...presentInvoice(row), company_id: row.client_id, company_name: row.payer_name })),
      query.page,
      query.perPage,
      sums.count,
    ),
    sums: {
      total: dollarsFromCents(sums.total_cents),
      deduction: dollarsFromCents(sums.deduction_cents),
      tax: dollarsFromCents(sums.tax_cents),
      amount: dollarsFromCents(sums.total_cents - sums.deduction_cents),
      open: dollarsFromCents(sums.open_cents),
    },
    ...(file !== undefined && { file }),
    time_zone: reportTimeZone,
  }
}

/** What people read in a spreadsheet; other software gets the names below. */
const headings = [
  'Invoice',
  'Issued',
  'Client',
  'Leads up to',
  'Total',
  'Tax',
  'Paid or invoiced earlier',
  'To pay',
  'Refunded',
  'Status',
  'Paid with',
]
const fileColumns = [
  'number',
  'issued_at',
  'client',
  'period_end',
  'total',
  'tax',
  'paid_earlier',
  'to_pay',
  'refunded',
  'status',
  'paid_with',
] as const

/** All invoices as CSV, amounts in dollars. Throws `invalid` if there are too many for one file. */
async function writeFile(tx: Tx, values: (string | null)[], format: CsvFormat, count: number): Promise<string> {
  if (count > maxFiledInvoices) throw invalid('end', 'A file holds at most 20,000 invoices. Choose fewer days.')
  const { rows } = await tx.query<Row>(rowsText, values)
  const lines = rows.map((row) => {
    const { number, issued_at, ends_on, total, tax, deduction, amount, refunded, status, paid_with } =
      presentInvoice(row)
    const isForPeople = format === 'spreadsheet'
    const issuedOn = isForPeople ? localDateAt(row.issued_at.getTime(), reportTimeZone) : issued_at
    // A period ends before this day begins.
    const until = isForPeople && ends_on !== null ? dayBefore(ends_on) : ends_on
    return csvLine(
      [number, issuedOn, row.payer_name, until, total, tax, deduction, amount, refunded, status, paid_with],
      format,
    )
  })
  return [csvStart(format), csvLine(format === 'spreadsheet' ? headings : [...fileColumns], format), ...lines].join('')
}
