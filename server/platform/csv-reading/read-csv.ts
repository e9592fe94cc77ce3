import type { Readable } from 'node:stream'
import { DecodeUpload, type TextFileLimits } from './decode-upload.ts'
import { readRecords, type CsvRecords } from './read-records.ts'

/**
 * Reads an uploaded CSV file as it arrives. Throws with the field's name if it is not valid CSV, and rethrows errors of
 * `collect`; always reads the stream to its end.
 */
export async function readCsv<T>(
  stream: Readable,
  limits: TextFileLimits & { record_bytes: number },
  collect: (records: CsvRecords) => Promise<T>,
): Promise<T> {
  const decoded = new DecodeUpload(limits)
  stream.on('error', (error) => decoded.destroy(error))
  stream.pipe(decoded)
  try {
    return await collect(await readRecords(decoded, limits))
  } finally {
    stream.unpipe(decoded)
    decoded.destroy()
    stream.resume()
  }
}
