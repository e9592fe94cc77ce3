import { Temporal } from 'temporal-polyfill'

/** When a campaign takes leads; see `isOpenAt`. */
export interface ActiveHours {
  timeZone: string
  /** Of the week, from Monday's first, 0; empty for all of them. */
  openHours: ReadonlySet<number>
}

/** Every clock of the world stands at the same quarter of an hour for as long as one lasts. */
const quarter_ms = 15 * 60_000

const localHours = new Map<string, number>()
const mostKept = 10_000

/** The hour of the week that it is in a zone, from Monday's first, 0; asked for many events of the same minutes. */
export function hourOfWeekAt(at_ms: number, timeZone: string): number {
  const quarter = Math.floor(at_ms / quarter_ms)
  const key = `${timeZone} ${quarter}`
  const known = localHours.get(key)
  if (known !== undefined) return known
  if (localHours.size >= mostKept) localHours.clear()
  const local = Temporal.Instant.fromEpochMilliseconds(quarter * quarter_ms).toZonedDateTimeISO(timeZone)
  const found = (local.dayOfWeek - 1) * 24 + local.hour
  localHours.set(key, found)
  return found
}

/**
 * Whether a campaign takes leads at a moment, by its own clock: an hour that daylight saving repeats counts twice, one that
 * it skips is not missed.
 */
export const isOpenAt = (at_ms: number, { timeZone, openHours }: ActiveHours): boolean =>
  openHours.size === 0 || openHours.has(hourOfWeekAt(at_ms, timeZone))
