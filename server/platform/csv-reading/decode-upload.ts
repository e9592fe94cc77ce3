import { isAscii, isUtf8 } from 'node:buffer'
import { Transform, type TransformCallback } from 'node:stream'
import { statedEncoding, unfinishedLength, type Encoding } from '#contract/core/text-encoding.ts'
import { Failure, invalid } from '../failure.ts'

const zipMagic = Buffer.from([0x50, 0x4b, 0x03, 0x04])
const [newline, carriageReturn] = [0x0a, 0x0d]

export interface TextFileLimits {
  /** The form field, which error messages name. */
  field: string
  line_bytes: number
  /** If absent, only the gate's limit applies. */
  file_bytes?: number
}

/**
 * Passes an uploaded file on as UTF-8, whatever spreadsheets wrote it in: UTF-8, UTF-16 with its mark, Windows-1252.
 * Aborts with a clear reason if it is no lines of text: a renamed archive, NUL characters, no encoding of these, an
 * endless line. Holds one chunk at a time.
 */
export class DecodeUpload extends Transform {
  /** UTF-8 until something else is certain. */
  encoding: Encoding = 'UTF-8'
  readonly #limits: TextFileLimits
  #decoder: TextDecoder | null = null
  /** So far, every encoding reads the same. */
  #isPlain = true
  #isBegun = false
  #bytes = 0
  #lineBytes = 0
  #lineEnd: number | null = null
  #held: Buffer = Buffer.alloc(0)

  constructor(limits: TextFileLimits) {
    super()
    this.#limits = limits
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#bytes += chunk.length
    this.#pass(this.#held.length > 0 ? Buffer.concat([this.#held, chunk]) : chunk, false, done)
  }

  override _flush(done: TransformCallback): void {
    if (this.#bytes === 0) return done(this.#refusal('The file is empty.'))
    this.#pass(this.#held, true, done)
  }

  #pass(bytes: Buffer, isEnd: boolean, done: TransformCallback): void {
    try {
      const text = this.#decode(bytes, isEnd)
      this.#checkLines(text)
      if (this.#bytes > (this.#limits.file_bytes ?? Infinity))
        throw new Failure('too_large', { field: this.#limits.field })
      done(null, text)
    } catch (error) {
      done(error as Error)
    }
  }

  #decode(bytes: Buffer, isEnd: boolean): Buffer {
    this.#held = Buffer.alloc(0)
    if (this.#isBegun || isEnd || bytes.length >= 4) return this.#decodeRest(this.#begin(bytes), isEnd)
    this.#held = bytes
    return this.#held.subarray(0, 0)
  }

  /** Reads what the first bytes say, and returns the others. */
  #begin(bytes: Buffer): Buffer {
    if (this.#isBegun) return bytes
    this.#isBegun = true
    if (bytes.subarray(0, 4).equals(zipMagic))
      throw this.#refusal('This is an archive. Please upload the CSV file inside it.')
    const encoding = statedEncoding(bytes)
    if (!encoding) return bytes
    this.encoding = encoding.encoding
    this.#isPlain = false
    if (encoding.encoding !== 'UTF-8') this.#decoder = new TextDecoder(encoding.encoding, { fatal: true })
    return bytes.subarray(encoding.length)
  }

  #decodeRest(bytes: Buffer, isEnd: boolean): Buffer {
    if (this.#decoder) return this.#convert(bytes, isEnd)
    if (bytes.includes(0)) throw this.#refusal('The file holds NUL characters; it is no CSV file.')
    if (isAscii(bytes)) return bytes
    const whole = bytes.subarray(0, bytes.length - (isEnd ? 0 : unfinishedLength(bytes)))
    if (isUtf8(whole)) {
      this.#held = bytes.subarray(whole.length)
      this.#isPlain &&= isAscii(whole)
      return whole
    }
    if (!this.#isPlain || isMixed(bytes)) throw this.#unreadable()
    this.encoding = 'windows-1252'
    this.#decoder = new TextDecoder('windows-1252')
    return this.#convert(bytes, isEnd)
  }

  #convert(bytes: Buffer, isEnd: boolean): Buffer {
    let text: string
    try {
      text = this.#decoder!.decode(bytes, { stream: !isEnd })
    } catch {
      throw this.#unreadable()
    }
    if (text.includes('\0')) throw this.#refusal('The file holds NUL characters; it is no CSV file.')
    // Bytes that Windows-1252 leaves open become these: the file is in yet another encoding.
    if (/[\u0080-\u009F]/.test(text)) throw this.#unreadable()
    return Buffer.from(text)
  }

  #checkLines(text: Buffer): void {
    const longest = this.#limits.line_bytes
    this.#lineEnd ??= lineEndOf(text)
    let from = 0
    for (let at = text.indexOf(this.#lineEnd ?? newline); at !== -1; at = text.indexOf(this.#lineEnd!, from)) {
      if (this.#lineBytes + at - from > longest) throw this.#tooLong()
      this.#lineBytes = 0
      from = at + 1
    }
    this.#lineBytes += text.length - from
    if (this.#lineBytes > longest) throw this.#tooLong()
  }

  #tooLong = (): Error => this.#refusal(`The file has a line of more than ${this.#limits.line_bytes} bytes.`)
  #unreadable = (): Error => this.#refusal('The file can’t be read as text. Save it as “CSV UTF-8”.')
  #refusal = (message: string): Error => invalid(this.#limits.field, message)
}

/** Whether bytes that are no UTF-8 have as many characters in UTF-8 as others: by chance, Windows-1252 has few. */
function isMixed(bytes: Buffer): boolean {
  const strange = bytes.toString('utf8').match(/[^\0-\x7F]/gu) ?? []
  return 2 * strange.filter((character) => character !== '\uFFFD').length >= strange.length
}

/** What ends a line: a line feed or, as old spreadsheets of Apple write it, a carriage return alone. Null if neither. */
function lineEndOf(text: Buffer): number | null {
  if (text.includes(newline)) return newline
  return text.includes(carriageReturn) ? carriageReturn : null
}
