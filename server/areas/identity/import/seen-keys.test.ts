import { expect, test } from 'vitest'
import { SeenKeys } from './seen-keys.ts'

test('keys of a file are remembered as in a set, however many there are', () => {
  const keys = new SeenKeys()
  const allKeys = new Set<string>()
  const differing: string[] = []
  for (let n = 0; n < 60_000; n++) {
    // Every third key was there before.
    const key = `key ${n % 3 === 0 ? n >> 1 : n}`
    if (keys.add(key) === allKeys.has(key)) differing.push(key)
    allKeys.add(key)
  }
  expect(differing).toEqual([])
  expect([...allKeys].some((key) => keys.add(key))).toBe(false)
})
