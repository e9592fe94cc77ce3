import { reportTimeZone } from '#contract/leads/report-time-zone.ts'
import { judged_days } from '#contract/reports/campaigns.ts'
import type { Clock } from '#server/platform/clock.ts'
import { endOfDate_ms, startOfDate_ms } from '#server/platform/local-dates.ts'
import { daysBefore, today } from './days.ts'

/** The whole days before today by which campaigns are judged, in the reports' time zone. */
export interface JudgedDays {
  /** Today. */
  now: string
  /** The first and the last of them. */
  start: string
  end: string
  from_ms: number
  to_ms: number
}

export function judgedDaysAt(clock: Clock): JudgedDays {
  const now = today(clock)
  const [start, end] = [daysBefore(now, judged_days), daysBefore(now, 1)]
  return { now, start, end, from_ms: startOfDate_ms(start, reportTimeZone), to_ms: endOfDate_ms(end, reportTimeZone) }
}
