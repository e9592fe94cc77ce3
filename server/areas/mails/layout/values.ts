import type { Language } from '#contract/core/language.ts'
import { isolate } from '#server/platform/isolated.ts'
import { showDate } from '#server/platform/show-date.ts'

/**
 * A value below a mail: as text, or as what it is, so that addresses and phone numbers can be clicked, and dates are in the
 * reader's words: a moment in the sender's time zone, unless it has its own.
 */
export type FactValue =
  | string
  | { email: string }
  | { phone: string }
  | { url: string; label?: string }
  | { date: string }
  | { at_ms: number; timeZone?: string }

export interface ShownValue {
  text: string
  href?: string
}

/** A value as a reader sees it, and where it leads; empty if there is none. */
export function showValue(value: FactValue, language: Language, timeZone: string): ShownValue {
  if (typeof value === 'string') return { text: value }
  if ('email' in value)
    return value.email.includes('@') ? linkTo(`mailto:${value.email}`, value.email) : { text: value.email }
  if ('phone' in value)
    return /\d/.test(value.phone)
      ? linkTo(`tel:${value.phone.replaceAll(/[^\d+]/g, '')}`, value.phone)
      : { text: value.phone }
  if ('url' in value)
    return /^https?:\/\//.test(value.url) ? linkTo(value.url, value.label ?? value.url) : { text: value.url }
  if ('date' in value) return { text: value.date === '' ? '' : showDate(value.date, language) }
  return { text: showMoment(value.at_ms, value.timeZone ?? timeZone, language) }
}

const linkTo = (href: string, text: string): ShownValue => ({ href, text })

/** "Jun 15, 2026, 7:00 AM (America/Chicago)": mails get forwarded, so the zone stands beside the time. */
function showMoment(at_ms: number, timeZone: string, language: Language): string {
  const locale = language === 'ar' ? 'ar-u-nu-latn' : 'en-US'
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  return `${format.format(at_ms).replaceAll('\u202f', ' ')} ${isolate(`(${timeZone})`, language)}`
}
