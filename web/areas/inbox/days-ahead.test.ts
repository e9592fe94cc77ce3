import { expect, test } from 'vitest'
import { daysAhead } from './days-ahead.ts'

test.each([
  // Half past midnight of a day with 25 hours, and half past eleven before one with 23.
  [Date.UTC(2026, 10, 1, 5, 30), '2026-11-02'],
  [Date.UTC(2027, 2, 14, 5, 30), '2027-03-14'],
])('tomorrow is the next date, however long the day is', (now_ms, tomorrow) => {
  expect(daysAhead('America/Chicago', now_ms, 1)).toBe(tomorrow)
})
