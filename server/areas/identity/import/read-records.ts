import type { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { invalid } from '#server/platform/failure.ts'

/** Lines usually have a few hundred bytes, but a quoted field may contain line breaks. */
export const lineLimit_bytes = 16_384

/** A CSV record: values by column name. */
export type CsvRecord = Record<string, string>

const options = {
  bom: true,
  relax_column_count: true,
  skip_empty_lines: true,
  trim: true,
  max_record_size: 4 * lineLimit_bytes,
} as const

const unreadable = (error: CsvError): Error => invalid('file', `The file is no readable CSV: ${plainCause(error)}`)

function plainCause(error: CsvError): string {
  const line = typeof error['lines'] === 'number' ? ` at line ${error['lines']}` : ''
  if (error.code === 'CSV_MAX_RECORD_SIZE') return `a record is too long${line}.`
  return /QUOTE/.test(error.code) ? `a quotation mark is not closed${line}.` : `it cannot be split into columns${line}.`
}

/** A file's column names. Throws `invalid` with the field `file` if the first line is unusable. */
export async function readColumns(stream: Readable): Promise<string[]> {
  try {
    for await (const record of stream.pipe(parse({ ...options, to: 1 }))) {
      const columns = (record as string[]).map((name) => name.slice(0, 255))
      const doubled = columns.find((name, at) => columns.indexOf(name) !== at)
      if (columns.some((name) => name === '')) throw invalid('file', 'A column has no name in the first line.')
      if (doubled !== undefined) throw invalid('file', `Two columns are named ${doubled}.`)
      if (columns.length > 200) throw invalid('file', 'The file has more than 200 columns.')
      return columns
    }
  } catch (error) {
    if (error instanceof CsvError) throw unreadable(error)
    throw error
  } finally {
    stream.destroy()
  }
  throw invalid('file', 'The file has no line of column names.')
}

const longestShown = 100

/** The first data rows, with one value per column. Long values are truncated. */
export async function readFirstRows(stream: Readable, columns: number, count: number): Promise<string[][]> {
  const rows: string[][] = []
  try {
    for await (const record of stream.pipe(parse({ ...options, to: count + 1 }))) rows.push(record as string[])
  } catch (error) {
    if (error instanceof CsvError) throw unreadable(error)
    throw error
  } finally {
    stream.destroy()
  }
  return rows.slice(1).map((row) => Array.from({ length: columns }, (_, at) => (row[at] ?? '').slice(0, longestShown)))
}

/** A file's records in batches, with the 1-based number of each batch's first record. */
export async function* readGroups(
  stream: Readable,
  size: number,
): AsyncGenerator<{ first: number; records: CsvRecord[] }> {
  let records: CsvRecord[] = []
  let first = 1
  try {
    for await (const record of stream.pipe(parse({ ...options, columns: true }))) {
      records.push(record as CsvRecord)
      if (records.length < size) continue
      yield { first, records }
      first += records.length
      records = []
    }
  } catch (error) {
    if (error instanceof CsvError) throw unreadable(error)
    throw error
  } finally {
    stream.destroy()
  }
  if (records.length > 0) yield { first, records }
}
