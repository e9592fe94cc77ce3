import { expect, test } from 'vitest'
import { inOrder } from './in-order.ts'

test('clearing and checking a box again leaves the form unchanged', () => {
  expect(inOrder(['site', 'enhance', 'b2b'], ['enhance', 'b2b', 'site'])).toEqual(['site', 'enhance', 'b2b'])
})

test('new items come after existing ones, and cleared ones are removed', () => {
  expect(inOrder(['site', 'enhance'], ['b2b', 'enhance'])).toEqual(['enhance', 'b2b'])
})
