import { Temporal } from 'temporal-polyfill'
import type { ScheduledDays } from '#contract/reports/schedules.ts'
import { daysBefore, todayAt } from '../days.ts'

/** When a report is sent: each day, on a day of the week or of the month, at an hour. */
export interface Rule {
  every: 'day' | 'week' | 'month'
  /** From Monday, 1. */
  weekday: number
  /** The last day of a month that is shorter. */
  monthday: number
  hour: number
}

/** Longer than any month: a day that fits comes within so many. */
const furthest_days = 62

/** The first moment after another at which a rule holds in a time zone. An hour that the clock skips is the one after it. */
export function nextSlot_ms(rule: Rule, timeZone: string, after_ms: number): number {
  const today = Temporal.Instant.fromEpochMilliseconds(after_ms).toZonedDateTimeISO(timeZone).toPlainDate()
  for (let ahead = 0; ahead <= furthest_days; ahead++) {
    const date = today.add({ days: ahead })
    if (!fits(rule, date)) continue
    const at_ms = date.toZonedDateTime({ timeZone, plainTime: new Temporal.PlainTime(rule.hour) }).epochMilliseconds
    if (at_ms > after_ms) return at_ms
  }
  throw new RangeError('No day fits the rule')
}

function fits({ every, weekday, monthday }: Rule, date: Temporal.PlainDate): boolean {
  if (every === 'day') return true
  return every === 'week' ? date.dayOfWeek === weekday : date.day === Math.min(monthday, date.daysInMonth)
}

/** The days that a report is about, seen from the day of reports (OQ-55) on which its time comes. All are over. */
export function daysOf(days: ScheduledDays, slot_ms: number): { start: string; end: string } {
  const yesterday = daysBefore(todayAt(slot_ms), 1)
  if (days === 'last_month') {
    const end = daysBefore(`${todayAt(slot_ms).slice(0, 7)}-01`, 1)
    return { start: `${end.slice(0, 7)}-01`, end }
  }
  const length_days = { yesterday: 1, last_7_days: 7, last_30_days: 30 }[days]
  return { start: daysBefore(yesterday, length_days - 1), end: yesterday }
}
