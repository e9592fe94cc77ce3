import { describe, expect, it } from 'vitest'
import { listKeyOf, rowAfter } from './list-keys.ts'

const press = (key: string, code: string, more = {}) =>
  listKeyOf({
    key,
    code,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    isComposing: false,
    defaultPrevented: false,
    ...more,
  })

describe('the keys of a list', () => {
  it('move by a row with j and k and select with x, in any keyboard layout', () => {
    expect([press('j', 'KeyJ'), press('k', 'KeyK'), press('x', 'KeyX')]).toEqual([1, -1, 'choose'])
    expect([press('ت', 'KeyJ'), press('ن', 'KeyK'), press('ء', 'KeyX')]).toEqual([1, -1, 'choose'])
    expect([press('q', 'KeyX'), press('h', 'KeyJ')]).toEqual([undefined, undefined])
  })

  it('leave arrows, capitals, combinations and keys that write a character to others', () => {
    expect([press('ArrowDown', 'ArrowDown'), press('Enter', 'Enter')]).toEqual([undefined, undefined])
    for (const more of [
      { ctrlKey: true },
      { metaKey: true },
      { altKey: true },
      { shiftKey: true },
      { isComposing: true },
      { defaultPrevented: true },
    ])
      expect([press('j', 'KeyJ', more), press('x', 'KeyX', more)]).toEqual([undefined, undefined])
  })

  it('begin at the first row, and stop at both ends', () => {
    expect([rowAfter(-1, 3, 1), rowAfter(-1, 3, -1)]).toEqual([0, 0])
    expect([rowAfter(0, 3, 1), rowAfter(2, 3, 1), rowAfter(0, 3, -1)]).toEqual([1, 2, 0])
  })
})
