import { sentences } from '#contract/core/sentences.ts'
import { reportTimeZone } from '#contract/leads/report-time-zone.ts'
import { invalid } from '#server/platform/failure.ts'
import { endOfDate_ms, startOfDate_ms } from '#server/platform/local-dates.ts'

/** The half-open range from `from` to `to`; null where unbounded. */
export interface Range {
  from_ms: number | null
  to_ms: number | null
}

const isOpen = (day: string): boolean => day === '' || day === 'all'

/** The range of a report's days, inclusive, in the report's time zone. Throws `invalid` if they are reversed. */
export function readRange(days: { start: string; end: string }): Range {
  const from_ms = isOpen(days.start) ? null : startOfDate_ms(days.start, reportTimeZone)
  const to_ms = isOpen(days.end) ? null : endOfDate_ms(days.end, reportTimeZone)
  if (from_ms !== null && to_ms !== null && to_ms <= from_ms) throw invalid('end', sentences.endBeforeStart)
  return { from_ms, to_ms }
}
