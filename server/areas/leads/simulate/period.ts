import { Temporal } from 'temporal-polyfill'
import { localDateAt, startOfDate_ms } from '#server/platform/local-dates.ts'
import type { Period } from './past.ts'

/** The past days in a zone, including today up to now. */
export function periodOf(days: number, now_ms: number, timeZone: string): Period {
  const today = Temporal.PlainDate.from(localDateAt(now_ms, timeZone))
  const dates = Array.from({ length: days }, (_, at) => today.subtract({ days: days - 1 - at }).toString())
  return { dates, from_ms: startOfDate_ms(dates[0]!, timeZone), now_ms, timeZone }
}

/** Computes local dates of instants within a period, optimized for many calls. */
export function dayFinder({ dates, timeZone }: Period): (at_ms: number) => string {
  const starts = dates.map((date) => startOfDate_ms(date, timeZone))
  return (at_ms) =>
    dates[
      Math.max(
        0,
        starts.findLastIndex((start) => start <= at_ms),
      )
    ]!
}

/** The local start date of a limit period. Weeks begin on Monday; a total limit has a single constant period. */
export function limitPeriodOf(date: string, period: string): string {
  const day = Temporal.PlainDate.from(date)
  if (period === 'week') return day.subtract({ days: day.dayOfWeek - 1 }).toString()
  if (period === 'month') return day.with({ day: 1 }).toString()
  return period === 'day' ? date : ''
}

const lengths: Readonly<Record<string, Temporal.DurationLike>> = {
  '1 week': { weeks: 1 },
  '1 month': { months: 1 },
  '3 months': { months: 3 },
  '6 months': { months: 6 },
  '1 year': { years: 1 },
}

/**
 * How long after a lead of this date its person can become one again, in milliseconds. Like `windowEnd`, uses calendar
 * arithmetic in the zone. Infinity means never.
 */
export function windowOf(date: string, rule: string, timeZone: string): number {
  if (rule === 'always') return -Infinity
  const length = lengths[rule]
  if (!length) return Infinity
  const end = Temporal.PlainDate.from(date).add(length).toString()
  return startOfDate_ms(end, timeZone) - startOfDate_ms(date, timeZone)
}
