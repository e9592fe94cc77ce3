import { dateIn, shiftDate } from '../../shells/last-days.ts'

/** The date in a time zone, this many days from now: not as many times 24 hours, because days can have 23 or 25. */
export const daysAhead = (timeZone: string, now_ms: number, days: number): string =>
  shiftDate(dateIn(timeZone, now_ms), days)
