import { expect, test } from 'vitest'
import { SeenKeys } from './seen-keys.ts'

test('keys of a file are remembered as in a set, however many there are', () => {
  const seen = new SeenKeys()
  const known = new Set<string>()
  const differing: string[] = []
  for (let n = 0; n < 60_000; n++) {
    // Every third key was there before.
    const key = `key ${n % 3 === 0 ? n >> 1 : n}`
    if (seen.add(key) === known.has(key)) differing.push(key)
    known.add(key)
  }
  expect(differing).toEqual([])
  expect([...known].some((key) => seen.add(key))).toBe(false)
})
