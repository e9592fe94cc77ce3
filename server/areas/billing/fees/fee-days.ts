import { Temporal } from 'temporal-polyfill'
import type { Term } from '../periods/boundaries.ts'

/** A local day of a fee: what its whole period costs, and how many days that has. */
export interface FeeDay {
  price_e4: number
  length: number
}

/** More than that is never made up for, whatever was missed. */
const mostDays = 366

/** Local days from one on to another, the last not included; the newest of them where they are more than a year. */
export function daysBetween(from: string, until: string): string[] {
  const end = Temporal.PlainDate.from(until)
  const count = Math.min(Math.max(end.since(from, { largestUnit: 'days' }).days, 0), mostDays)
  return Array.from({ length: count }, (_, at) => end.subtract({ days: count - at }).toString())
}

/** How many days the period of a term has in which a day lies: a week's, or its month's. */
export const lengthAt = (term: Term, date: string): number =>
  term === 'Weekly' ? 7 : Temporal.PlainDate.from(date).daysInMonth

/** The months that ended after a day and at the latest on another, as their first day and the day after their last. */
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

/** In days: common to a week and to every month. */
const common = 7n * 4n * 29n * 15n * 31n

/** What days cost together, each its share of its period: exact, and then half to even in cents. */
export function shareOfDays_cents(days: readonly FeeDay[]): number {
  const parts = days.reduce((sum, { price_e4, length }) => sum + BigInt(price_e4) * (common / BigInt(length)), 0n)
  const cent = common * 100n
  const [whole, rest] = [parts / cent, (parts % cent) * 2n]
  const isUp = rest > cent || (rest === cent && whole % 2n === 1n)
  return Number(isUp ? whole + 1n : whole)
}
