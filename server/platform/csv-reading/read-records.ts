import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { dialectOf, head_bytes, type Delimiter } from '#contract/core/csv-dialect.ts'
import { decodeHead, statedEncoding } from '#contract/core/text-encoding.ts'
import { invalid } from '../failure.ts'
import { QuoteMender } from './mend-quotes.ts'

/** A record of a CSV file, with the number of the line where it ends. */
interface CsvLine {
  record: string[]
  info: { lines: number }
}

export interface CsvRecords {
  delimiter: Delimiter
  lines: AsyncIterable<CsvLine>
}

const options = {
  info: true,
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  skip_records_with_empty_values: true,
  trim: true,
}

/**
 * The records of CSV text in UTF-8, in the file's own dialect. Records without a value are left out. The lines throw
 * `invalid` with the field's name for a record that is too long; always call `destroy` of the stream afterwards.
 */
export async function readRecords(
  stream: Readable,
  { field, record_bytes, most }: { field: string; record_bytes: number; most?: number },
): Promise<CsvRecords> {
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  const firstBytes = await takeHead(chunks)
  const head = firstBytes.subarray(statedEncoding(firstBytes)?.length ?? 0)
  const { delimiter, skipped } = dialectOf(decodeHead(head.subarray(0, head_bytes)).text)
  const parser = parse({ ...options, delimiter, max_record_size: record_bytes, ...(most && { to: most }) })
  const text = Readable.from(mended(head.subarray(skipped), chunks, delimiter), { objectMode: false })
  text.on('error', (error) => parser.destroy(error))
  text.pipe(parser)
  return { delimiter, lines: told(parser as AsyncIterable<CsvLine>, field) }
}

async function takeHead(chunks: AsyncIterator<Buffer>): Promise<Buffer> {
  const buffers: Buffer[] = []
  let bytes = 0
  while (bytes < head_bytes) {
    const { done, value } = await chunks.next()
    if (done) break
    buffers.push(value)
    bytes += value.length
  }
  return Buffer.concat(buffers)
}

async function* mended(head: Buffer, chunks: AsyncIterator<Buffer>, delimiter: Delimiter): AsyncGenerator<Buffer> {
  const mender = new QuoteMender(delimiter)
  yield mender.take(head)
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield mender.take(next.value)
  yield mender.take(Buffer.alloc(0), true)
}

async function* told(lines: AsyncIterable<CsvLine>, field: string): AsyncGenerator<CsvLine> {
  try {
    yield* lines
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = typeof error['lines'] === 'number' ? error['lines'] : 1
    throw invalid(
      field,
      error.code === 'CSV_MAX_RECORD_SIZE' ? `Line ${line} is too long.` : `Line ${line} can’t be read as CSV.`,
    )
  }
}
