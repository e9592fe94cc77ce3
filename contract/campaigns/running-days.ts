import { sentences } from '../core/sentences.ts'

const earliestDate = '2000-01-01'
const latestDate = '2100-12-31'

interface RunningDays {
  startDate: string
  /** Null for a campaign without an end. */
  endDate: string | null
}

/** What is wrong with a campaign's first and last day, and which of the two it is; null if nothing is. */
export function problemOfDays({
  startDate,
  endDate,
}: RunningDays): { field: 'startDate' | 'endDate'; message: string } | null {
  if (startDate < earliestDate || startDate > latestDate) return { field: 'startDate', message: sentences.dateInReach }
  if (endDate !== null && (endDate < startDate || endDate > latestDate))
    return { field: 'endDate', message: sentences.lastDayInReach }
  return null
}
