import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { CsvFormat } from '#contract/core/csv.ts'
import { byteOrderMark, guardedText, quotedText } from '#contract/core/csv-text.ts'

/** One field of a CSV file. Numbers are never read as formulas, so only texts are escaped. */
export type CsvValue = string | number | CsvPhone | null

/** A phone number in E.164, `+12125550100`, which a spreadsheet would take for a formula. */
interface CsvPhone {
  phone: string
}

function field(value: CsvValue, format: CsvFormat): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  return quotedText(format === 'raw' ? rawText(value) : guardedText(readableText(value)))
}

const rawText = (value: string | CsvPhone): string => (typeof value === 'string' ? value : value.phone)

const readableText = (value: string | CsvPhone): string =>
  typeof value === 'string' ? value : readablePhone(value.phone)

/** Gives the library's result for such numbers without calling it: a file has millions of them. */
const american = /^\+1([2-9]\d{2})([2-9]\d{2})(\d{4})$/

/** `(212) 555-0100` within North America, `(+44) 20 7946 0958` elsewhere: a parenthesis starts no formula. */
export function readablePhone(phone: string): string {
  const parts = american.exec(phone)
  if (parts) return `(${parts[1]}) ${parts[2]}-${parts[3]}`
  const number = parsePhoneNumberFromString(phone)
  if (!number) return phone
  if (number.countryCallingCode === '1') return number.formatNational()
  const local = number.formatInternational().slice(number.countryCallingCode.length + 1)
  return `(+${number.countryCallingCode})${local}`
}

/** One RFC 4180 record with its line ending; safe to open in any spreadsheet unless it is raw. */
export function csvLine(values: readonly CsvValue[], format: CsvFormat): string {
  let line = ''
  for (const value of values) line += `${field(value, format)},`
  return `${line.slice(0, -1)}\r\n`
}

/** Other software than spreadsheets expects the first name at the first byte. */
export const csvStart = (format: CsvFormat): string => (format === 'raw' ? '' : byteOrderMark)
