import { hasFault } from '#server/platform/planted-fault.ts'

const whole_e3 = 100_000n

/**
 * The tax on a line's amount, in whole cents: rounded half to even, so that nobody gains by rounding. Uses BigInt, so
 * that no amount is too large to be exact.
 */
export function taxCents(amount_cents: number, rate_e3: number): number {
  const exact = BigInt(amount_cents) * BigInt(rate_e3)
  const down = exact / whole_e3
  const rest = exact % whole_e3
  if (hasFault('tax-rounded-up')) return Number(rest > 0n ? down + 1n : down)
  const half = whole_e3 / 2n
  return Number(rest > half || (rest === half && down % 2n === 1n) ? down + 1n : down)
}
