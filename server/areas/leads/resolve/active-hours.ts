import { Temporal } from 'temporal-polyfill'

/** When a campaign takes leads; see `isOpenAt`. */
export interface ActiveHours {
  timeZone: string
  /** From Monday, 1; empty for every day. */
  activeDays: readonly number[]
  activeFrom: number
  activeTo: number
}

/** Every clock of the world stands at the same quarter of an hour for as long as one lasts. */
const quarter_ms = 15 * 60_000

interface LocalHour {
  day: number
  hour: number
}

const localHours = new Map<string, LocalHour>()
const mostKept = 10_000

/** The day of the week and the hour that it is in a zone; asked for many events of the same minutes. */
function localHourAt(at_ms: number, timeZone: string): LocalHour {
  const quarter = Math.floor(at_ms / quarter_ms)
  const key = `${timeZone} ${quarter}`
  const known = localHours.get(key)
  if (known) return known
  if (localHours.size >= mostKept) localHours.clear()
  const { dayOfWeek: day, hour } = Temporal.Instant.fromEpochMilliseconds(quarter * quarter_ms).toZonedDateTimeISO(
    timeZone,
  )
  const found = { day, hour }
  localHours.set(key, found)
  return found
}

/**
 * Whether a campaign takes leads at a moment, by its own clock: an hour that daylight saving repeats counts twice, one that
 * it skips is not missed. Hours that go past midnight belong to the day on which they began.
 */
export function isOpenAt(at_ms: number, { timeZone, activeDays, activeFrom, activeTo }: ActiveHours): boolean {
  if (activeDays.length === 0 && activeFrom === 0 && activeTo === 24) return true
  const { day, hour } = localHourAt(at_ms, timeZone)
  const isDay = (which: number): boolean => activeDays.length === 0 || activeDays.includes(which)
  if (activeFrom < activeTo) return isDay(day) && hour >= activeFrom && hour < activeTo
  return (isDay(day) && hour >= activeFrom) || (isDay(day === 1 ? 7 : day - 1) && hour < activeTo)
}
