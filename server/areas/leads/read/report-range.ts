import { sentences } from '#contract/core/sentences.ts'
import { reportTimeZone } from '#contract/leads/report-time-zone.ts'
import { invalid } from '#server/platform/failure.ts'
import { endOfDate_ms, startOfDate_ms } from '#server/platform/local-dates.ts'

/** Moments from `from` up to but without `to`; an open end is null. */
export interface Range {
  from_ms: number | null
  to_ms: number | null
}

const isOpen = (day: string): boolean => day === '' || day === 'all'

/** The days of a report, both included, in the report's time zone. Throws `invalid` when they stand the wrong way round. */
export function readRange(days: { start: string; end: string }): Range {
  const from_ms = isOpen(days.start) ? null : startOfDate_ms(days.start, reportTimeZone)
  const to_ms = isOpen(days.end) ? null : endOfDate_ms(days.end, reportTimeZone)
  if (from_ms !== null && to_ms !== null && to_ms <= from_ms) throw invalid('end', sentences.endBeforeStart)
  return { from_ms, to_ms }
}
