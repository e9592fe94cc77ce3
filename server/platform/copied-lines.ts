import type { CsvFormat } from '#contract/core/csv.ts'

/** How rows written by COPY become lines of a CSV file. */
export interface LineShape {
  format: CsvFormat
  /** This many leading fields are for the reader of the rows and not written to the file. */
  skipped: number
  /** Index of the phone number among the other fields. */
  phoneAt: number
  /** Formats a row that cannot be copied unchanged, given all its fields. */
  lineOf(fields: string[]): string
}

const [comma, newline, carriageReturn, quote, backslash, separator] = [44, 10, 13, 34, 92, 31]
const plus = 43

/** Ends a field. */
const ENDS = 1
/** The row needs a closer look: COPY escaped something, it needs quotes, or the character is removed. */
const ASKS_CARE = 2
const kinds = new Uint8Array(256)
for (const byte of [comma, newline]) kinds[byte] = ENDS
for (const byte of [quote, backslash, separator]) kinds[byte] = ASKS_CARE

/** First bytes of formulas: `=+-@`, and the first byte of their full-width forms. COPY escapes tabs and line breaks. */
const beginsFormula = new Uint8Array(256)
for (const byte of [61, plus, 45, 64, 0xef]) beginsFormula[byte] = 1

/**
 * The lines of a file, byte by byte: nearly all rows are copied with another line ending and never become strings,
 * which takes a third of the time. Any other row is passed to `lineOf`.
 */
export function linesOfCopied(rows: Buffer, count: number, shape: LineShape): Buffer {
  const writer = new LineWriter(rows, count, shape)
  for (let at = 0; at < rows.length;) at = writer.takeRow(at)
  return writer.written()
}

/** How much longer a line can be than its row: parentheses, space and dash for plus and one, and a two-byte end. */
const longerBy_bytes = 3

class LineWriter {
  readonly #rows: Buffer
  readonly #shape: LineShape
  readonly #spare_bytes: number
  #out: Buffer
  #at = 0

  constructor(rows: Buffer, count: number, shape: LineShape) {
    this.#rows = rows
    this.#shape = shape
    this.#spare_bytes = count * longerBy_bytes
    this.#out = Buffer.allocUnsafe(rows.length + this.#spare_bytes)
  }

  /** Returns where the next row begins. */
  takeRow(start: number): number {
    const fieldsAt = this.#skip(start)
    const end = fieldsAt === -1 ? -1 : this.#copyPlain(fieldsAt)
    if (end !== -1) return end
    const from = this.#rows.indexOf(newline, start)
    this.#write(this.#shape.lineOf(fieldsOfCopied(this.#rows.toString('utf8', start, from))), from + 1)
    return from + 1
  }

  written(): Buffer {
    return this.#out.subarray(0, this.#at)
  }

  /** Where the file's fields begin; -1 if the row needs a closer look. */
  #skip(start: number): number {
    let at = start
    for (let linesLeft = this.#shape.skipped; linesLeft > 0; at++) {
      const kind = kinds[this.#rows[at]!]
      if (kind === ASKS_CARE) return -1
      if (kind === ENDS) linesLeft--
    }
    return at
  }

  /** Copies a row that can stay as it is and returns where the next begins; otherwise copies nothing, returns -1. */
  #copyPlain(fieldsAt: number): number {
    const [rows, out] = [this.#rows, this.#out]
    const isGuarded = this.#shape.format === 'spreadsheet'
    const { phoneAt } = this.#shape
    let [at, to, field, isFirst] = [fieldsAt, this.#at, 0, true]
    for (; ; at++) {
      const byte = rows[at]!
      if (isFirst && isGuarded && beginsFormula[byte] === 1) {
        if (field !== phoneAt || !isAmerican(rows, at)) return -1
        to = writeAmerican(rows, at, out, to)
        at += americanLength - 1
        isFirst = false
        continue
      }
      const kind = kinds[byte]
      isFirst = kind === ENDS
      if (kind === ASKS_CARE) return -1
      if (byte === newline) break
      if (isFirst) field++
      out[to++] = byte
    }
    out[to++] = carriageReturn
    out[to++] = newline
    this.#at = to
    return at + 1
  }

  /** Writes a line of any length and keeps enough capacity for the remaining rows. */
  #write(line: string, next: number): void {
    const length_bytes = this.#at + Buffer.byteLength(line) + (this.#rows.length - next) + this.#spare_bytes
    if (length_bytes > this.#out.length) {
      const buffer = Buffer.allocUnsafe(2 * length_bytes)
      this.#out.copy(buffer, 0, 0, this.#at)
      this.#out = buffer
    }
    this.#at += this.#out.write(line, this.#at)
  }
}

const americanLength = '+12125550100'.length

const isDigit = (byte: number, least = 48): boolean => byte >= least && byte <= 57

/** Whether a field is a number that `readablePhone` of `csv.ts` splits into its parts. */
function isAmerican(rows: Buffer, at: number): boolean {
  if (rows[at] !== plus || rows[at + 1] !== 49 || kinds[rows[at + americanLength]!] !== ENDS) return false
  for (let digit = 2; digit < americanLength; digit++)
    if (!isDigit(rows[at + digit]!, digit === 2 || digit === 5 ? 50 : 48)) return false
  return true
}

/** `(212) 555-0100`; returns where it ends. */
function writeAmerican(rows: Buffer, at: number, out: Buffer, to: number): number {
  out[to] = 40
  for (let n = 0; n < 3; n++) out[to + 1 + n] = rows[at + 2 + n]!
  out[to + 4] = 41
  out[to + 5] = 32
  for (let n = 0; n < 3; n++) out[to + 6 + n] = rows[at + 5 + n]!
  out[to + 9] = 45
  for (let n = 0; n < 4; n++) out[to + 10 + n] = rows[at + 8 + n]!
  return to + 14
}

const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

/** The fields of a row before COPY escaped them; nulls become empty. */
export function fieldsOfCopied(row: string): string[] {
  if (!row.includes('\\')) return row.split(',')
  const fields = ['']
  for (const [part] of row.matchAll(/\\.|,|[^\\,]+/gs)) {
    if (part === ',') fields.push('')
    else fields[fields.length - 1] += part.startsWith('\\') ? (escapes[part[1]!] ?? part[1]!) : part
  }
  return fields
}
