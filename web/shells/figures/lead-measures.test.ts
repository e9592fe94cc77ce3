import { describe, expect, it } from 'vitest'
import { centsOf, changeOf, marginOf, pointsBetween, textOfChange } from './change.ts'
import { formatFor } from '../../i18n/format.ts'
import { measuresFor } from './lead-measures.ts'

describe('the metrics of a dashboard', () => {
  it('are compared with the previous period, or with nothing if there was none', () => {
    expect(changeOf(12, 10)).toBeCloseTo(0.2)
    expect(changeOf(5, 10)).toBe(-0.5)
    expect(changeOf(0, 10)).toBe(-1)
    expect(changeOf(3, 0)).toBe(null)
    // A margin that was negative is no base for a share: 5 would be 150% less than -10.
    expect(changeOf(5, -10)).toBe(null)
  })

  it('show no share above 999%, which would only say that there was next to nothing before', () => {
    const percent = (share: number): string => `+${Math.round(share * 100)}%`
    expect([9.5, 9.99, 22.938].map((change) => textOfChange(change, percent))).toEqual(['+950%', '+999%', '>+999%'])
  })

  it('compare rates in points: 64.1% after 20.3% is a rise of 43.8 points, not of 216%', () => {
    const { points } = formatFor('en')
    expect(points(pointsBetween(0.641, 0.203))).toBe('+43.8')
    expect(points(pointsBetween(0.2, 0.25))).toBe('−5')
    // A difference that is shown as 0 is neither good nor bad.
    expect(pointsBetween(0.20003, 0.2)).toBe(0)
  })

  it('compute the margin from what an agency earns and pays, exact below a cent', () => {
    const sums = { leads: 3, retail_e4: 150, enriched_e4: 0, wholesale_e4: 51 }
    expect(measuresFor(true).map(({ key, valueOf }) => [key, valueOf(sums)])).toEqual([
      ['leads', 3],
      ['retail', 150],
      ['margin', 99],
    ])
    expect(marginOf({ retail_e4: 0 })).toBe(0)
    expect(centsOf(149)).toBe(1)
  })

  it('show a client what it pays and never a margin', () => {
    expect(measuresFor(false).map(({ key }) => key)).toEqual(['leads', 'retail'])
  })
})
