import { longestRange_days } from '#contract/activity/user-logs.ts'
import { serverNow_ms } from '../../api/server-clock.ts'
import { reportToday, shiftDate } from '../../shells/last-days.ts'

/** A date as yyyy-MM-dd (R205), of the days by which the server filters the log. */
export const dateBefore = (days: number): string => shiftDate(reportToday(serverNow_ms()), -days)

/** The call's date range. No end means today; no start means as far back as the API allows. */
export function rangeOf({ start, end }: { start: string; end: string }, today = dateBefore(0)): string {
  if (!start && !end) return 'all'
  const last = end || (start > today ? start : today)
  return `${start || shiftDate(last, -longestRange_days)},${last}`
}
