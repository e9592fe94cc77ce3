import { expect, test } from 'vitest'
import type { Module } from '#contract/campaigns/modules.ts'
import { noticeText } from './notice-text.ts'

const ofModule = (module: Module) =>
  noticeText(
    {
      kind: 'minimum',
      name: 'Roofs',
      client: 'Plumbright',
      module,
      firstDay: '2026-11-16',
      lastDay: '2026-11-16',
      leads: 1,
      threshold: 4,
    },
    undefined,
  )((text) => text, 'en').paragraphs

test.each<[Module, string]>([
  ['local', 'Its page shows where most visits end. Wider places or fewer required fields bring more.'],
  ['b2b', 'Its page shows where most visits end. Wider places or fewer required fields bring more.'],
  [
    'locator',
    'Its page shows where most searches end. Wider places, more keywords or fewer required fields bring more.',
  ],
  [
    'enhance',
    'Its page shows where most searches end. Wider places, more keywords or fewer required fields bring more.',
  ],
])('a notice of too few leads of %s names what its campaigns have', (module, advice) => {
  expect(ofModule(module)?.at(-1)).toBe(advice)
})
