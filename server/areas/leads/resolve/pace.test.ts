import { expect, test } from 'vitest'
import { hoursOfWeek } from '#contract/campaigns/active-hours.ts'
import { allowanceAt } from './pace.ts'

const at = (text: string): number => Date.parse(text)
const longAgo = new Date('2025-01-01T00:00:00Z')
const campaign = {
  timeZone: 'America/Chicago',
  openHours: hoursOfWeek([]),
  limitLeads: 24,
  updatedAt: longAgo,
}
const office = { ...campaign, openHours: hoursOfWeek(['mon 09:00-17:00']), limitLeads: 8 }
const night = { ...campaign, openHours: hoursOfWeek(['fri 22:00-06:00']), limitLeads: 6 }
const shortDay = '2026-03-08'
const longDay = '2026-11-01'

test.each([
  ['one lead at midnight', campaign, '2026-01-12T06:00:00Z', 1],
  ['one a moment before one o’clock', campaign, '2026-01-12T06:59:59Z', 1],
  ['two at one o’clock', campaign, '2026-01-12T07:00:00Z', 2],
  ['all of them in the last hour', campaign, '2026-01-13T05:30:00Z', 24],
  ['its first at nine if its hours begin then', office, '2026-01-12T15:00:00Z', 1],
  ['half of them by one o’clock', office, '2026-01-12T18:59:00Z', 4],
  ['all of them after its hours', office, '2026-01-13T00:30:00Z', 8],
  ['a night’s early share before midnight', { ...night, limitLeads: 4 }, '2026-01-17T05:00:00Z', 3],
  ['its own share of the day on which the night ends', night, '2026-01-17T09:00:00Z', 4],
  ['as many on a 23-hour day as on any', { ...campaign, limitLeads: 23 }, `${shortDay}T08:00:00Z`, 3],
  ['no more in a repeated hour', { ...campaign, limitLeads: 25 }, `${longDay}T07:59:59Z`, 3],
  ['the last in the last hour of 25', { ...campaign, limitLeads: 25 }, '2026-11-02T05:00:00Z', 25],
])('a campaign may have %s', (_how, one, moment, leads) => {
  expect(allowanceAt(at(moment), one, 0)).toBe(leads)
})

test('what is left of a limit changed today is spread over the rest of the day', () => {
  const campaignOfToday = { ...campaign, limitLeads: 30, updatedAt: new Date('2026-01-12T18:00:00Z') }
  expect(allowanceAt(at('2026-01-12T18:00:00Z'), campaignOfToday, 6)).toBe(7)
  expect(allowanceAt(at('2026-01-12T19:00:00Z'), campaignOfToday, 6)).toBe(9)
  expect(allowanceAt(at('2026-01-13T05:59:00Z'), campaignOfToday, 6)).toBe(30)
})

test('a limit below what was already used allows no more than itself', () => {
  const campaignWithLess = { ...campaign, limitLeads: 5, updatedAt: new Date('2026-01-12T18:00:00Z') }
  expect(allowanceAt(at('2026-01-12T20:00:00Z'), campaignWithLess, 9)).toBe(5)
})

test('at no time of the day is more due than the next lead of an even share', () => {
  for (let minute = 0; minute < 24 * 60; minute += 7) {
    const allowance = allowanceAt(at('2026-01-12T06:00:00Z') + minute * 60_000, { ...campaign, limitLeads: 50 }, 0)
    expect(allowance).toBeLessThanOrEqual(Math.ceil((50 * minute) / (24 * 60)) + 1)
    expect(allowance).toBeGreaterThanOrEqual(Math.floor((50 * minute) / (24 * 60)))
  }
})
