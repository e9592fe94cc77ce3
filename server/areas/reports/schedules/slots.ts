import { Temporal } from 'temporal-polyfill'
import { reportTimeZone } from '#contract/leads/report-time-zone.ts'
import type { ScheduledDays } from '#contract/reports/schedules.ts'
import { localDateAt, startOfDate_ms } from '#server/platform/local-dates.ts'
import { daysBefore, todayAt } from '../days.ts'

/** When a report is sent: each day, on a day of the week or of the month, at an hour. */
export interface Rule {
  every: 'day' | 'week' | 'month'
  /** From Monday, 1. */
  weekday: number
  /** The last day of a month that is shorter. */
  monthday: number
  hour: number
  days: ScheduledDays
}

/** Longer than any month: a day that fits comes within so many. */
const furthest_days = 62

/** The first moment after another at which a rule holds in a time zone. An hour that the clock skips is the one after it. */
export function nextSlot_ms(rule: Rule, timeZone: string, after_ms: number): number {
  const today = Temporal.Instant.fromEpochMilliseconds(after_ms).toZonedDateTimeISO(timeZone).toPlainDate()
  for (let ahead = 0; ahead <= furthest_days; ahead++) {
    const date = today.add({ days: ahead })
    if (!fits(rule, date)) continue
    const at_ms = slotOn(rule, timeZone, date)
    if (at_ms > after_ms) return at_ms
  }
  throw new RangeError('No day fits the rule')
}

/** The moment at which a rule holds in a time zone on the day on which another moment lay in another zone. */
export const slotMoved_ms = (rule: Rule, from: { timeZone: string; at_ms: number }, timeZone: string): number =>
  slotOn(rule, timeZone, Temporal.PlainDate.from(localDateAt(from.at_ms, from.timeZone)))

/**
 * When a rule's hour comes on a day. East of New York a month ends before the reports' last day of it does (OQ-55): a report
 * about it waits for that, so that it says what the same days say ever after.
 */
function slotOn({ hour, days }: Rule, timeZone: string, date: Temporal.PlainDate): number {
  const at_ms = date.toZonedDateTime({ timeZone, plainTime: new Temporal.PlainTime(hour) }).epochMilliseconds
  if (days !== 'last_month') return at_ms
  return Math.max(at_ms, startOfDate_ms(date.with({ day: 1 }).toString(), reportTimeZone))
}

function fits({ every, weekday, monthday }: Rule, date: Temporal.PlainDate): boolean {
  if (every === 'day') return true
  return every === 'week' ? date.dayOfWeek === weekday : date.day === Math.min(monthday, date.daysInMonth)
}

/**
 * The days that a report is about, seen from the day of reports (OQ-55) on which its time comes; the last month is the one that
 * has ended where the agency is.
 */
export function daysOf(days: ScheduledDays, slot_ms: number, timeZone: string): { start: string; end: string } {
  if (days === 'last_month') {
    const end = daysBefore(`${localDateAt(slot_ms, timeZone).slice(0, 7)}-01`, 1)
    return { start: `${end.slice(0, 7)}-01`, end }
  }
  const yesterday = daysBefore(todayAt(slot_ms), 1)
  const length_days = { yesterday: 1, last_7_days: 7, last_30_days: 30 }[days]
  return { start: daysBefore(yesterday, length_days - 1), end: yesterday }
}
