import { Temporal } from 'temporal-polyfill'

/** The Monday of a day's week. */
export function weekOf(day: string): string {
  const date = Temporal.PlainDate.from(day)
  return date.subtract({ days: date.dayOfWeek - 1 }).toString()
}

/** The Monday a number of weeks earlier, or later if negative. */
export const weeksBefore = (week: string, weeks: number): string =>
  Temporal.PlainDate.from(week).subtract({ weeks }).toString()

/** The number of weeks between two Mondays. */
export const weeksBetween = (first: string, last: string): number =>
  Temporal.PlainDate.from(first).until(last, { largestUnit: 'days' }).days / 7
