import { describe, expect, it } from 'vitest'
import { reportToday } from '../../shells/last-days.ts'
import { daysProblem, ownDaysOf, presetOf, presets } from './days.ts'

describe('the days of a report', () => {
  it('are days in New York (OQ-55)', () => {
    expect(reportToday(Date.UTC(2026, 10, 21, 4, 59))).toBe('2026-11-20')
    expect(reportToday(Date.UTC(2026, 10, 21, 5))).toBe('2026-11-21')
  })

  it.each([
    ['week', '2026-02-24', '2026-03-02'],
    ['days', '2026-02-01', '2026-03-02'],
    ['month', '2026-03-01', '2026-03-02'],
    ['before', '2026-02-01', '2026-02-28'],
    ['year', '2025-03-03', '2026-03-02'],
  ])('of "%s" on March 2 are %s to %s', (name, start, end) => {
    expect(presets[name]!.daysAt('2026-03-02')).toEqual({ start, end })
  })

  it.each([
    ['2026-01-01', '2026-01-01', null],
    ['2025-01-01', '2026-01-01', null],
    ['2024-12-31', '2026-01-01', 'start'],
    ['2026-01-02', '2026-01-01', 'end'],
    ['', '2026-01-01', 'start'],
    ['2026-01-01', '2026-02-30', 'end'],
  ])('of a custom range from %s to %s are rejected at %s', (start, end, field) => {
    expect(daysProblem({ start, end })?.field ?? null).toBe(field)
    expect(ownDaysOf({ days: 'own', start, end })).toEqual(field === null ? { start, end } : null)
  })

  it('are thirty if the URL names no valid range', () => {
    expect([presetOf(undefined), presetOf('ever'), presetOf('week')]).toEqual(['days', 'days', 'week'])
  })
})
