const plain = /^[0-9A-Za-z._:+,-]*$/

/**
 * An array parameter of ids, numbers, codes or nulls in PostgreSQL's text format. The driver checks every character for
 * quoting, which costs more than the query if a batch has a hundred thousand of them. Throws for text that would need
 * quotes.
 */
export function plainArray(values: readonly (string | number | boolean | null)[]): string {
  let needsQuotes = false
  const parts = values.map((value) => {
    if (value === null) return 'null'
    if (value === '' || value === 'null') needsQuotes = true
    return value
  })
  const list = parts.join(',')
  // Checked as a whole, which is much faster than value by value.
  if (needsQuotes || !plain.test(list) || countCommas(list) !== Math.max(0, values.length - 1))
    throw new TypeError('The text of a plain array must not need quotes')
  return `{${list}}`
}

function countCommas(text: string): number {
  let count = 0
  for (let at = text.indexOf(','); at !== -1; at = text.indexOf(',', at + 1)) count++
  return count
}

/** An array parameter of byte strings, given in hexadecimal. */
export const byteaArray = (hexes: readonly string[]): string => `{${hexes.map((hex) => `"\\\\x${hex}"`).join(',')}}`
