import { expect, test } from 'vitest'
import { rangeOf } from './log-range.ts'

test.each([
  ['', '', 'all'],
  ['2026-11-01', '2026-11-07', '2026-11-01,2026-11-07'],
  ['2026-11-01', '', '2026-11-01,2026-11-23'],
  ['2026-12-01', '', '2026-12-01,2026-12-01'],
  ['', '2026-11-07', '2025-10-03,2026-11-07'],
])('a log from "%s" to "%s" is requested as %s: a single date is enough to narrow it', (start, end, range) => {
  expect(rangeOf({ start, end }, '2026-11-23')).toBe(range)
})
