const plain = /^[0-9A-Za-z._:+,-]*$/

/**
 * An array parameter of ids, numbers, codes or nulls as PostgreSQL writes it. The driver's own way looks at every
 * character for quoting, which costs more than the query when a batch carries a hundred thousand of them. Throws for text
 * that would need quotes.
 */
export function plainArray(values: readonly (string | number | boolean | null)[]): string {
  let needsQuotes = false
  const parts = values.map((value) => {
    if (value === null) return 'null'
    if (value === '' || value === 'null') needsQuotes = true
    return value
  })
  const joined = parts.join(',')
  // Checked as a whole, which is much faster than value by value.
  if (needsQuotes || !plain.test(joined) || countCommas(joined) !== Math.max(0, values.length - 1))
    throw new TypeError('The text of a plain array needs no quotes')
  return `{${joined}}`
}

function countCommas(text: string): number {
  let count = 0
  for (let at = text.indexOf(','); at !== -1; at = text.indexOf(',', at + 1)) count++
  return count
}

/** An array parameter of byte strings, given in hexadecimal digits. */
export const byteaArray = (hexes: readonly string[]): string => `{${hexes.map((hex) => `"\\\\x${hex}"`).join(',')}}`
