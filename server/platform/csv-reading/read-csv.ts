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
  const decoder = new DecodeUpload(limits)
  stream.on('error', (error) => decoder.destroy(error))
  stream.pipe(decoder)
  try {
    return await collect(await readRecords(decoder, limits))
  } finally {
    stream.unpipe(decoder)
    decoder.destroy()
    stream.resume()
  }
}
