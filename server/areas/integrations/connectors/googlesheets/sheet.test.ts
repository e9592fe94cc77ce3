import { expect, test } from 'vitest'
import { columnLetter } from './sheet.ts'

test('columns are lettered as in spreadsheets', () => {
  expect([1, 26, 27, 52, 702, 703].map(columnLetter)).toEqual(['A', 'Z', 'AA', 'AZ', 'ZZ', 'AAA'])
})
