import { describe, expect, it } from 'vitest'
import { isWhole, noShape, problemsOf, withoutLastPoint, withPlace } from './shape-values.ts'

describe('A shape on the map', () => {
  it('asks for nothing until it is whole', () => {
    expect(problemsOf(noShape)).toEqual({})
    expect(isWhole(noShape)).toBe(false)
    expect(isWhole({ ...noShape, center: '60601' })).toBe(true)
    expect(isWhole({ ...noShape, center: '60601', miles: '' })).toBe(false)
    expect(isWhole({ ...noShape, kind: 'area', points: '41, -88\n42, -88\n42, -87' })).toBe(true)
  })

  it('names the field that is wrong', () => {
    expect(problemsOf({ ...noShape, center: 'Chicago' })).toHaveProperty('center')
    const crossed = { ...noShape, kind: 'area' as const, points: '41, -88\n42, -87\n42, -88\n41, -87' }
    expect(problemsOf(crossed)).toHaveProperty('points')
    expect(isWhole(crossed)).toBe(false)
  })

  it('takes a click as the middle of a radius, or as one more corner, and gives the last one back', () => {
    const place = { latitude: 41.881234567, longitude: -87.63 }
    expect(withPlace(noShape, place).center).toBe('41.88123, -87.63')
    const one = withPlace({ ...noShape, kind: 'area' }, place)
    const two = withPlace(one, { latitude: 42, longitude: -88 })
    expect(two.points).toBe('41.88123, -87.63\n42, -88')
    expect(withoutLastPoint(two)).toEqual(one)
    expect(withoutLastPoint(withoutLastPoint(two)).points).toBe('')
  })
})
