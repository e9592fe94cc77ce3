import { Temporal } from 'temporal-polyfill'

/** Whole hours of a day in which somebody gets nothing that can wait; `until` may be on the next day. */
export interface QuietHours {
  from: number
  until: number
}

/** When mails that are collected are sent, in the reader's time zone; those of a week on Mondays. */
const digestHour = 8

/** The end of quiet hours, if an instant is in them. */
export function endOfQuiet_ms(at_ms: number, hours: QuietHours | null, timeZone: string): number {
  if (!hours) return at_ms
  const local = Temporal.Instant.fromEpochMilliseconds(at_ms).toZonedDateTimeISO(timeZone)
  const { from, until } = hours
  const { hour } = local
  const isQuiet = from < until ? hour >= from && hour < until : hour >= from || hour < until
  if (!isQuiet) return at_ms
  const day = hour < until ? local.toPlainDate() : local.toPlainDate().add({ days: 1 })
  return day.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from({ hour: until }) }).epochMilliseconds
}

/** When the next mail of a day or a week is sent, after an instant. */
export function nextDigest_ms(at_ms: number, every: 'day' | 'week', timeZone: string): number {
  const today = Temporal.Instant.fromEpochMilliseconds(at_ms).toZonedDateTimeISO(timeZone).toPlainDate()
  for (let days = 0; ; days++) {
    const day = today.add({ days })
    const slot = day.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from({ hour: digestHour }) })
    if (slot.epochMilliseconds > at_ms && (every === 'day' || day.dayOfWeek === 1)) return slot.epochMilliseconds
  }
}
