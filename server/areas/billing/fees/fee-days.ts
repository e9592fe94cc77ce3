import { Temporal } from 'temporal-polyfill'
import type { Term } from '../periods/boundaries.ts'

/** A local day of a fee, with the price and the number of days of its whole period. */
export interface FeeDay {
  price_e4: number
  length: number
}

/** At most this many days are caught up. */
const maxDays = 366

/** Local days between two dates, end exclusive; only the newest if there are more than a year. */
export function daysBetween(from: string, until: string): string[] {
  const end = Temporal.PlainDate.from(until)
  const count = Math.min(Math.max(end.since(from, { largestUnit: 'days' }).days, 0), maxDays)
  return Array.from({ length: count }, (_, at) => end.subtract({ days: count - at }).toString())
}

/** The number of days in the period (week or month) that contains a day. */
export const lengthAt = (term: Term, date: string): number =>
  term === 'Weekly' ? 7 : Temporal.PlainDate.from(date).daysInMonth

/** The months that ended after one date and by another, as their first day and the day after their last. */
export function monthsEnded(after: string, until: string): { from: string; until: string }[] {
  const months = []
  let end = Temporal.PlainDate.from(until).with({ day: 1 })
  while (end.toString() > after && months.length < 12) {
    const start = end.subtract({ months: 1 })
    months.unshift({ from: start.toString(), until: end.toString() })
    end = start
  }
  return months
}

/** In days; a common multiple of a week and of every month's length. */
const common = 7n * 4n * 29n * 15n * 31n

/** The total cost of days, each its share of its period, computed exactly and then rounded half to even to cents. */
export function shareOfDays_cents(days: readonly FeeDay[]): number {
  const parts = days.reduce((sum, { price_e4, length }) => sum + BigInt(price_e4) * (common / BigInt(length)), 0n)
  const cent = common * 100n
  const [whole, rest] = [parts / cent, (parts % cent) * 2n]
  const isUp = rest > cent || (rest === cent && whole % 2n === 1n)
  return Number(isUp ? whole + 1n : whole)
}
