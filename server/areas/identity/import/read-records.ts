import type { Readable } from 'node:stream'
import { columnNames, type Delimiter } from '#contract/core/csv-dialect.ts'
import { checkColumns } from '#server/platform/csv-reading/check-columns.ts'
import { readRecords } from '#server/platform/csv-reading/read-records.ts'

/** Lines usually have a few hundred bytes, but a quoted field may contain line breaks. */
export const lineLimit_bytes = 16_384
const maxColumns = 200
/** How many rows show which columns are in use. */
const sampleRows = 50

/** A CSV record: values by column name. */
export type CsvRecord = Record<string, string>

const limits = { field: 'file', record_bytes: 4 * lineLimit_bytes }

export interface FileHead {
  columns: string[]
  delimiter: Delimiter
  rows: string[][]
}

/** A file's column names and first rows. Throws `invalid` with the field `file` if the first line is unusable. */
export async function readHead(stream: Readable): Promise<FileHead> {
  const records: string[][] = []
  try {
    const { lines, delimiter } = await readRecords(stream, { ...limits, most: sampleRows + 1 })
    for await (const { record } of lines) records.push(record)
    const [header = [], ...rows] = records
    const columns = checkColumns(columnNames(header, rows), maxColumns, 'file')
    return { columns, delimiter, rows: rows.map((row) => columns.map((_, at) => row[at] ?? '')) }
  } finally {
    stream.destroy()
  }
}

const longestShown = 100

/** The first data rows, with one value per column. Long values are truncated. */
export async function readFirstRows(stream: Readable, count: number): Promise<string[][]> {
  const { rows } = await readHead(stream)
  return rows.slice(0, count).map((row) => row.map((value) => value.slice(0, longestShown)))
}

/**
 * A file's records in batches, with the 1-based number of each batch's first record. A record with more values than there
 * are columns is null: its values may stand in the wrong ones.
 */
export async function* readGroups(
  stream: Readable,
  columns: readonly string[],
  size: number,
): AsyncGenerator<{ first: number; records: (CsvRecord | null)[] }> {
  let records: (CsvRecord | null)[] = []
  let first = 0
  let width = columns.length
  try {
    const { lines } = await readRecords(stream, limits)
    for await (const { record } of lines) {
      if (first === 0) {
        // The columns' names. Those without a name and values are no longer among the columns.
        first = 1
        width = Math.max(width, record.length)
        continue
      }
      records.push(byColumn(record, columns, width))
      if (records.length < size) continue
      yield { first, records }
      first += records.length
      records = []
    }
  } finally {
    stream.destroy()
  }
  if (records.length > 0) yield { first, records }
}

function byColumn(record: readonly string[], columns: readonly string[], width: number): CsvRecord | null {
  for (let at = width; at < record.length; at++) if (record[at] !== '') return null
  const values: CsvRecord = {}
  for (const [at, name] of columns.entries()) values[name] = record[at] ?? ''
  return values
}
