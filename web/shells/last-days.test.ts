import { expect, test } from 'vitest'
import { dateIn } from './last-days.ts'

test('a date is the date in the time zone, whatever it is in UTC', () => {
  const at_ms = Date.UTC(2026, 10, 1, 3)
  expect(['UTC', 'America/Los_Angeles', 'Asia/Tokyo'].map((zone) => dateIn(zone, at_ms))).toEqual([
    '2026-11-01',
    '2026-10-31',
    '2026-11-01',
  ])
})
