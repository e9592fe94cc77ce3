import { amountRefused, centsFromText, e4FromText } from '#contract/core/money.ts'
import { plainNumerals } from '#contract/core/plain-digits.ts'
import { plainNumber, readTypedNumber } from '#contract/core/typed-number.ts'

/**
 * A price while it is typed: digits of other scripts become 0 to 9, and nothing else changes. Dropping a comma or a
 * letter would make another price of it (R223 takes digits and a single dot; decision 190).
 */
export const cleanPrice = plainNumerals

/**
 * Formats a price on blur (R223): at least two decimals; a text without any digit becomes 0. A text that is no price of
 * this many decimals is kept, so that the user sees an error instead of another price.
 */
export function leavePrice(text: string, decimals: 2 | 4): string {
  if (!/\p{Nd}/u.test(text)) return textOfPrice(0)
  const price_e4 = e4FromText(text)
  const isPrice = price_e4 !== null && (decimals === 4 || price_e4 % 100 === 0)
  return isPrice ? textOfPrice(price_e4 / 10_000) : text
}

/** Formats an amount on blur: two decimals if it is valid, otherwise as typed. */
export function leaveAmount(text: string): string {
  const cents = centsFromText(text)
  return cents === null ? text.trim() : textOfPrice(cents / 100)
}

/** What a form holds of an amount that is being typed: the number that it is, or the text that is none. */
export const amountOf = (text: string): string => plainNumber(text)

/** The two amounts that a text may be, as they are written without a comma; null if it can only be one or none. */
export function eitherAmount(text: string): readonly [string, string] | null {
  const number = readTypedNumber(text)
  return number && 'either' in number ? number.either : null
}

export function textOfPrice(dollars: number): string {
  const [integer, decimals = ''] = dollars.toFixed(4).split('.')
  return `${integer}.${decimals.replace(/0{1,2}$/, '')}`
}

/** The error in a dollar amount, or null if it is valid. */
export const amountProblem = (text: string): string | null => (centsFromText(text) === null ? amountRefused : null)
