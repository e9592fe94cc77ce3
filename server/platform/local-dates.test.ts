import { describe, expect, it } from 'vitest'
import { endOfDate_ms, localDateAt, startOfDate_ms } from './local-dates.ts'

const zone = 'America/New_York'

describe('local dates', () => {
  it('are the day in the time zone, not in UTC', () => {
    expect(localDateAt(Date.UTC(2026, 0, 2, 4, 59), zone)).toBe('2026-01-01')
    expect(localDateAt(Date.UTC(2026, 0, 2, 5, 0), zone)).toBe('2026-01-02')
  })

  it('start and end at local midnight, also on days of 23 and 25 hours', () => {
    const hours = (date: string): number => (endOfDate_ms(date, zone) - startOfDate_ms(date, zone)) / 3_600_000
    expect(startOfDate_ms('2026-01-02', zone)).toBe(Date.UTC(2026, 0, 2, 5))
    expect(hours('2026-03-08')).toBe(23)
    expect(hours('2026-11-01')).toBe(25)
    expect(hours('2026-07-04')).toBe(24)
  })

  it('start after the gap where a time zone skips midnight', () => {
    expect(localDateAt(startOfDate_ms('2026-09-06', 'America/Santiago'), 'America/Santiago')).toBe('2026-09-06')
  })
})
