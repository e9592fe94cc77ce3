/** Weekdays as windows spell them, from Monday. */
const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

/** Maximum windows per week: four on each day. */
export const maxWindows = 28

/** When a campaign takes leads on a day of the week. */
export interface HoursWindow {
  /** Monday is 1. */
  day: number
  /** Hours, 0 to 23 and 1 to 24; if `to` is not later than `from`, the window ends on the next day. */
  from: number
  to: number
}

const shape = /^(mon|tue|wed|thu|fri|sat|sun) ([01]\d|2[0-3]):00-([01]\d|2[0-4]):00$/

/** Parses a window, `mon 09:00-17:00`; null if invalid. */
export function windowFrom(text: string): HoursWindow | null {
  const [, name, first, last] = shape.exec(text) ?? []
  if (name === undefined) return null
  const [day, from, to] = [weekdays.indexOf(name as (typeof weekdays)[number]) + 1, Number(first), Number(last)]
  return to === 0 || to === from ? null : { day, from, to }
}

const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

export const textOfWindow = ({ day, from, to }: HoursWindow): string =>
  `${weekdays[day - 1]} ${clock(from)}-${clock(to)}`

/** The valid windows, by day and hour. */
export const windowsOf = (lines: readonly string[]): HoursWindow[] =>
  lines.flatMap((line) => windowFrom(line) ?? []).toSorted((a, b) => a.day - b.day || a.from - b.from || a.to - b.to)

const hoursOfDay = 24
const hoursOfAWeek = 7 * hoursOfDay

/** The same windows as hours of the week, starting at 0 on Monday: hours past the end of Sunday wrap to Monday. */
export function hoursOfWeek(lines: readonly string[]): Set<number> {
  const hours = new Set<number>()
  for (const { day, from, to } of windowsOf(lines)) {
    const first = (day - 1) * hoursOfDay + from
    const length = to > from ? to - from : to + hoursOfDay - from
    for (let hour = first; hour < first + length; hour++) hours.add(hour % hoursOfAWeek)
  }
  return hours
}
