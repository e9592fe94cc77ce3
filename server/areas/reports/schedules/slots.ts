import { Temporal } from 'temporal-polyfill'
import { reportTimeZone } from '#contract/leads/report-time-zone.ts'
import type { ScheduledDays } from '#contract/reports/schedules.ts'
import { localDateAt, startOfDate_ms } from '#server/platform/local-dates.ts'
import { daysBefore, todayAt } from '../days.ts'

/** When a report is sent: each day, on a day of the week or of the month, at an hour. */
export interface Rule {
  every: 'day' | 'week' | 'month'
  /** 1 is Monday. */
  weekday: number
  /** Shorter months use their last day. */
  monthday: number
  hour: number
  days: ScheduledDays
}

/** More days than any month, within which a matching day is always found. */
const furthest_days = 62

/** The first instant after another at which a rule matches in a time zone. A skipped hour counts as the one after it. */
export function nextSlot_ms(rule: Rule, timeZone: string, after_ms: number): number {
  const today = Temporal.Instant.fromEpochMilliseconds(after_ms).toZonedDateTimeISO(timeZone).toPlainDate()
  for (let days = 0; days <= furthest_days; days++) {
    const date = today.add({ days })
    if (!fits(rule, date)) continue
    const at_ms = slotOn(rule, timeZone, date)
    if (at_ms > after_ms) return at_ms
  }
  throw new RangeError('No day fits the rule')
}

/** The instant at which a rule matches in a time zone, on the local date that another instant had in another zone. */
export const slotMoved_ms = (rule: Rule, from: { timeZone: string; at_ms: number }, timeZone: string): number =>
  slotOn(rule, timeZone, Temporal.PlainDate.from(localDateAt(from.at_ms, from.timeZone)))

/**
 * The instant of a rule's hour on a date. East of New York, a month ends before its last day in the report time zone (OQ-55);
 * a monthly report waits for that, so that its figures are final.
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
 * The days a report covers, seen from its run's date in the report time zone (OQ-55); "last month" is the one that ended
 * in the agency's time zone.
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
