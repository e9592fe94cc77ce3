import { Temporal } from 'temporal-polyfill'

const formats = new Map<string, Intl.DateTimeFormat>()

/** The calendar date (YYYY-MM-DD) of a moment in a time zone. Throws RangeError for an unknown zone. */
export function localDateAt(at_ms: number, timeZone: string): string {
  let format = formats.get(timeZone)
  if (!format) {
    // The Canadian date format is the ISO one.
    format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
    formats.set(timeZone, format)
  }
  return format.format(at_ms)
}

/** The moment at which a date begins in a time zone; after the gap if the clock skips midnight. */
export const startOfDate_ms = (date: string, timeZone: string): number =>
  Temporal.PlainDate.from(date).toZonedDateTime(timeZone).epochMilliseconds

/** The moment at which a date ends in a time zone: the start of the next one. */
export const endOfDate_ms = (date: string, timeZone: string): number =>
  Temporal.PlainDate.from(date).add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds

export const dayBefore = (date: string): string => Temporal.PlainDate.from(date).subtract({ days: 1 }).toString()

export const dayAfter = (date: string): string => Temporal.PlainDate.from(date).add({ days: 1 }).toString()
