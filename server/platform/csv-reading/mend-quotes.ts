const [newline, carriageReturn, quote, space, tab] = [10, 13, 34, 32, 9]

/** A record that has not ended by now has a quotation mark that closes nothing. */
const maxRecord_bytes = 65_536

type Piece = { end: number; text: Buffer[] }

/**
 * Takes quotation marks that enclose no value literally, as spreadsheets do: `5" pipe`, `"Bud" Smith`, one that is never
 * closed. Each such value is quoted in full, so that the parser reads the file as it is meant; all else passes unchanged.
 */
export class QuoteMender {
  readonly #delimiter: number
  #held: Buffer = Buffer.alloc(0)

  constructor(delimiter: string) {
    this.#delimiter = delimiter.charCodeAt(0)
  }

  /** What can be parsed after this chunk; the rest is held until its record has ended. */
  take(chunk: Buffer, isEnd = false): Buffer {
    const bytes = this.#held.length > 0 ? Buffer.concat([this.#held, chunk]) : chunk
    const { end, text } = this.#mend(bytes, isEnd)
    this.#held = bytes.subarray(end)
    return text.length === 1 ? text[0]! : Buffer.concat(text)
  }

  #mend(bytes: Buffer, isEnd: boolean): Piece {
    const text: Buffer[] = []
    let at = 0
    for (let mark = bytes.indexOf(quote); mark !== -1; mark = bytes.indexOf(quote, at)) {
      const start = Math.max(at, lineStart(bytes, mark))
      text.push(bytes.subarray(at, start))
      const record = this.#readRecord(bytes, start, isEnd)
      if (record === null) return { end: start, text }
      text.push(...record.text)
      at = record.end
    }
    const end = isEnd ? bytes.length : Math.max(at, lineStart(bytes, bytes.length))
    text.push(bytes.subarray(at, end))
    return { end, text }
  }

  /** The record that starts here, with its line ending; null if its end has not arrived. */
  #readRecord(bytes: Buffer, start: number, isEnd: boolean): Piece | null {
    const text: Buffer[] = []
    let [at, copiedTo] = [start, start]
    for (;;) {
      const first = this.#skipBlanks(bytes, at)
      const close = bytes[first] === quote ? this.#closeOf(bytes, first, start, isEnd) : 'none'
      if (close === 'later') return null
      const end = typeof close === 'number' ? close : this.#plainEnd(bytes, first)
      if (end === bytes.length && !isEnd) return null
      if (close === 'never') {
        text.push(bytes.subarray(copiedTo, first), quotedWhole(bytes.subarray(first, end)))
        copiedTo = end
      }
      if (bytes[end] !== this.#delimiter) {
        const next = Math.min(end + 1, bytes.length)
        return { end: next, text: [...text, bytes.subarray(copiedTo, next)] }
      }
      at = end + 1
    }
  }

  /** Where the quoted value ends, after its closing mark; `never` if the mark at its start encloses nothing. */
  #closeOf(bytes: Buffer, open: number, start: number, isEnd: boolean): number | 'later' | 'never' {
    for (let at = bytes.indexOf(quote, open + 1); ; at = bytes.indexOf(quote, at + 2)) {
      const isLong = (at === -1 ? bytes.length : at) - start > maxRecord_bytes
      if (isLong) return 'never'
      if (at === -1) return isEnd ? 'never' : 'later'
      if (bytes[at + 1] === quote) continue
      const after = this.#skipBlanks(bytes, at + 1)
      if (after === bytes.length) return isEnd ? after : 'later'
      return this.#isEnd(bytes[after]!) ? after : 'never'
    }
  }

  #plainEnd(bytes: Buffer, from: number): number {
    let at = from
    while (at < bytes.length && !this.#isEnd(bytes[at]!)) at++
    return at
  }

  #skipBlanks(bytes: Buffer, from: number): number {
    let at = from
    while (bytes[at] === space || (bytes[at] === tab && this.#delimiter !== tab)) at++
    return at
  }

  #isEnd(byte: number): boolean {
    return byte === this.#delimiter || byte === newline || byte === carriageReturn
  }
}

const lineStart = (bytes: Buffer, before: number): number =>
  before === 0 ? 0 : Math.max(bytes.lastIndexOf(newline, before - 1), bytes.lastIndexOf(carriageReturn, before - 1)) + 1

const quotedWhole = (value: Buffer): Buffer =>
  Buffer.from(`"${value.toString('latin1').replaceAll('"', '""')}"`, 'latin1')
