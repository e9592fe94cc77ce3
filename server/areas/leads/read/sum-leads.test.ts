import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { spansOf } from './sum-leads.ts'

const hour_ms = 3_600_000
const at = (text: string): number => Date.parse(text)
const spanTexts = (from: string, to: string): string[] => {
  const { grains, from: begins, to: ends } = spansOf(at(from), at(to))
  return grains.map(
    (grain, n) => `${grain} ${begins[n]!.toISOString().slice(0, 13)} ${ends[n]!.toISOString().slice(0, 13)}`,
  )
}

describe('the stored counts of a range', () => {
  test('cover its whole months, the whole days around them, and the hours at its ends', () => {
    expect(spanTexts('2025-11-22T05:00:00Z', '2026-11-22T05:00:00Z')).toEqual([
      'hour 2025-11-22T05 2025-11-23T00',
      'day 2025-11-23T00 2025-12-01T00',
      'month 2025-12-01T00 2026-11-01T00',
      'day 2026-11-01T00 2026-11-22T00',
      'hour 2026-11-22T00 2026-11-22T05',
    ])
    expect(spanTexts('2026-03-01T00:00:00Z', '2026-04-01T00:00:00Z')).toEqual(['month 2026-03-01T00 2026-04-01T00'])
    expect(spanTexts('2026-03-08T05:00:00Z', '2026-03-09T04:00:00Z')).toEqual(['hour 2026-03-08T05 2026-03-09T04'])
    expect(spanTexts('2026-03-08T05:00:00Z', '2026-03-08T05:00:00Z')).toEqual([])
  })

  test('are contiguous for any range, from the first years to the last', () => {
    const hours = fc.integer({ min: at('0001-01-01T00:00:00Z') / hour_ms, max: at('9999-12-31T23:00:00Z') / hour_ms })
    fc.assert(
      fc.property(hours, fc.integer({ min: 1, max: 24 * 800 }), (first, length) => {
        const [from_ms, to_ms] = [first * hour_ms, (first + length) * hour_ms]
        const { grains, from, to } = spansOf(from_ms, to_ms)
        expect([from[0]!.getTime(), to.at(-1)!.getTime()]).toEqual([from_ms, to_ms])
        for (const [n, begin] of from.entries()) {
          expect(begin.getTime()).toBe(n === 0 ? from_ms : to[n - 1]!.getTime())
          if (grains[n] === 'month') expect(begin.toISOString()).toMatch(/-01T00:00:00.000Z$/)
          if (grains[n] === 'day') expect(begin.toISOString()).toMatch(/T00:00:00.000Z$/)
        }
      }),
    )
  })
})
