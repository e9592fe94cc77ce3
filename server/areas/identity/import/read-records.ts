import type { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { invalid } from '#server/platform/failure.ts'

/** A line of a file of persons is a few hundred bytes; a quoted field may hold line ends of its own. */
export const lineLimit_bytes = 16_384

/** One record of a CSV file: the values by the names of their columns. */
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

/** The names of a file's columns. Throws with the field `file` for a file that has no usable first line. */
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

/** The first rows below the names of the columns, a value for each of these. What is long is cut. */
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

/** The records of a file in groups, with the number of each group's first record counted from 1. */
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
