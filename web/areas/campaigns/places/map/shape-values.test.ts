import { describe, expect, it } from 'vitest'
import { isComplete, noShape, problemsOf, withoutLastPoint, withPlace } from './shape-values.ts'

describe('A shape on the map', () => {
  it('requests nothing until it is complete', () => {
    expect(problemsOf(noShape)).toEqual({})
    expect(isComplete(noShape)).toBe(false)
    expect(isComplete({ ...noShape, center: '60601' })).toBe(true)
    expect(isComplete({ ...noShape, center: '60601', miles: '' })).toBe(false)
    expect(isComplete({ ...noShape, kind: 'area', points: '41, -88\n42, -88\n42, -87' })).toBe(true)
  })

  it('names the invalid field', () => {
    expect(problemsOf({ ...noShape, center: 'Chicago' })).toHaveProperty('center')
    const bowTie = { ...noShape, kind: 'area' as const, points: '41, -88\n42, -87\n42, -88\n41, -87' }
    expect(problemsOf(bowTie)).toHaveProperty('points')
    expect(isComplete(bowTie)).toBe(false)
  })

  it('takes a click as the center of a radius or as another corner, and undoes the last one', () => {
    const place = { latitude: 41.881234567, longitude: -87.63 }
    expect(withPlace(noShape, place).center).toBe('41.88123, -87.63')
    const one = withPlace({ ...noShape, kind: 'area' }, place)
    const two = withPlace(one, { latitude: 42, longitude: -88 })
    expect(two.points).toBe('41.88123, -87.63\n42, -88')
    expect(withoutLastPoint(two)).toEqual(one)
    expect(withoutLastPoint(withoutLastPoint(two)).points).toBe('')
  })

  it('keeps typed corners when another one is clicked before the last is complete', () => {
    const input = { ...noShape, kind: 'area' as const, points: '41, -88\n42,' }
    expect(withPlace(input, { latitude: 42, longitude: -87 }).points).toBe('41, -88\n42,\n42, -87')
    expect(withPlace({ ...input, points: '' }, { latitude: 42, longitude: -87 }).points).toBe('42, -87')
  })
})
