import { Temporal } from 'temporal-polyfill'

export type Term = 'Weekly' | 'Monthly' | 'OneTime' | 'Prepaid'

/**
 * Where the last period of a term ended, as a local date: this week's Monday, or the first of this month. What was neither
 * paid by the week nor beforehand is asked for by the month.
 */
export function lastBoundary(term: Term, today: string): string {
  const date = Temporal.PlainDate.from(today)
  const start = term === 'Weekly' ? date.subtract({ days: date.dayOfWeek - 1 }) : date.with({ day: 1 })
  return start.toString()
}

/** Where the period that runs now will end: when the next charge is made. */
export function nextBoundary(term: Term, today: string): string {
  const start = Temporal.PlainDate.from(lastBoundary(term, today))
  return start.add(term === 'Weekly' ? { days: 7 } : { months: 1 }).toString()
}
