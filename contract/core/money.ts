import { z } from 'zod'
import { sentences } from './sentences.ts'
import { readTypedNumber } from './typed-number.ts'

/** A unit price in 1/10,000 dollar ("e4"): the price of one lead. At most $10,000. */
export const priceE4 = z.int().min(0).max(100_000_000)

/** Rounds a unit price or a sum of them to whole cents, half to even: for display and charges, never for booking. */
export function centsFromE4(price_e4: number): number {
  const whole = Math.floor(price_e4 / 100)
  const rest = price_e4 - whole * 100
  if (rest > 50 || (rest === 50 && whole % 2 !== 0)) return whole + 1
  return whole
}

/**
 * A price as people type it ("1.25", "1,25", "$ 1,234.50") to 1/10,000 dollar. Returns null for anything else, also for
 * what may be two prices ("1,234"): `readTypedNumber` decides (decision 190).
 */
export function e4FromText(text: string): number | null {
  const number = readTypedNumber(text.trim())
  const match = number && 'plain' in number ? /^(\d{1,5})(?:\.(\d{0,4}))?$/.exec(number.plain) : null
  if (!match) return null
  return Number(match[1]) * 10_000 + Number((match[2] ?? '').padEnd(4, '0') || 0)
}

export const e4FromCents = (amount_cents: number): number => amount_cents * 100

export const dollarsFromE4 = (price_e4: number): number => price_e4 / 10_000

/** A sum as people type it ("49.90") to whole cents. Returns null for anything else, including over $99,999.99. */
export function centsFromText(text: string): number | null {
  const price_e4 = e4FromText(text)
  return price_e4 === null || price_e4 % 100 !== 0 ? null : price_e4 / 100
}

export const dollarsFromCents = (amount_cents: number): number => amount_cents / 100

export const amountRefused = sentences.amount

/** A sum in dollars on the wire, as a number or typed text: at most two decimals and $99,999.99. Parsed to a number. */
export const dollars = z
  .union([z.number(amountRefused), z.string().max(20, amountRefused)], amountRefused)
  .refine((value) => centsFromText(String(value)) !== null, amountRefused)
  .transform((value) => dollarsFromCents(centsFromText(String(value)) ?? 0))
