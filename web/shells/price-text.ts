import { amountRefused, centsFromText, e4FromText } from '#contract/core/money.ts'

/** Filters a price while it is typed: only digits and a single dot remain (R223). */
export function cleanPrice(text: string): string {
  const [whole = '', ...rest] = text.replace(/[^\d.]/g, '').split('.')
  return rest.length === 0 ? whole : `${whole}.${rest.join('')}`
}

const cut = (text: string, decimals: 2 | 4): string => {
  const [whole = '', rest] = (text.startsWith('.') ? `0${text}` : text).split('.')
  return rest === undefined ? whole : `${whole}.${rest.slice(0, decimals)}`
}

/**
 * Formats a price on blur (R223): at least two decimals; anything that is not a number becomes 0. A number that is too
 * large is kept, so that the user sees an error instead of 100000 silently becoming 0.00.
 */
export function leavePrice(text: string, decimals: 2 | 4): string {
  if (!/\d/.test(text)) return textOfPrice(0)
  const price_e4 = e4FromText(cut(text, decimals))
  return price_e4 === null ? text : textOfPrice(price_e4 / 10_000)
}

/** Formats an amount on blur: two decimals if it is valid, otherwise as typed. */
export function leaveAmount(text: string): string {
  const typed = text.trim()
  const cents = centsFromText(typed.startsWith('.') ? `0${typed}` : typed)
  return cents === null ? typed : textOfPrice(cents / 100)
}

export function textOfPrice(dollars: number): string {
  const [whole, decimals = ''] = dollars.toFixed(4).split('.')
  return `${whole}.${decimals.replace(/0{1,2}$/, '')}`
}

/** The error in a dollar amount, or null if it is valid. */
export const amountProblem = (text: string): string | null => (centsFromText(text) === null ? amountRefused : null)
