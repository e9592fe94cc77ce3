import { expect, test } from 'vitest'
import { hoursOfWeek } from '#contract/campaigns/active-hours.ts'
import { isOpenAt } from './active-hours.ts'

const taking = (...lines: string[]) => ({ timeZone: 'America/Chicago', openHours: hoursOfWeek(lines) })
const at = (text: string): number => Date.parse(text)

const weekdays = taking(...['mon', 'tue', 'wed', 'thu', 'fri'].map((day) => `${day} 09:00-17:00`))
const nights = taking('fri 22:00-06:00')
const earlySunday = taking('sun 01:00-03:00')
const twoWindows = taking('mon 09:00-12:00', 'mon 14:00-17:00', 'tue 07:00-08:00')

test.each([
  ['without hours always', taking(), '2026-01-11T09:30:00Z', true],
  ['on a weekday at nine', weekdays, '2026-01-12T15:00:00Z', true],
  ['a moment before nine', weekdays, '2026-01-12T14:59:59.999Z', false],
  ['a moment before five', weekdays, '2026-01-12T22:59:59.999Z', true],
  ['at five', weekdays, '2026-01-12T23:00:00Z', false],
  ['on a Saturday', weekdays, '2026-01-10T18:00:00Z', false],
  ['on a Monday in UTC that is a Sunday locally', weekdays, '2026-01-12T03:00:00Z', false],
  ['on Friday night', nights, '2026-01-17T04:00:00Z', true],
  ['after midnight in the night that began on Friday', nights, '2026-01-17T11:59:00Z', true],
  ['at its end', nights, '2026-01-17T12:00:00Z', false],
  ['on Friday after midnight, in Thursday’s night', nights, '2026-01-16T08:00:00Z', false],
  ['on Saturday night', nights, '2026-01-18T05:00:00Z', false],
  ['in the night that began on Sunday, on Monday', taking('sun 22:00-06:00'), '2026-01-12T08:00:00Z', true],
  ['on a day with two windows, in the second', twoWindows, '2026-01-12T20:00:00Z', true],
  ['on a day with two windows, between them', twoWindows, '2026-01-12T18:00:00Z', false],
  ['on a day with its own hours', twoWindows, '2026-01-13T13:30:00Z', true],
  ['on that day at another day’s hours', twoWindows, '2026-01-13T15:00:00Z', false],
  ['in the hour that daylight saving repeats', earlySunday, '2026-11-01T06:30:00Z', true],
  ['in the same hour again', earlySunday, '2026-11-01T07:30:00Z', true],
  ['right after the hour that it skips', earlySunday, '2026-03-08T08:00:00Z', false],
  ['right before that hour', earlySunday, '2026-03-08T07:59:00Z', true],
  ['in a time zone with a 45-minute offset', { ...weekdays, timeZone: 'Asia/Kathmandu' }, '2026-01-12T03:15:00Z', true],
  ['15 minutes earlier', { ...weekdays, timeZone: 'Asia/Kathmandu' }, '2026-01-12T03:14:00Z', false],
])('a campaign takes leads %s', (_when, hours, moment, isOpen) => {
  expect(isOpenAt(at(moment), hours)).toBe(isOpen)
})
