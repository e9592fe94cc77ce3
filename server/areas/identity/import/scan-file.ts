import { Transform } from 'node:stream'
import { invalid } from '#server/platform/failure.ts'

/** A line of a file of persons is a few hundred bytes; a quoted field may hold line ends of its own. */
export const lineLimit_bytes = 16_384
const zipMagic = Buffer.from([0x50, 0x4b, 0x03, 0x04])
const newline = 0x0a

/**
 * Lets a file through while it looks like text of lines, and breaks it off with a clear reason when it does not: a renamed
 * archive, NUL characters, bytes that are no UTF-8, a line without end. Holds one chunk at a time.
 */
export function scanFile(): Transform {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let lineBytes = 0
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const problem = findProblem(chunk)
      if (problem) return done(problem)
      bytes += chunk.length
      done(null, chunk)
    },
    flush(done) {
      try {
        decoder.decode()
      } catch {
        return done(notUtf8())
      }
      done(bytes === 0 ? invalid('file', 'The file is empty.') : null)
    },
  })

  function findProblem(chunk: Buffer): Error | null {
    if (bytes === 0 && chunk.subarray(0, 4).equals(zipMagic))
      return invalid('file', 'This is an archive. Please upload the CSV file inside it.')
    if (chunk.includes(0)) return invalid('file', 'The file holds NUL characters; it is no CSV file.')
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

const tooLong = (): Error => invalid('file', `The file has a line of more than ${lineLimit_bytes} bytes.`)
const notUtf8 = (): Error => invalid('file', 'The file is not UTF-8 text.')
