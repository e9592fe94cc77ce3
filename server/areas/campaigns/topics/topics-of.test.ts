import { expect, test } from 'vitest'
import { tagsOf } from '#contract/campaigns/keyword-tags.ts'
import { topics } from '#server/areas/identity/topics/topics.ts'
import { topicsOf } from './topics-of.ts'

test('tags are about the topics whose name or search phrase they contain, in any order and form', () => {
  expect(topicsOf(tagsOf('Repairing a roof in Denver, plumbers; gutters'))).toEqual(['roofing', 'plumbing', 'gutters'])
  expect(topicsOf(tagsOf('repair'))).toEqual([])
  expect(topicsOf(tagsOf('xyzzy, , 42'))).toEqual([])
  expect(topicsOf([])).toEqual([])
})

test('every topic that may be targeted is found by each of its own phrases, and a sensitive one by none', () => {
  for (const { id, seeds, isSensitive } of topics)
    for (const seed of seeds) {
      if (isSensitive) expect(topicsOf([seed]), seed).toEqual([])
      else expect(topicsOf([seed]), seed).toContain(id)
    }
  expect(topicsOf(['roof repair after chemotherapy'])).toEqual([])
})
