import { Temporal } from 'temporal-polyfill'

/** When a campaign takes leads; see `isOpenAt`. */
export interface ActiveHours {
  timeZone: string
  /** Hours of the week, where 0 is Monday from midnight to 1 a.m. Empty means all hours. */
  openHours: ReadonlySet<number>
}

/** Every time zone's offset is a multiple of 15 minutes, so the local hour is constant within a quarter of an hour. */
const quarter_ms = 15 * 60_000

const localHours = new Map<string, number>()
const maxKept = 10_000

/** The local hour of the week (0 is Monday's first), cached because many events share the same minutes. */
export function hourOfWeekAt(at_ms: number, timeZone: string): number {
  const quarter = Math.floor(at_ms / quarter_ms)
  const key = `${timeZone} ${quarter}`
  const cachedHour = localHours.get(key)
  if (cachedHour !== undefined) return cachedHour
  if (localHours.size >= maxKept) localHours.clear()
  const local = Temporal.Instant.fromEpochMilliseconds(quarter * quarter_ms).toZonedDateTimeISO(timeZone)
  const hour = (local.dayOfWeek - 1) * 24 + local.hour
  localHours.set(key, hour)
  return hour
}

/**
 * Whether a campaign is open at an instant, in its own time zone. An hour repeated by daylight saving counts twice; a skipped
 * hour is ignored.
 */
export const isOpenAt = (at_ms: number, { timeZone, openHours }: ActiveHours): boolean =>
  openHours.size === 0 || openHours.has(hourOfWeekAt(at_ms, timeZone))
