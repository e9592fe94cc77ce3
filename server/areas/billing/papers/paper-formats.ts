import { dollarsFromCents } from '#contract/core/money.ts'
import type { Language } from '#contract/core/language.ts'

const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const price = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 4 })
const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 3 })

/** Amounts in every language as `$1,234.50`; below zero with a minus sign in front. */
export const dollars = (cents: number): string =>
  cents < 0 ? `−${money.format(dollarsFromCents(-cents))}` : money.format(dollarsFromCents(cents))
export const showPrice = (unit: number): string => price.format(unit)
export const showPercent = (rate_e3: number): string => percent.format(rate_e3 / 100_000)

/** The same in the cell of a table. */
export const shortDayOf = (at: Date, { language, zone }: { language: Language; zone: string }): string =>
  new Intl.DateTimeFormat(language === 'ar' ? 'ar-u-nu-latn-ca-gregory' : 'en-US', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    timeZone: zone,
  }).format(at)

/** An instant as a day of the payer's zone. */
export const dayOf = (at: Date, { language, zone }: { language: Language; zone: string }): string =>
  new Intl.DateTimeFormat(language === 'ar' ? 'ar-u-nu-latn-ca-gregory' : 'en-US', {
    dateStyle: 'long',
    timeZone: zone,
  }).format(at)
