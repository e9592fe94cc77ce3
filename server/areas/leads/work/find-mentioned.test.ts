import { expect, test } from 'vitest'
import { findMentioned } from './mail-mentioned.ts'

const people = [
  { id: '1', name: 'Ann' },
  { id: '2', name: 'Ann Lee' },
  { id: '3', name: 'ann lee' },
  { id: '4', name: 'عمر' },
  { id: '5', name: '' },
]

test.each([
  ['@Ann', ['1']],
  ['@Ann Lee, @ann', ['2', '3', '1']],
  ['Ask @عمر.', ['4']],
  ['Anna: @Annabel, Ann, @ Ann, write to info@example.test', []],
])('a note mentions those whose full name follows an @: %s', (note, ids) => {
  expect(findMentioned(note, people).toSorted()).toEqual(ids.toSorted())
})
