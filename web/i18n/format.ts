import { useLingui } from '@lingui/react'
import { useMemo } from 'react'
import { serverNow_ms } from '../api/server-clock.ts'

/**
 * Numbers, money and dates by language. Digits are Latin in both languages: amounts, ZIP codes and phone numbers are
 * en-US by specification, and mixed digit systems are hard to read. Month names and date order follow the language.
 */
export type Format = {
  number: (value: number) => string
  /** A file size, in the most readable unit. */
  size: (bytes: number) => string
  /** A share from 0 to 1. */
  percent: (share: number) => string
  /** A rate in percent, with up to three decimals. */
  rate: (percent: number) => string
  /** A relative change, with its sign. */
  change: (share: number) => string
  /** A difference of two shares in percentage points, with its sign. */
  points: (difference: number) => string
  /** Whole cents; dollars are always written the US way. */
  money: (amount_cents: number) => string
  /** Dollars without decimals, for tiles and lists (specification, constants: short form). */
  moneyShort: (amount_cents: number) => string
  /** A unit price in 1/10,000 dollar; shows only the decimals it needs, at least two, whatever the prices next to it have. */
  price: (price_e4: number) => string
  /** In the browser's time zone, unless a text or file next to it is in another one. */
  date: (instant: string, timeZone?: string) => string
  /** The name of a month given as `2026-11`. */
  month: (month: string) => string
  /** Month and day: for axes and rows of one period. */
  day: (date: string) => string
  /** In the browser's time zone, unless a text next to it is in another one. */
  dateTime: (instant: string, timeZone?: string) => string
  /** `2026-11-28 17:16`, in the browser's time zone: for logs, where documents fix the format. */
  stamp: (instant: string) => string
  /** For narrow columns: includes the year only if it is not the current one. */
  when: (instant: string, now_ms?: number) => string
  /** "25 days", in the largest unit that fits. */
  duration: (seconds: number) => string
  /** "3 minutes ago". */
  ago: (instant: string, now_ms?: number) => string
}

const tagOf = (locale: string): string => (locale === 'ar' ? 'ar-u-nu-latn' : 'en-US')
const usd = (digits: number, most = digits): Intl.NumberFormat =>
  new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: digits,
    maximumFractionDigits: most,
  })

/** Keeps a minus left of the digits in both languages; next to Arabic words it would move to their other end. */
const LEFT_TO_RIGHT = '\u200E'

/** Replaces Intl's hyphen by a minus sign as wide as a digit. */
const withMinus = (text: string, locale: string): string =>
  text.startsWith('-') ? `${locale === 'ar' ? LEFT_TO_RIGHT : ''}−${text.slice(1)}` : text

/** Swedish writes dates as ISO 8601 does. */
const stamp = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' })

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_536_000_000],
  ['month', 2_592_000_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

/** Each is a thousand times the one before. */
const sizeUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** A calendar date is read at noon, or it would shift to the previous day west of Greenwich. */
const atNoon = (text: string): Date => new Date(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T12:00:00` : text)

export function formatFor(locale: string): Format {
  const tag = tagOf(locale)
  const number = new Intl.NumberFormat(tag)
  const sizes = sizeUnits.map(
    (unit) => new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 }),
  )
  const percent = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 1 })
  const rate = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 3 })
  const change = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' })
  const points = new Intl.NumberFormat(tag, { maximumFractionDigits: 1, signDisplay: 'exceptZero' })
  const dollars = (digits: number, most?: number): ((amount: number) => string) => {
    const { format } = usd(digits, most)
    return (amount) => withMinus(format(amount), locale)
  }
  const [money, moneyShort, price] = [dollars(2), dollars(0), dollars(2, 4)]
  const date = new Intl.DateTimeFormat(tag, { dateStyle: 'medium' })
  const monthName = new Intl.DateTimeFormat(tag, { month: 'long', year: 'numeric' })
  const day = new Intl.DateTimeFormat(tag, { month: 'short', day: 'numeric' })
  const dateTime = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' })
  const thisYear = new Intl.DateTimeFormat(tag, { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' })
  const relative = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' })
  return {
    number: (value) => number.format(value),
    size: (bytes) => {
      const step = Math.min(sizes.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
      return sizes[step]!.format(bytes / 1_000 ** step)
    },
    percent: (share) => percent.format(share),
    rate: (percent_) => rate.format(percent_ / 100),
    change: (share) => withMinus(change.format(share), locale),
    points: (difference) => withMinus(points.format(difference * 100), locale),
    money: (amount_cents) => money(amount_cents / 100),
    moneyShort: (amount_cents) => moneyShort(amount_cents / 100),
    price: (price_e4) => price(price_e4 / 10_000),
    date: (instant, timeZone) =>
      timeZone
        ? new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeZone }).format(new Date(instant))
        : date.format(atNoon(instant)),
    month: (month) => monthName.format(atNoon(`${month}-15`)),
    day: (instant) => day.format(atNoon(instant)),
    dateTime: (instant, timeZone) =>
      (timeZone
        ? new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short', timeZone })
        : dateTime
      ).format(new Date(instant)),
    when: (instant, now_ms = serverNow_ms()) => {
      const at = new Date(instant)
      return (at.getFullYear() === new Date(now_ms).getFullYear() ? thisYear : dateTime).format(at)
    },
    stamp: (instant) => stamp.format(new Date(instant)),
    duration: (seconds) => {
      const [unit, size_s] = units.find(([, step_s]) => seconds >= step_s) ?? ['second', 1]
      return new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'long' }).format(
        Math.round(seconds / size_s),
      )
    },
    ago: (instant, now_ms = serverNow_ms()) => {
      const past_ms = new Date(instant).getTime() - now_ms
      const [unit, size_ms] = STEPS.find(([, step_ms]) => Math.abs(past_ms) >= step_ms) ?? ['second', 1000]
      return relative.format(Math.round(past_ms / size_ms), unit)
    },
  }
}

export function useFormat(): Format {
  const { i18n } = useLingui()
  return useMemo(() => formatFor(i18n.locale), [i18n.locale])
}
