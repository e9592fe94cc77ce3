import { expect, test } from 'vitest'
import { inOrder } from './in-order.ts'

test('a box that is cleared and ticked again leaves the form as it was', () => {
  expect(inOrder(['site', 'enhance', 'b2b'], ['enhance', 'b2b', 'site'])).toEqual(['site', 'enhance', 'b2b'])
})

test('what is new comes after what stood there, and what was cleared is gone', () => {
  expect(inOrder(['site', 'enhance'], ['b2b', 'enhance'])).toEqual(['enhance', 'b2b'])
})
