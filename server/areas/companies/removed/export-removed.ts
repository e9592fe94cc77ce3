import { Readable } from 'node:stream'
import type { exportRemoved } from '#contract/companies/removed.ts'
import type { CsvFormat } from '#contract/core/csv.ts'
import { reportTimeZone } from '#contract/leads/report-time-zone.ts'
import { logAsCsv } from '#server/areas/activity/user-logs.ts'
import { csvLine, csvStart, type CsvValue } from '#server/platform/csv.ts'
import { notFound } from '#server/platform/failure.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { localDateAt } from '#server/platform/local-dates.ts'
import { findRemoved, type RemovedRow } from './find-removed.ts'
import { parts, type Part } from './parts.ts'

const rowsAtOnce = 1_000

/**
 * Exports a removed company's data before it is erased (SEC-10), read in steps so that neither side holds more than
 * one. The log records who requested which file, when the ticket is issued.
 */
export const handleExportRemoved: Handler<typeof exportRemoved> = async ({ params, query: { format } }, call) => {
  const company = await call.inScope((tx) => findRemoved(tx, call, params.companyId))
  if (!company) throw notFound()
  const { part } = params
  return {
    fileName: `removed-${part}-${localDateAt(call.platform.clock.now(), reportTimeZone)}.csv`,
    contentType: 'text/csv; charset=utf-8',
    stream: Readable.from(part === 'log' ? logAsCsv(company, call, format) : csvOf(parts[part], company, call, format)),
  }
}

type Cell = CsvValue | Date
type Step = Record<string, Cell>

async function* csvOf(part: Part, company: RemovedRow, call: SignedInCall, format: CsvFormat): AsyncGenerator<string> {
  let last = beginOf(part)
  for (let isFirst = true; ; isFirst = false) {
    const { fields, rows } = await readStep(part, company, call, last)
    const names = fields.filter((name) => !name.startsWith('key_'))
    if (isFirst) yield csvStart(format) + csvLine(names, format)
    yield rows
      .map((row) =>
        csvLine(
          names.map((name) => cellOf(name, row[name]!)),
          format,
        ),
      )
      .join('')
    if (rows.length < rowsAtOnce) return
    const end = rows.at(-1)!
    last = part.order === 'id' ? [end['key_id']] : [end['key_at'], end['key_id']]
  }
}

const cellOf = (name: string, value: Cell): CsvValue => {
  if (name === 'phone' && typeof value === 'string') return { phone: value }
  return value instanceof Date ? value.toISOString() : value
}

const beginOf = ({ order }: Part): unknown[] =>
  order === 'id' ? ['00000000-0000-0000-0000-000000000000'] : ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff']

async function readStep(
  { columns, tables, order, more }: Part,
  { agencyId, clientId }: RemovedRow,
  call: SignedInCall,
  last: unknown[],
): Promise<{ fields: string[]; rows: Step[] }> {
  const keys = order === 'id' ? 't.id as key_id' : 't.created_at::text as key_at, t.id as key_id'
  const [after, by] =
    order === 'id'
      ? ['t.id > $3::uuid', 't.id']
      : ['(t.created_at, t.id) < ($3::timestamptz, $4::uuid)', 't.created_at desc, t.id desc']
  const of = clientId === null ? 't.agency_id = $1 and $2::uuid is null' : 't.agency_id = $1 and t.client_id = $2'
  const text = `select ${columns}, ${keys} from ${tables} where ${of} and ${after} ${more ?? ''} order by ${by} limit ${rowsAtOnce}`
  const { fields, rows } = await call.inScope((tx) => tx.query<Step>(text, [agencyId, clientId, ...last]))
  return { fields: fields.map(({ name }) => name), rows }
}
