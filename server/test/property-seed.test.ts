import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertySeed } from './property-seed.ts'

const sampleOf = (): number[] => {
  const numbers: number[] = []
  fc.assert(fc.property(fc.nat(), (n) => void numbers.push(n)))
  return numbers
}

test('property tests without a seed try the same values each time', () => {
  expect(fc.readConfigureGlobal().seed).toBe(propertySeed)
  expect(sampleOf()).toEqual(sampleOf())
})
