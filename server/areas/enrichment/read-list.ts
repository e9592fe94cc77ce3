import type { Readable } from 'node:stream'
import { maxColumns, maxRows } from '#contract/enrichment/enrichments.ts'
import { invalid } from '#server/platform/failure.ts'
import { readCsv, type CsvLine } from '#server/platform/read-csv.ts'

/** An uploaded list: its column names, and the cells of each row in column order. */
export interface List {
  columns: string[]
  rows: string[][]
}

const lineLimit_bytes = 16_384
const limits = { line_bytes: lineLimit_bytes, file_bytes: 10 * 1024 * 1024 }

/** What spreadsheets would evaluate as a formula. A plus sign may also start a phone number. */
const formula = /^(?:[=@\t\r＝＠]|[+\-＋－](?![\d(]))/

/**
 * Reads a whole list. Throws for the first error, naming the field; always consumes the stream to its end.
 */
export const readList = (stream: Readable, field: string): Promise<List> =>
  readCsv(stream, { field, ...limits }, { max_record_size: 4 * lineLimit_bytes }, (lines) => collect(lines, field))

async function collect(lines: AsyncIterable<CsvLine>, field: string): Promise<List> {
  let columns: string[] | null = null
  const rows: string[][] = []
  for await (const { info, record } of lines) {
    if (record.some((cell) => formula.test(cell))) throw invalid(field, `Line ${info.lines} contains a formula.`)
    if (columns === null) {
      columns = checkColumns(record, field)
      continue
    }
    if (record.length > columns.length)
      throw invalid(field, `Line ${info.lines} has more values than there are columns.`)
    if (rows.length === maxRows) throw invalid(field, 'The file has more than 10,000 rows.')
    rows.push([...record, ...Array<string>(columns.length - record.length).fill('')])
  }
  if (columns === null) throw invalid(field, 'The file has no line of column names.')
  if (rows.length === 0) throw invalid(field, 'The file has no people below its column names.')
  return { columns, rows }
}

function checkColumns(columns: string[], field: string): string[] {
  if (columns.some((name) => name === '')) throw invalid(field, 'A column has no name in the first line.')
  if (columns.some((name) => name.length > 255)) throw invalid(field, 'A column’s name has more than 255 characters.')
  if (new Set(columns).size < columns.length) throw invalid(field, 'Two columns have the same name.')
  if (columns.length > maxColumns) throw invalid(field, `The file has more than ${maxColumns} columns.`)
  return columns
}
