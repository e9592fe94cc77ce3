import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { spellingOf, toPlain, toWire } from '#contract/core/plain.ts'
import { routes } from '#server/routes.ts'
import { everyThirdOr, sampleOf } from '#server/test/proofs.ts'
import { exampleOf, type JsonSchema } from '#server/test/access/example-of.ts'
import { createWriteAnswer } from './write-answer.ts'

const texts = ['', 'plain', 'a "quoted" \\ text', 'two\nlines\u0000', '😀 żółw', '\ud800 half', '\u2028', 'T', 'F']
const strangers = [undefined, null, true, false, 0, -0, 1.5, 1e21, Number.NaN, 'x', {}, [], [undefined], new Date(0)]

/** Values that mostly match a schema, with texts that JSON must escape, and unexpected values. */
function valuesOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  return fc.oneof({ arbitrary: fittingOf(schema), weight: 60 }, { arbitrary: fc.constantFrom(...strangers), weight: 1 })
}

function fittingOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map(valuesOf))
  if (schema.enum) return fc.constantFrom(...schema.enum)
  switch (schema.type) {
    case 'object': {
      const properties = Object.entries(schema.properties ?? {}).map(([key, each]) => [key, valuesOf(each)] as const)
      const unnamedValue = { arbitrary: fc.constant({ unnamed: 'secret' }), weight: 1 }
      return fc
        .tuple(
          fc.record(Object.fromEntries(properties), {
            requiredKeys: schema.required?.filter((key) => key in (schema.properties ?? {})) ?? [],
          }),
          fc.oneof({ arbitrary: fc.constant({}), weight: 9 }, unnamedValue),
        )
        .map(([named, more]) => ({ ...more, ...named }))
    }
    case 'array':
      return fc.array(valuesOf(schema.items ?? {}), { minLength: schema.minItems ?? 0, maxLength: 2 })
    case 'integer':
    case 'number':
      return fc.constantFrom(exampleOf(schema), 0, 1, 7, schema.type === 'number' ? 0.25 : 2 ** 40)
    case 'boolean':
      return fc.boolean()
    case 'string':
      return fc.constantFrom(exampleOf(schema), ...(schema.format || schema.pattern ? [exampleOf(schema)] : texts))
    default:
      return fc.constantFrom(exampleOf(schema), ...texts)
  }
}

/** The text that is sent, or that the schema refuses the value. */
function outcome(write: () => string | undefined): string | undefined {
  try {
    return write()
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(z.ZodError)
    return 'refused'
  }
}

describe('a response is written as if it were respelled, parsed by its schema and serialized', () => {
  const answers = new Map(routes.map(({ operation }) => [operation.name, operation.answer]))
  test.each(everyThirdOr([...answers], ([name]) => name))('of %s', (_name, schema) => {
    const spelling = spellingOf(schema)
    const json = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as JsonSchema
    const write = createWriteAnswer(schema)
    fc.assert(
      fc.property(valuesOf(json), (value) => {
        const plain = toPlain(value, spelling)
        const expectedOutcome = outcome(() => JSON.stringify(schema.parse(toWire(plain, spelling))))
        expect(outcome(() => write(plain))).toBe(expectedOutcome)
      }),
      { numRuns: sampleOf(10, 30) },
    )
  })
})

describe('what is written', () => {
  const write = createWriteAnswer(
    z.object({ id: z.string(), leadspeek_api_id: z.string(), note: z.string().optional(), on: z.enum(['T', 'F']) }),
  )

  test('has no key that the schema does not declare', () => {
    expect(write({ id: 'a', campaignId: 'b', on: true, password: 'secret' })).toBe(
      '{"id":"a","leadspeek_api_id":"b","on":"T"}',
    )
  })

  test('contains an optional key if it is present', () => {
    expect(write({ id: 'a', campaignId: 'b', note: '"', on: 'F' })).toBe(
      '{"id":"a","leadspeek_api_id":"b","note":"\\"","on":"F"}',
    )
  })

  test('is nothing if the schema rejects the response', () => {
    expect(() => write({ id: 'a', campaignId: 1, on: true })).toThrow(z.ZodError)
    expect(() => write({ id: 'a', on: true })).toThrow(z.ZodError)
    expect(() => write([])).toThrow(z.ZodError)
  })
})
