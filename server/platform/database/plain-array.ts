const plain = /^[0-9A-Za-z._:+-]+$/

/**
 * An array parameter of ids, numbers, codes or nulls as PostgreSQL writes it. The driver's own way looks at every
 * character for quoting, which costs more than the query when a batch carries a hundred thousand of them. Throws for text
 * that would need quotes.
 */
export function plainArray(values: readonly (string | number | boolean | null)[]): string {
  const parts = values.map((value) => {
    if (value === null) return 'null'
    if (typeof value === 'string' && (!plain.test(value) || value.toLowerCase() === 'null'))
      throw new TypeError('The text of a plain array needs no quotes')
    return value
  })
  return `{${parts.join(',')}}`
}

/** An array parameter of byte strings, given in hexadecimal digits. */
export const byteaArray = (hexes: readonly string[]): string => `{${hexes.map((hex) => `"\\\\x${hex}"`).join(',')}}`
