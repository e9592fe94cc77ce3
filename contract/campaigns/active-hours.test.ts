import { expect, it } from 'vitest'
import { hoursOfWeek, textOfWindow, windowFrom, windowsOf } from './active-hours.ts'

it.each([
  ['mon 09:00-17:00', { day: 1, from: 9, to: 17 }],
  ['sun 22:00-06:00', { day: 7, from: 22, to: 6 }],
  ['wed 00:00-24:00', { day: 3, from: 0, to: 24 }],
])('%s is a valid window', (text, window) => {
  expect(windowFrom(text)).toEqual(window)
  expect(textOfWindow(window)).toBe(text)
})

it.each(['', 'mon', 'Mon 09:00-17:00', 'mon 9:00-17:00', 'mon 09:30-17:00', 'mon 24:00-06:00', 'mon 09:00-25:00'])(
  '%s is not a valid window',
  (text) => expect(windowFrom(text)).toBeNull(),
)
it.each(['mon 09:00-09:00', 'mon 09:00-00:00'])('%s is empty, or ends at midnight, which is written 24:00', (text) => {
  expect(windowFrom(text)).toBeNull()
})

it('windows of a week are sorted by day and hour', () => {
  const lines = ['sun 10:00-12:00', 'mon 14:00-16:00', 'mon 09:00-12:00']
  expect(windowsOf(lines).map(textOfWindow)).toEqual([lines[2], lines[1], lines[0]])
})

it('hours past midnight belong to the next day, and those past Sunday to Monday', () => {
  expect([...hoursOfWeek(['sun 23:00-02:00', 'mon 01:00-03:00'])].toSorted((a, b) => a - b)).toEqual([0, 1, 2, 167])
})
