import { Readable } from 'node:stream'
import type { CsvFormat } from '#contract/core/csv.ts'
import type { downloadEnrichment } from '#contract/enrichment/enrichments.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { csvLine, csvStart, type CsvValue } from '#server/platform/csv.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { Failure, notFound } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { findEnrichment, type EnrichmentRow } from './enrichments.ts'
import { readHiddenNumbers } from './hidden-numbers.ts'
import { addedFields, type MatchKey } from './read-row.ts'

const rowsAtOnce = 1_000

interface Row {
  row: number
  cells: string[]
  personId: number | null
  key: MatchKey | null
  added: Record<string, string> | null
}

/** A purchased list with the added columns, read in batches. Unmatched rows are included as uploaded. */
export const handleDownload: Handler<typeof downloadEnrichment> = async ({ params, query }, call) => {
  const { one, fields, first } = await call.inScope(async (tx) => {
    const enrichment = await findEnrichment(tx, call.object!.agencyId!, params.id)
    if (!enrichment) throw notFound()
    if (enrichment.status !== 'bought')
      throw new Failure('conflict', { message: 'Accept the price of this list first.' })
    if (enrichment.rowsRemovedAt)
      throw new Failure('conflict', { message: 'The rows of this list were removed after 30 days.' })
    return {
      one: enrichment,
      fields: await readFields(tx, call, enrichment),
      first: await readStep(tx, call, enrichment, 0),
    }
  })
  return {
    fileName: `enriched-${one.name.replace(/\.csv$/i, '').replaceAll(/[^A-Za-z0-9_-]+/g, '-')}.csv`,
    contentType: 'text/csv; charset=utf-8',
    stream: Readable.from(csvOf(call, one, fields, first, query.format)),
  }
}

/** All added columns, but no phone numbers for a client from which the agency hides them. */
async function readFields(tx: Tx, call: SignedInCall, one: EnrichmentRow): Promise<readonly string[]> {
  if (call.caller.kind !== 'client') return addedFields
  const { rows } = await tx.query('select from company where id = $1 and shows_phone', [one.clientId])
  return rows.length > 0 ? addedFields : addedFields.filter((field) => field !== 'phone')
}

/** Clients don't get phone numbers that a campaign hides, even if they were bought before it did. */
async function readStep(tx: Tx, call: SignedInCall, one: EnrichmentRow, after: number): Promise<Row[]> {
  const { rows } = await tx.query<Row>(
    `select row, cells, person_id as "personId", match_key as key, added from enrichment_row
      where agency_id = $1 and enrichment_id = $2 and row > $3 order by row limit ${rowsAtOnce}`,
    [one.agencyId, one.id, after],
  )
  if (call.caller.kind !== 'client') return rows
  const people = new Set(rows.flatMap(({ personId }) => personId ?? []))
  const hiddenIds = await readHiddenNumbers(tx, one, [...people])
  return rows.map((row) => (hiddenIds.has(row.personId ?? -1) ? { ...row, added: { ...row.added, phone: '' } } : row))
}

async function* csvOf(
  call: SignedInCall,
  one: EnrichmentRow,
  fields: readonly string[],
  first: Row[],
  format: CsvFormat,
): AsyncGenerator<string> {
  const head = [...one.columns, 'matched_by', ...fields.map((field) => `added_${field}`)]
  yield csvStart(format) + csvLine(head, format)
  for (let rows = first; rows.length > 0;) {
    yield rows.map((row) => csvLine([...row.cells, row.key, ...addedOf(row, fields)], format)).join('')
    if (rows.length < rowsAtOnce) return
    const last = rows.at(-1)!.row
    rows = await call.inScope((tx) => readStep(tx, call, one, last))
  }
}

const addedOf = ({ added }: Row, fields: readonly string[]): CsvValue[] =>
  fields.map((field) => {
    const value = added?.[field] ?? null
    return field === 'phone' && value !== null ? { phone: value } : value
  })
