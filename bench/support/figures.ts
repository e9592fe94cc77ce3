/** The median; the lower one of two middle values. */
export function median(values: readonly number[]): number {
  const sorting = values.toSorted((a, b) => a - b)
  return sorting[Math.floor((sorting.length - 1) / 2)] ?? Number.NaN
}

/** The quantile for this share of the values. Sorts in place. */
export function quantile(values: Float64Array | number[], share: number): number {
  values.sort((a, b) => a - b)
  return values[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN
}

/** Prints rows as an aligned table. */
export function printTable(head: readonly string[], rows: readonly (readonly (string | number)[])[]): void {
  const texts = rows.map((row) => row.map((cell) => (typeof cell === 'number' ? cell.toLocaleString('en-US') : cell)))
  const widths = head.map((title, at) => Math.max(title.length, ...texts.map((row) => row[at]!.length)))
  const line = (cells: readonly string[]): string =>
    cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!))).join('  ')
  console.log(line(head))
  console.log(widths.map((width) => '-'.repeat(width)).join('  '))
  for (const row of texts) console.log(line(row))
}
