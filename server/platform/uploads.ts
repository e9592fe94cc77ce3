import { Transform } from 'node:stream'
import { Failure, invalid } from './failure.ts'

const zipMagic = Buffer.from([0x50, 0x4b, 0x03, 0x04])
/** The BOMs of files with two-byte characters, as spreadsheets write "Unicode text". */
const utf16Marks = [Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff])]
const newline = 0x0a

export interface TextFileLimits {
  /** The form field, which error messages name. */
  field: string
  line_bytes: number
  /** If absent, only the gate's limit applies. */
  file_bytes?: number
}

/**
 * Passes a file through while it looks like lines of text, and aborts with a clear reason otherwise: a renamed archive,
 * NUL characters, invalid UTF-8, an endless line. Holds one chunk at a time.
 */
export function scanTextFile({ field, line_bytes: lineLimit_bytes, file_bytes = Infinity }: TextFileLimits): Transform {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const tooLong = (): Error => invalid(field, `The file has a line of more than ${lineLimit_bytes} bytes.`)
  const notUtf8 = (): Error => invalid(field, 'The file is not UTF-8 text.')
  let lineBytes = 0
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const problem = findProblem(chunk)
      if (problem) return done(problem)
      bytes += chunk.length
      if (bytes > file_bytes) return done(new Failure('too_large', { field }))
      done(null, chunk)
    },
    flush(done) {
      try {
        decoder.decode()
      } catch {
        return done(notUtf8())
      }
      done(bytes === 0 ? invalid(field, 'The file is empty.') : null)
    },
  })

  function findProblem(chunk: Buffer): Error | null {
    if (bytes === 0 && chunk.subarray(0, 4).equals(zipMagic))
      return invalid(field, 'This is an archive. Please upload the CSV file inside it.')
    if (bytes === 0 && utf16Marks.some((mark) => chunk.subarray(0, 2).equals(mark))) return notUtf8()
    if (chunk.includes(0)) return invalid(field, 'The file holds NUL characters; it is no CSV file.')
    let from = 0
    for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, from)) {
      if (lineBytes + at - from > lineLimit_bytes) return tooLong()
      lineBytes = 0
      from = at + 1
    }
    lineBytes += chunk.length - from
    if (lineBytes > lineLimit_bytes) return tooLong()
    try {
      decoder.decode(chunk, { stream: true })
    } catch {
      return notUtf8()
    }
    return null
  }
}

/** A file's display name: plain characters, lower case (R250). */
export const safeFileName = (name: string): string =>
  name
    .replaceAll(' ', '_')
    .replace(/[^A-Za-z0-9_.-]/g, '')
    .toLowerCase()
    .slice(-120) || 'file.csv'
