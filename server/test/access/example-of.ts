import fc from 'fast-check'
import { z } from 'zod'
import type { Operation } from '#contract/core/operation.ts'
import { newId } from '#server/platform/ids.ts'
import type { CallInput } from '../app.ts'

/** The subset of JSON Schema to which the contract's schemas convert. */
export interface JsonSchema {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  additionalProperties?: boolean | JsonSchema
  pattern?: string
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
}

export function schemaOf(schema: z.ZodType | undefined): JsonSchema {
  if (!schema) return { type: 'object' }
  const json =
    jsonSchemas.get(schema) ?? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema)
  jsonSchemas.set(schema, json)
  return json
}
// Tests that go through all operations ask for each schema hundreds of times.
const jsonSchemas = new WeakMap<z.ZodType, JsonSchema>()

/** A minimal valid input for a schema: required keys only, the first of several choices. */
export function exampleOf(schema: JsonSchema): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum.find((value) => value !== '') ?? ''
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return exampleOf(choices[0]!)
  switch (schema.type) {
    case 'object':
      return Object.fromEntries((schema.required ?? []).map((key) => [key, exampleAt(key, schema.properties![key]!)]))
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => exampleOf(schema.items!))
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 0, 0)
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return exampleText(schema)
  }
}

/** Refinements of a string are not in its JSON schema, so guess by its name. */
const exampleAt = (key: string, schema: JsonSchema): unknown =>
  schema.type !== 'string'
    ? key === 'conditions'
      ? [schema.items?.properties?.['operator'] ? { field: 'page_url', operator: 'present' } : { kind: 'excluded' }]
      : exampleOf(schema)
    : /url/i.test(key)
      ? 'https://example.test/'
      : /email/i.test(key)
        ? 'someone@example.test'
        : key === 'points'
          ? '41,-88;42,-88;42,-87'
          : exampleOf(schema)

function exampleText(schema: JsonSchema): string {
  if (schema.format === 'uuid') return newId(Date.now())
  if (schema.format === 'email') return 'someone@example.test'
  if (schema.format === 'uri') return 'https://example.test/'
  if (schema.format === 'date-time') return '2026-11-20T12:00:00.000Z'
  const patterns = [schema, ...(schema.allOf ?? [])].flatMap(({ pattern }) => (pattern ? [pattern] : []))
  const simple = ['a'.repeat(Math.max(schema.minLength ?? 0, 1)), '2026-11-20', '78701', '1', 'https://example.test/']
  const fits = simple.find((text) => patterns.every((pattern) => new RegExp(pattern, 'u').test(text)))
  return fits ?? fc.sample(fc.stringMatching(new RegExp(patterns[0]!)), { seed: 1, numRuns: 1 })[0]!
}

/** A complete input of an operation that passes its schemas, with the object's id inserted. */
export function inputOf(operation: Operation, objectId?: string): CallInput {
  const input = {
    params: exampleOf(schemaOf(operation.params)) as Record<string, string>,
    query: exampleOf(schemaOf(operation.query)) as Record<string, string>,
    body: operation.body ? (exampleOf(schemaOf(operation.body)) as Record<string, unknown>) : undefined,
  }
  const { object } = operation
  if (object && object.kind !== 'none' && objectId !== undefined) {
    const part = (input[object.in] ?? {}) as Record<string, unknown>
    input[object.in] = { ...part, [object.key]: objectId } as never
  }
  return input
}
