import { describe, expect, it } from 'vitest'
import { keyAfter, stepOf } from './row-panel.ts'

describe('the panel beside a list', () => {
  const keys = ['a', 'b', 'c']

  it('goes on by arrows, and by j and k in whichever script they are typed', () => {
    expect(stepOf({ key: 'ArrowDown', code: 'ArrowDown' })).toBe(1)
    expect(stepOf({ key: 'k', code: 'KeyK' })).toBe(-1)
    expect(stepOf({ key: 'ت', code: 'KeyJ' })).toBe(1)
    expect(stepOf({ key: 'h', code: 'KeyJ' })).toBeUndefined()
    expect(stepOf({ key: 'Enter', code: 'Enter' })).toBeUndefined()
  })

  it('stops at both ends of what the list shows', () => {
    expect(keyAfter(keys, 'a', 1)).toBe('b')
    expect(keyAfter(keys, 'c', 1)).toBeUndefined()
    expect(keyAfter(keys, 'a', -1)).toBeUndefined()
  })

  it('begins with the first row where the open one is not among those shown', () => {
    expect(keyAfter(keys, 'elsewhere', -1)).toBe('a')
    expect(keyAfter([], 'elsewhere', 1)).toBeUndefined()
  })
})
