import type { LineRow } from '../invoices/invoice-lines.ts'

/** An invoice's tax at one rate. */
export interface TaxSum {
  name: string
  place: string
  rate_e3: number
  cents: number
}

/** An invoice's taxes by rate, in the order of its lines. */
export function sumTaxes(lines: readonly LineRow[]): TaxSum[] {
  const sums = new Map<string, TaxSum>()
  for (const { tax_name: name, tax_place: place, tax_rate_e3: rate_e3, tax_cents } of lines) {
    if (rate_e3 === null) continue
    const key = `${place} ${rate_e3} ${name}`
    const sum = sums.get(key) ?? { name, place, rate_e3, cents: 0 }
    sums.set(key, { ...sum, cents: sum.cents + tax_cents })
  }
  return [...sums.values()]
}
