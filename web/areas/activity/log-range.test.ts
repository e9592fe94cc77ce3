import { expect, test, vi } from 'vitest'
import { dateBefore, rangeOf } from './log-range.ts'

test.each([
  ['', '', 'all'],
  ['2026-11-01', '2026-11-07', '2026-11-01,2026-11-07'],
  ['2026-11-01', '', '2026-11-01,2026-11-23'],
  ['2026-12-01', '', '2026-12-01,2026-12-01'],
  ['', '2026-11-07', '2025-10-03,2026-11-07'],
])('a log from "%s" to "%s" is requested as %s: a single date is enough to narrow it', (start, end, range) => {
  expect(rangeOf({ start, end }, '2026-11-23')).toBe(range)
})

test('today is the day by which the server filters, so that a range up to today has the newest entries', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 20, 3) })
  // Ten in the evening in New York.
  expect(dateBefore(0)).toBe('2026-11-19')
  vi.useRealTimers()
})
