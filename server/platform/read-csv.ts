import type { Readable } from 'node:stream'
import { CsvError, parse, type Options } from 'csv-parse'
import { invalid } from './failure.ts'
import { scanTextFile, type TextFileLimits } from './uploads.ts'

/** A record of a CSV file, with the number of the line where it ends. */
export interface CsvLine {
  record: string[]
  info: { lines: number }
}

const options = { bom: true, info: true, relax_column_count: true, skip_empty_lines: true, trim: true } as const

/**
 * Reads an uploaded CSV file as it arrives. Throws with the field's name if it is not valid CSV, and rethrows errors of
 * `collect`; always reads the stream to its end.
 */
export async function readCsv<T>(
  stream: Readable,
  limits: TextFileLimits,
  more: Options,
  collect: (lines: AsyncIterable<CsvLine>) => Promise<T>,
): Promise<T> {
  const scanned = scanTextFile(limits)
  const parser = parse({ ...options, ...more })
  stream.on('error', (error) => scanned.destroy(error))
  scanned.on('error', (error) => parser.destroy(error))
  stream.pipe(scanned).pipe(parser)
  try {
    return await collect(parser as AsyncIterable<CsvLine>)
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = typeof error['lines'] === 'number' ? error['lines'] : 1
    throw invalid(limits.field, `Line ${line} can’t be read as CSV.`)
  } finally {
    stream.unpipe(scanned)
    stream.resume()
  }
}
