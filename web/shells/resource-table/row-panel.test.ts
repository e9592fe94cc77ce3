import { describe, expect, it } from 'vitest'
import { keyAfter, stepOf } from './row-panel.ts'

describe('the panel next to a list', () => {
  const keys = ['a', 'b', 'c']

  it('moves with the arrow keys, and with j and k in any keyboard layout', () => {
    expect(stepOf({ key: 'ArrowDown', code: 'ArrowDown' })).toBe(1)
    expect(stepOf({ key: 'k', code: 'KeyK' })).toBe(-1)
    expect(stepOf({ key: 'ت', code: 'KeyJ' })).toBe(1)
    expect(stepOf({ key: 'h', code: 'KeyJ' })).toBeUndefined()
    expect(stepOf({ key: 'Enter', code: 'Enter' })).toBeUndefined()
  })

  it('stops at both ends of the visible list', () => {
    expect(keyAfter(keys, 'a', 1)).toBe('b')
    expect(keyAfter(keys, 'c', 1)).toBeUndefined()
    expect(keyAfter(keys, 'a', -1)).toBeUndefined()
  })

  it('starts with the first row if the open one is not visible', () => {
    expect(keyAfter(keys, 'elsewhere', -1)).toBe('a')
    expect(keyAfter([], 'elsewhere', 1)).toBeUndefined()
  })
})
