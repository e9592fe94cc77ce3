/** What separates the values of a CSV file, in the order in which a tie is decided. */
export const delimiters = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof delimiters)[number]

/** How much of a file shows its dialect, and its first rows. */
export const head_bytes = 65_536

export interface Dialect {
  delimiter: Delimiter
  /** Characters before the first record: a byte-order mark, and a line such as `sep=;` that Excel reads and writes. */
  skipped: number
}

const maxLines = 30
const quotedField = /"(?:[^"]|"")*"(?=\s*(?:[,;\t|\r\n]|$))/g

/** Reads a file's dialect from its beginning. A file of one column has commas. */
export function dialectOf(head: string): Dialect {
  const [directive, mark] = /^\uFEFF?(?:sep=([,;\t|])[^\S\t]*(?:\r\n|\r|\n))?/i.exec(head)!
  if (mark !== undefined) return { delimiter: mark as Delimiter, skipped: directive.length }
  const lines = head
    .slice(directive.length)
    .replace(quotedField, '""')
    .split(/\r\n|\r|\n/)
    .filter((line) => /[^\s,;|"]/.test(line))
    .slice(0, maxLines)
  const ranking = delimiters
    .map((delimiter) => ({ delimiter, rank: rankOf(lines, delimiter) }))
    .toSorted((one, other) => other.rank - one.rank)
  return { delimiter: ranking[0]!.rank > 0 ? ranking[0]!.delimiter : ',', skipped: directive.length }
}

/** The share of lines with as many as the first one, and for a tie, how many they are. 0 if the first has none. */
function rankOf(lines: readonly string[], delimiter: Delimiter): number {
  const counts = lines.map((line) => line.split(delimiter).length - 1)
  const [first = 0] = counts
  if (first === 0) return 0
  return counts.filter((count) => count === first).length / counts.length + first / 100_000
}

/** Whether a cell stands for nothing: dashes, and what programs write for no value. */
export const isBlankCell = (cell: string): boolean => /^(?:[-\u2013\u2014_]*|\\N|#N\/A|N\/A|\(?null\)?)$/i.test(cell)

/**
 * The names of a file's columns, given its first rows. Columns at the end without a name and values are dropped: a
 * spreadsheet keeps those that were used once. Another one without a name is named by its number.
 */
export function columnNames(header: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const isUsed = (at: number): boolean => header[at] !== '' || rows.some((row) => (row[at] ?? '') !== '')
  const width = header.findLastIndex((_, at) => isUsed(at)) + 1
  return header.slice(0, width).map((name, at) => name.slice(0, 255) || `Column ${at + 1}`)
}
