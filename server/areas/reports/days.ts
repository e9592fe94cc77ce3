import { Temporal } from 'temporal-polyfill'
import { reportTimeZone } from '#contract/leads/report-time-zone.ts'
import type { Clock } from '#server/platform/clock.ts'
import { localDateAt } from '#server/platform/local-dates.ts'

/** The date of an instant in the report time zone (OQ-55). */
export const todayAt = (now_ms: number): string => localDateAt(now_ms, reportTimeZone)

export const today = (clock: Clock): string => todayAt(clock.now())

export const daysBefore = (date: string, days: number): string =>
  Temporal.PlainDate.from(date).subtract({ days }).toString()
