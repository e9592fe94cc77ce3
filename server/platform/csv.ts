/** A field as it may stand in a spreadsheet. Numbers are never taken for formulas, so only texts are guarded. */
export type CsvValue = string | number | null

/**
 * What spreadsheets take for the beginning of a formula, the full-width forms that some of them fold included. A quote
 * character in front makes it text.
 */
const formula = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/

const special = /[",\r\n]/

function field(value: CsvValue): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = formula.test(value) ? `'${value}` : value
  return special.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** One record of RFC 4180 with its line end, safe to open in any spreadsheet. */
export const csvLine = (values: readonly CsvValue[]): string => `${values.map(field).join(',')}\r\n`

/** Tells spreadsheets that the file is UTF-8; readers of CSV skip it. */
export const csvStart = '\uFEFF'
