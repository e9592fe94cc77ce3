import { e4FromText } from '#contract/core/money.ts'

/** What a price field takes while it is typed into: digits and a single dot (R223). */
export function cleanPrice(text: string): string {
  const [whole = '', ...rest] = text.replace(/[^\d.]/g, '').split('.')
  return rest.length === 0 ? whole : `${whole}.${rest.join('')}`
}

/** A price as the field shows it when it is left: at least two decimals, at most four; what is no number becomes 0. */
export function formatPrice(text: string): string {
  const cleaned = text.startsWith('.') ? `0${text}` : text
  const price_e4 = e4FromText(cleaned.replace(/(\.\d{4})\d+$/, '$1'))
  return textOfPrice((price_e4 ?? 0) / 10_000)
}

export function textOfPrice(dollars: number): string {
  const [whole, decimals = ''] = dollars.toFixed(4).split('.')
  return `${whole}.${decimals.replace(/0{1,2}$/, '')}`
}
