import { describe, expect, it } from 'vitest'
import { listKeyOf, rowAfter } from './list-keys.ts'

const pressed = (key: string, code: string, more = {}) =>
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
    expect([pressed('j', 'KeyJ'), pressed('k', 'KeyK'), pressed('x', 'KeyX')]).toEqual([1, -1, 'choose'])
    expect([pressed('ت', 'KeyJ'), pressed('ن', 'KeyK'), pressed('ء', 'KeyX')]).toEqual([1, -1, 'choose'])
    expect([pressed('q', 'KeyX'), pressed('h', 'KeyJ')]).toEqual([undefined, undefined])
  })

  it('leave arrows, capitals, combinations and keys that write a character to others', () => {
    expect([pressed('ArrowDown', 'ArrowDown'), pressed('Enter', 'Enter')]).toEqual([undefined, undefined])
    for (const more of [
      { ctrlKey: true },
      { metaKey: true },
      { altKey: true },
      { shiftKey: true },
      { isComposing: true },
      { defaultPrevented: true },
    ])
      expect([pressed('j', 'KeyJ', more), pressed('x', 'KeyX', more)]).toEqual([undefined, undefined])
  })

  it('begin at the first row, and stop at both ends', () => {
    expect([rowAfter(-1, 3, 1), rowAfter(-1, 3, -1)]).toEqual([0, 0])
    expect([rowAfter(0, 3, 1), rowAfter(2, 3, 1), rowAfter(0, 3, -1)]).toEqual([1, 2, 0])
  })
})
