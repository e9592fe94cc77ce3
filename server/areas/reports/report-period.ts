import { Temporal } from 'temporal-polyfill'
import { sentences } from '#contract/core/sentences.ts'
import { longestReport_days } from '#contract/reports/agencies.ts'
import { invalid } from '#server/platform/failure.ts'
import { daysBefore } from './days.ts'

/** The days of a report, both included, and where the same number of days before begins. */
export interface Period {
  start: string
  end: string
  previousStart: string
  length_days: number
}

/** Nothing happened before; and the period before a first day must be days, too. */
const firstDay = '1970-01-01'

export const isOpen = (day: string): boolean => day === '' || day === 'all'

/** What a call asks for; left open, the thirty days up to today. Throws `invalid` naming the day that lies wrong. */
export function periodOf(params: { start: string; end: string }, now: string): Period {
  const end = isOpen(params.end) ? now : params.end
  const start = isOpen(params.start) ? daysBefore(end, 29) : params.start
  if (end < start) throw invalid('end', sentences.endBeforeStart)
  if (start < firstDay) throw invalid('start', sentences.dateSince1970)
  if (start < daysBefore(end, longestReport_days - 1))
    throw invalid('start', `A report covers at most ${longestReport_days} days.`)
  const length_days = datesBetween(start, end).length
  return { start, end, previousStart: daysBefore(start, length_days), length_days }
}

/** Every day from one to another, both included; none where the other lies before. */
export const datesBetween = (start: string, end: string): string[] =>
  datesFrom(start, Math.max(0, Temporal.PlainDate.from(start).until(end, { largestUnit: 'days' }).days + 1))

/** So many days from one on. */
export const datesFrom = (start: string, length_days: number): string[] =>
  Array.from({ length: length_days }, (_, n) => daysBefore(start, -n))
