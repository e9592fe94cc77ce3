import { longestRange_days } from '#contract/activity/user-logs.ts'
import { serverNow_ms } from '../../api/server-clock.ts'
import { shifted } from '../../shells/last-days.ts'

/** A local date as yyyy-MM-dd (R205). The en-CA locale formats dates as ISO does. */
export const dateBefore = (days: number): string =>
  shifted(new Intl.DateTimeFormat('en-CA').format(serverNow_ms()), -days)

/** The call's date range. No end means today; no start means as far back as the API allows. */
export function rangeOf({ start, end }: { start: string; end: string }, today = dateBefore(0)): string {
  if (!start && !end) return 'all'
  const last = end || (start > today ? start : today)
  return `${start || shifted(last, -longestRange_days)},${last}`
}
