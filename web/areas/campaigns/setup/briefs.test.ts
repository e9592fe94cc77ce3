import { expect, test } from 'vitest'
import { formatFor } from '../../../i18n/format.ts'
import type { Translate } from '../../../i18n/texts.tsx'
import { formOf } from '../modules/module-forms.ts'
import { deliveryBrief, peopleBrief, priceBrief, scheduleBrief } from './briefs.ts'
import { newValues } from './campaign-form.ts'

/** Texts with their values filled in, without plurals and without marks of direction. */
const t = ((text: string, values: Record<string, unknown> = {}) =>
  text.replaceAll(/\{(\w+)\}/g, (_all, name: string) => String(values[name]))) as Translate
const words = { t, format: formatFor('en') }
const plain = (text: string): string => text.replaceAll(/[\u2066-\u2069]/g, '')
const values = newValues('local', {
  clientId: 'one',
  timeZone: 'America/Chicago',
  today: '2026-03-01',
  recipient: '',
})

test('a group of a new campaign says its defaults', () => {
  expect(plain(scheduleBrief(values, words))).toBe('Mar 1, 2026 to no end · No limit yet')
  expect(plain(peopleBrief(values, words, true))).toBe('National Targeting · Required fields: Email address')
  expect(plain(priceBrief(values, words, 1.5))).toBe('The client’s price · $1.50')
  expect(plain(deliveryBrief(values, words))).toBe('No recipients')
})

test('a group says what was set in it', () => {
  const full = {
    ...values,
    endDate: '2026-04-30',
    limit: '1200',
    monthCap: '250',
    activeHours: ['mon 09:00-17:00'],
    price: '2.5',
    sendsInformation: true,
    reidentification: '1 month' as const,
    recipients: ['a@acme.test', 'b@acme.test'],
    hidesPhone: true,
  }
  expect(plain(scheduleBrief(full, words))).toBe(
    'Mar 1, 2026 to Apr 30, 2026 · Only at certain times · Limit 1,200/day · Spend cap per month: $250.00',
  )
  expect(peopleBrief(full, words, false)).toBe('National Targeting · Create a new lead: After 1 month')
  expect(plain(priceBrief(full, words, 1.5))).toBe('$2.50 · Advance information')
  expect(plain(deliveryBrief(full, words))).toBe(
    'a@acme.test, b@acme.test · With each lead · Hide phone numbers from the client',
  )
})

test.each([
  ['local', {}, ['siteUrl']],
  ['local', { siteUrl: 'https://acme.test' }, []],
  ['b2b', { siteUrl: 'https://acme.test' }, ['profilematch']],
  ['b2b', { siteUrl: 'https://acme.test', seniorities: ['executive'] }, []],
  ['locator', { keywords: '-free' }, ['keyword']],
  ['locator', { contextualKeywords: 'solar' }, []],
  ['enhance', { topics: ['roofing'] }, []],
] as const)('a %s campaign with %o lacks %j', (module, given, lacks) => {
  const start = { clientId: '', timeZone: 'UTC', today: '2026-03-01', recipient: '' }
  expect(formOf(module).missing({ ...newValues(module, start), ...given } as typeof values)).toEqual(lacks)
})
