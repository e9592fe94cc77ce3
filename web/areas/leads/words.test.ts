import { expect, test } from 'vitest'
import { noVisits } from './words.ts'

test('a lead whose visits were removed is not said to be a test lead', () => {
  expect(noVisits({ kind: 'test' })).toBe('A test lead has no visits.')
  expect(noVisits({ kind: 'lead' })).toBe('Visits are removed after 90 days.')
})
