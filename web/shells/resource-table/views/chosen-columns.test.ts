import { expect, test } from 'vitest'
import { chosenColumns, movedNames, textOf } from './chosen-columns.ts'

const all = [
  { key: 'name', isPinned: true },
  { key: 'email' },
  { key: 'price' },
  { key: 'city', isExtra: true },
  { key: 'actions', isPinned: true },
] as const
const keys = (text?: string) =>
  chosenColumns<{ key: string; isExtra?: true; isPinned?: true }>(all, text).map(({ key }) => key)

test('a list shows its usual columns until others are chosen', () => {
  expect(keys()).toEqual(['name', 'email', 'price', 'actions'])
  expect(keys('gone,toString')).toEqual(keys())
})

test('chosen columns come in their order, between the pinned ones, each once', () => {
  expect(keys('city,gone,email,city')).toEqual(['name', 'city', 'email', 'actions'])
  expect(keys('actions,email,name')).toEqual(['name', 'email', 'actions'])
})

test('the choice round-trips', () => {
  expect(textOf(chosenColumns<{ key: string; isPinned?: true }>(all, 'price,city'))).toBe('price,city')
})

test('a column moves by a step, and stops at both ends', () => {
  expect(movedNames(['a', 'b', 'c'], 1, -1)).toEqual(['b', 'a', 'c'])
  expect(movedNames(['a', 'b', 'c'], 1, 1)).toEqual(['a', 'c', 'b'])
  expect(movedNames(['a', 'b'], 0, -1)).toEqual(['a', 'b'])
})
