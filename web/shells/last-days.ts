import { reportTimeZone } from '#contract/leads/report-time-zone.ts'

export type Days = { start: string; end: string }

/** The current date in a time zone. The en-CA locale formats dates as ISO does. */
export const dateIn = (timeZone: string, now_ms: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(now_ms)

/** Today's date in the reports' time zone (OQ-55). */
export const reportToday = (now_ms: number): string => dateIn(reportTimeZone, now_ms)

/** The date this many days later; earlier if negative. */
export const shiftDate = (date: string, days: number): string => {
  const noon = new Date(`${date}T12:00:00Z`)
  noon.setUTCDate(noon.getUTCDate() + days)
  return noon.toISOString().slice(0, 10)
}

/** The last `count` days, including today. */
export const lastDays = (today: string, count: number): Days => ({ start: shiftDate(today, 1 - count), end: today })

/** The choice of a single day or of two days that the user names. */
export const ownDays = 'own'

/** Two days as the value of a filter by days. */
export const filterValue = ({ start, end }: Days): string => `${start}..${end}`
