import { expect, test } from 'vitest'
import { wireFieldOf } from '#contract/campaigns/field-names.ts'
import { loggedFields } from '#contract/campaigns/history.ts'
import { fieldWordsOf } from './field-words.ts'

test('no two fields of a campaign have the same name in its history', () => {
  const names = loggedFields.map((field) => fieldWordsOf(wireFieldOf(field)))
  expect(names.filter((words, at) => names.indexOf(words) !== at)).toEqual([])
})
