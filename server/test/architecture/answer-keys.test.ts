import { z } from 'zod'
import { expect, test } from 'vitest'
import type { Operation } from '#contract/core/operation.ts'
import { plainNameOf } from '#contract/core/wire-names.ts'
import { routes } from '#server/routes.ts'
import { schemasIn } from '../access/walk-schema.ts'
import { ownNames, readTable } from '../specification.ts'
import { isTest, sourcesWith } from './sources.ts'

// Every key of an answer is read by somebody: a page of ours, or a front end that is written from the specification's
// catalog. Any other key would cost columns, joins and a promise for nothing.

/** Keys that neither reads, with the reason why they are sent. */
const unreadKeys: Readonly<Record<string, string>> = {
  certificate_id: 'a documented front end offers the certificate with the agreement; our pages list all of them',
  kty: 'the library that seals bodies reads it',
}

const wordsOf = (texts: readonly string[]): Set<string> => new Set(texts.flatMap((text) => text.match(/\w+/g) ?? []))
const catalog = wordsOf([...readTable('fields'), ...readTable('calls')].flatMap((row) => Object.values(row)))
const ownKeys = new Set(Object.values(ownNames).flat())
const pages = wordsOf(
  sourcesWith('.ts', '.tsx')
    .filter(({ path }) => path.startsWith('web/') && !isTest(path))
    .map(({ text }) => text),
)

/** Calls that no page makes: developers read what is documented for them, other front ends what the catalog names. */
const isForOthers = ({ id, name, path, style }: Operation): boolean =>
  style !== undefined || path.startsWith('/v1/') || (id !== 'own' && !pages.has(name))

const keysOf = (schema: z.ZodType): string[] =>
  schemasIn(schema, '').flatMap(({ schema: part }) => (part instanceof z.ZodObject ? Object.keys(part.shape) : []))

const isRead = (key: string): boolean => pages.has(plainNameOf(key)) || catalog.has(key) || ownKeys.has(key)

test('every key of an answer is read by somebody', () => {
  const ours = routes.map(({ operation }) => operation).filter((operation) => !isForOthers(operation))
  expect(ours.length).toBeGreaterThan(200)
  const keys = new Set(ours.flatMap(({ answer }) => keysOf(answer)))
  expect([...keys].filter((key) => !isRead(key)).toSorted()).toEqual(Object.keys(unreadKeys).toSorted())
})

test('a key that nobody reads is found at any depth', () => {
  const answer = z.object({ data: z.array(z.object({ companyID: z.string(), spare_copy: z.string().optional() })) })
  expect(keysOf(answer).filter((key) => !isRead(key))).toEqual(['spare_copy'])
})
