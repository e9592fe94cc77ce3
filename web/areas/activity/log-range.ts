import { longestRange_days } from '#contract/activity/user-logs.ts'
import { serverNow_ms } from '../../api/server-clock.ts'
import { shifted } from '../../shells/last-days.ts'

/** A local date as yyyy-MM-dd (R205). The Canadian spelling of a date is the ISO one. */
export const dateBefore = (days: number): string =>
  shifted(new Intl.DateTimeFormat('en-CA').format(serverNow_ms()), -days)

/** The days that a filter means, as the call takes them: one without a last day goes on until today, one without a first day as far back as one may ask. */
export function rangeOf({ start, end }: { start: string; end: string }, today = dateBefore(0)): string {
  if (!start && !end) return 'all'
  const last = end || (start > today ? start : today)
  return `${start || shifted(last, -longestRange_days)},${last}`
}
