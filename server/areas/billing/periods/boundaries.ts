import { Temporal } from 'temporal-polyfill'

export type Term = 'Weekly' | 'Monthly' | 'OneTime' | 'Prepaid'

/**
 * The local date on which the last period of a term ended: this week's Monday or the first of this month. Every term other
 * than Weekly and Prepaid is invoiced monthly.
 */
export function lastBoundary(term: Term, today: string): string {
  const date = Temporal.PlainDate.from(today)
  const start = term === 'Weekly' ? date.subtract({ days: date.dayOfWeek - 1 }) : date.with({ day: 1 })
  return start.toString()
}

/** When the current period ends and the next charge is made. */
export function nextBoundary(term: Term, today: string): string {
  const start = Temporal.PlainDate.from(lastBoundary(term, today))
  return start.add(term === 'Weekly' ? { days: 7 } : { months: 1 }).toString()
}
