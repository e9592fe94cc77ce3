import { withoutInvisible } from './invisible.ts'
import { plainDigits } from './plain-digits.ts'

/** As typed, in digits of any script, without what spreadsheets put around texts (`="02138"`, `'02138`, `2138.0`). */
function plainZip(text: string): string {
  if (/^\d{5}$/.test(text)) return text
  return plainDigits(withoutInvisible(text).normalize('NFKC'))
    .trim()
    .replace(/^=?["'\u2018\u2019]|["'\u2018\u2019]$/g, '')
    .replace(/\p{Pd}/gu, '-')
}

/** A ZIP code as people type it, also with its four extra digits: the first five. Null for anything else. */
export function zipFromText(text: string): string | null {
  return /^(\d{5})(?:[- ]?\d{4})?$/.exec(plainZip(text))?.[1] ?? null
}

/**
 * A ZIP code of a file. Spreadsheets take it for a number and drop its leading zeros (`2138`, `21381234`), so they are put
 * back: a code has five digits, or nine. Null for anything else.
 */
export function zipFromCell(cell: string): string | null {
  const [, code = '', extra] = /^(\d{3,9})(?:\.0*)?(?:[- ](\d{4}))?$/.exec(plainZip(cell)) ?? []
  const isLong = code.length > 5
  if (code.length < 3 || code.length === 6 || (isLong && extra !== undefined)) return null
  return code.padStart(isLong ? 9 : 5, '0').slice(0, 5)
}
