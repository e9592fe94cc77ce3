import { z } from 'zod'

/** A unit price in 1/10,000 dollar ("e4"): what one lead costs. At most $10,000. */
export const priceE4 = z.int().min(0).max(100_000_000)

/** Rounds a unit price to whole cents, half to even, so that many small lines do not drift one way. */
export function centsFromE4(price_e4: number): number {
  const whole = Math.floor(price_e4 / 100)
  const rest = price_e4 - whole * 100
  if (rest > 50 || (rest === 50 && whole % 2 === 1)) return whole + 1
  return whole
}

/** A price as people type it ("1.25") to 1/10,000 dollar. Returns null for anything else (R223: digits and one dot). */
export function e4FromText(text: string): number | null {
  const match = /^(\d{1,5})(?:\.(\d{0,4}))?$/.exec(text.trim())
  if (!match) return null
  return Number(match[1]) * 10_000 + Number((match[2] ?? '').padEnd(4, '0') || 0)
}

export const dollarsFromE4 = (price_e4: number): number => price_e4 / 10_000
