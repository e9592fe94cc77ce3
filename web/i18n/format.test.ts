import { expect, test } from 'vitest'
import { formatFor } from './format.ts'

test('R172: dollars are written in US format in both languages, with thousands separators, and no decimals if short', () => {
  for (const language of ['en', 'ar']) {
    const format = formatFor(language)
    expect(format.money(123_456_789)).toBe('$1,234,567.89')
    expect(format.moneyShort(123_456_789)).toBe('$1,234,568')
    expect(format.number(1_234_567)).toMatch(/^1[,٬]234[,٬]567$/)
  }
})

test('a minus is left of the dollars in Arabic, too', () => {
  const format = formatFor('ar')
  for (const text of [format.money(-32_217), format.moneyShort(-32_200), format.price(-3_221_700)])
    expect(text).toMatch(/^\u200E−\$322/)
  expect(formatFor('en').change(-0.286)).toBe('−28.6%')
  expect(formatFor('en').money(-32_217)).toBe('−$322.17')
})

test('a price has the decimals that it needs, at least two and at most four', () => {
  const { price } = formatFor('en')
  expect([25_000, 100, 1_250, 31_250, 12_345_678].map(price)).toEqual([
    '$2.50',
    '$0.01',
    '$0.125',
    '$3.125',
    '$1,234.5678',
  ])
})

test('an instant can be shown in the time zone of the text next to it', () => {
  const { date, dateTime } = formatFor('en')
  expect(date('2027-01-01T05:10:00Z', 'America/New_York')).toBe('Jan 1, 2027')
  expect(date('2027-01-01T05:10:00Z', 'America/Chicago')).toBe('Dec 31, 2026')
  expect(dateTime('2026-11-30T15:00:00Z', 'America/Chicago')).toMatch(/^Nov 30, 2026, 9:00\sAM$/)
  expect(dateTime('2026-11-30T15:00:00Z', 'America/New_York')).toMatch(/^Nov 30, 2026, 10:00\sAM$/)
})

test('D2 9: a log shows dates as yyyy-MM-dd, in every language', () => {
  for (const language of ['en', 'ar'])
    expect(formatFor(language).stamp('2026-11-28T12:16:00Z')).toMatch(/^2026-11-2[789] \d\d:16$/)
})
