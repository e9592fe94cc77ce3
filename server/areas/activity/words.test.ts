import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { expect, test } from 'vitest'
import { activityCategories } from '#contract/activity/actions.ts'
import { actionWordOf, unknownAction } from '#contract/activity/action-words.ts'
import { detailWordsOf, unknownDetail } from '#contract/activity/detail-words.ts'
import { modules } from '#contract/campaigns/modules.ts'
import { costField, costKindsOf } from '#contract/pricing/cost.ts'
import { paymentTerms } from '#contract/companies/selections.ts'
import { routes } from '#server/routes.ts'
import { projectRoot } from '#server/test/architecture/sources.ts'

// People read the log: every action and every detail needs a text. `web/i18n/catalogs.test.ts` requires them in Arabic.

const areas = join(projectRoot, 'server/areas')
const sources = readdirSync(areas, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => readFileSync(join(areas, name), 'utf8'))
const changing = routes
  .map(({ operation }) => operation)
  .filter(({ method, logged }) => method !== 'GET' && logged !== false)

const categories = activityCategories.join('|')
const actionPattern = new RegExp(`'(?:${categories})\\.([a-z][A-Za-z]+)'`, 'g')
/** Only where entries are logged; elsewhere the same shape names columns and permissions. */
const recordingSources = sources.filter((text) => /recordActivity|ActivityAction|Told\\b|CostChanged/.test(text))
const notActions = /^(?:create|enable|update|delete|id|name)$/

/** Every top-level field name of a call's body, whatever its shape. */
function namesOf(schema: unknown): string[] {
  const def = (schema as { _zod?: { def: Record<string, unknown> } } | undefined)?._zod?.def
  if (!def) return []
  const inner = ['innerType', 'in', 'left', 'right'].flatMap((key) => namesOf(def[key]))
  const options = ((def['options'] as unknown[] | undefined) ?? []).flatMap(namesOf)
  return [...Object.keys((def['shape'] as object | undefined) ?? {}), ...options, ...inner]
}

test('every logged action has a label', () => {
  const actions = [
    ...recordingSources.flatMap((text) => [...text.matchAll(actionPattern)].map((match) => match[1]!)),
    ...changing.map(({ name }) => name),
  ].filter((name) => !notActions.test(name))
  expect(new Set(actions).size).toBeGreaterThan(120)
  expect([...new Set(actions)].filter((name) => actionWordOf(name) === unknownAction)).toEqual([])
})

test('every field of every changing call and every logged detail has a label', () => {
  const facts = recordingSources.flatMap((text) =>
    [...text.matchAll(/\b(?:from|to): \{([^{}]*)\}/g)].flatMap((match) =>
      [...match[1]!.matchAll(/(?:^|,)\s*([a-zA-Z_]+)(?=\s*[:,]|\s*$)/g)].map((found) => found[1]!),
    ),
  )
  const prices = paymentTerms.flatMap((term) =>
    modules.flatMap((module) => costKindsOf(module).map((kind) => `${term}.${costField(module, kind)}`)),
  )
  expect(facts).toContain('amount')
  // `changed` lists names of fields, and is not a field itself.
  const all = [...changing.flatMap(({ body }) => namesOf(body as z.ZodType)), ...facts, ...prices, 'fee_cents']
  const wordless = [...new Set(all)].filter((name) => name !== 'changed' && detailWordsOf(name).includes(unknownDetail))
  expect(wordless).toEqual([])
  expect(detailWordsOf('Weekly.EnhanceCostperlead')).toEqual(['Weekly', 'Enhance ID', 'Cost per lead'])
})

test.each([
  ['embeddedCodeSaved', ['version', 'place', 'height'], ['Version', 'Place in the frame', 'Height']],
  ['couponCreated', ['type', 'value', 'max_uses'], ['Discount', 'Discount', 'Number of uses']],
  ['downloadAsked', ['path'], ['File']],
  ['mailServerSaved', ['host', 'username', 'sender', 'login'], ['Mail server', 'User name', 'Sender', 'Password']],
])('%s has labels for its own details', (action, names, words) => {
  expect(names.flatMap((name) => detailWordsOf(name, action))).toEqual(words)
})
