import type { Readable } from 'node:stream'
import { columnNames } from '#contract/core/csv-dialect.ts'
import { maxColumns, maxRows } from '#contract/enrichment/enrichments.ts'
import { checkColumns } from '#server/platform/csv-reading/check-columns.ts'
import { readCsv } from '#server/platform/csv-reading/read-csv.ts'
import type { CsvRecords } from '#server/platform/csv-reading/read-records.ts'
import { invalid } from '#server/platform/failure.ts'

/** An uploaded list: its column names, and the cells of each row in column order. */
export interface List {
  columns: string[]
  rows: string[][]
}

const line_bytes = 16_384
const limits = { line_bytes, record_bytes: 4 * line_bytes, file_bytes: 10 * 1024 * 1024 }

/**
 * Reads a whole list. Throws for the first error, naming the field; always consumes the stream to its end. Cells stay as
 * they are: a formula is disarmed where a file is written for a spreadsheet.
 */
export const readList = (stream: Readable, field: string): Promise<List> =>
  readCsv(stream, { field, ...limits }, (records) => collect(records, field))

async function collect({ lines }: CsvRecords, field: string): Promise<List> {
  let header: string[] | null = null
  const rows: { cells: string[]; line: number }[] = []
  for await (const { info, record } of lines) {
    if (header === null) header = record
    else if (rows.length === maxRows) throw invalid(field, 'The file has more than 10,000 rows.')
    else rows.push({ cells: record, line: info.lines })
  }
  if (header === null) throw invalid(field, 'The file has no line of column names.')
  if (rows.length === 0) throw invalid(field, 'The file has no people below its column names.')
  const all = rows.map(({ cells }) => cells)
  const columns = checkColumns(columnNames(header, all), maxColumns, field)
  const long = rows.find(({ cells }) => cells.slice(columns.length).some((cell) => cell !== ''))
  if (long) throw invalid(field, `Line ${long.line} has more values than there are columns.`)
  return { columns, rows: all.map((cells) => columns.map((_, at) => cells[at] ?? '')) }
}
