import { describe, expect, test } from 'vitest'
import { sentenceFor, sentences } from '#contract/core/sentences.ts'
import { Failure } from '#server/platform/failure.ts'
import { parseInput } from '#server/platform/http/parse-input.ts'
import { routes } from '#server/routes.ts'
import { everyNth } from '../proofs.ts'
import { breakingValuesOf, checksOf, onlyWith, schemasIn, type SchemaAt } from './walk-schema.ts'

// Whatever is wrong with an input, people read a sentence of the table, never the schema library's own message.

const schemas: SchemaAt[] = (() => {
  const schemasSeen = new Set<SchemaAt['schema']>()
  return routes.flatMap(({ operation }) =>
    (['params', 'query', 'body', 'form'] as const).flatMap((part) => {
      const schema = operation[part]
      return schema ? schemasIn(schema, `${operation.name} ${part}`, schemasSeen) : []
    }),
  )
})()

const knownMessages: ReadonlySet<string> = new Set(Object.values(sentences))
const isKnown = (message: string): boolean =>
  knownMessages.has(message) || knownMessages.has(message.replace(/-?\d+(?:\.\d+)?/, '{n}'))

/** The messages of a schema for a value, each with its path. */
const saidOf = (schema: SchemaAt['schema'], value: unknown): string[] => {
  const { error } = schema.safeParse(value, { error: sentenceFor })
  return error?.issues.map(({ message }) => message) ?? []
}

test('schemas are walked into every nested field', () => {
  expect(schemas.length).toBeGreaterThan(400)
  expect(schemas.flatMap(checksOf).length).toBeGreaterThan(150)
})

test('every field’s message is in the table, whatever is wrong with its value', { timeout: 60_000 }, () => {
  const strange = everyNth(schemas, 3).flatMap((place) => {
    const { schema, path } = place
    const messages = breakingValuesOf(place).flatMap((value) => saidOf(schema, value))
    return [...new Set(messages)].filter((message) => !isKnown(message)).map((message) => `${path}: ${message}`)
  })
  expect(strange).toEqual([])
})

test('every constraint can be violated, and then its message is in the table', { timeout: 60_000 }, () => {
  const problems = everyNth(schemas, 3).flatMap((place) =>
    checksOf(place).flatMap((check) => {
      const alone = onlyWith(place, check)
      const messages = breakingValuesOf(place).flatMap((value) => saidOf(alone, value))
      const what = `${place.path} ${check._zod.def.check}`
      if (messages.length === 0) return [`${what}: nothing breaks it`]
      return [...new Set(messages)].filter((message) => !isKnown(message)).map((message) => `${what}: ${message}`)
    }),
  )
  expect(problems).toEqual([])
})

describe('a call', () => {
  const failureOf = (value: unknown): Failure | null => {
    const createUser = routes.find(({ operation }) => operation.name === 'createUser')!.operation.body!
    try {
      parseInput(createUser, value)
      return null
    } catch (thrown) {
      return thrown as Failure
    }
  }
  const client = {
    companyID: '01a1f8d3-ea00-7c75-b0cb-dc9738b78820',
    userType: 'client',
    ClientEmail: 'a@example.test',
  }
  const flags = { enable: 'T', create: 'F', update: 'F', delete: 'F' }
  const permissions = { AdsDesign: flags, Campaign: flags, LeadsPeek: flags, Settings: flags, report_analytics: 'F' }
  const person = { ...client, userType: 'administrator', ClientFullName: 'A', ClientRole: '', permission_active: 'T' }

  test.each([
    [{ ...client, ClientFullName: '' }, 'ClientFullName', sentences.required],
    [client, 'ClientFullName', sentences.required],
    [{ ...client, ClientFullName: 'x'.repeat(256) }, 'ClientFullName', 'Enter at most 255 characters.'],
    [{ ...client, ClientFullName: 7 }, 'ClientFullName', sentences.text],
    [{ ...client, ClientFullName: 'A', ClientEmail: 'nobody' }, 'ClientEmail', sentences.email],
    [{ ...client, ClientFullName: 'A', companyGroupID: 'x' }, 'companyGroupID', sentences.id],
    [{ ...client, ClientFullName: 'A', userType: 'nobody' }, 'userType', sentences.invalid],
    [{ ...client, ClientFullName: 'A', nothing: 1 }, 'nothing', sentences.unknownField],
    [{ ...person, user_permissions: { ...permissions, report_analytics: 'X' } }, 'user_permissions', sentences.invalid],
    [{ ...person, user_permissions: { ...permissions, other: 'T' } }, 'user_permissions.other', sentences.unknownField],
  ])('with %o reports it for the field', (value, field, message) => {
    expect(failureOf(value)).toMatchObject({ field, message })
  })
})
