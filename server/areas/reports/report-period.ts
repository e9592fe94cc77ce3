import { Temporal } from 'temporal-polyfill'
import { sentences } from '#contract/core/sentences.ts'
import { longestReport_days } from '#contract/reports/agencies.ts'
import { invalid } from '#server/platform/failure.ts'
import { daysBefore } from './days.ts'

/** The days of a report, inclusive, and the start of the preceding period of the same length. */
export interface Period {
  start: string
  end: string
  previousStart: string
  length_days: number
  /** How many of its last days are not over yet. */
  openDays: number
}

/** Nothing happened before; the preceding period must also consist of valid dates. */
const firstDay = '1970-01-01'

export const isOpen = (day: string): boolean => day === '' || day === 'all'

/** The requested period, seen from the date `now`; by default the thirty days up to today. Throws `invalid` naming the wrong day. */
export function periodOf(params: { start: string; end: string }, now: string): Period {
  const end = isOpen(params.end) ? now : params.end
  const start = isOpen(params.start) ? daysBefore(end, 29) : params.start
  if (end < start) throw invalid('end', sentences.endBeforeStart)
  if (start < firstDay) throw invalid('start', sentences.dateSince1970)
  if (start < daysBefore(end, longestReport_days - 1))
    throw invalid('start', `A report covers at most ${longestReport_days} days.`)
  const length_days = datesBetween(start, end).length
  const openDays = datesBetween(start > now ? start : now, end).length
  return { start, end, previousStart: daysBefore(start, length_days), length_days, openDays }
}

/** Every day between two dates, inclusive; empty if they are reversed. */
export const datesBetween = (start: string, end: string): string[] =>
  datesFrom(start, Math.max(0, Temporal.PlainDate.from(start).until(end, { largestUnit: 'days' }).days + 1))

/** The date a number of days later. */
export const datesFrom = (start: string, length_days: number): string[] =>
  Array.from({ length: length_days }, (_, n) => daysBefore(start, -n))
