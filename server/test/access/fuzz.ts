import fc from 'fast-check'
import type { Operation } from '#contract/core/operation.ts'
import { schemaOf, type JsonSchema } from './example-of.ts'

/** Ids that exist, so that valid inputs get past the first lookup. */
export type KnownIds = readonly string[]

/** Mostly valid inputs for a schema: refinements are not known here. */
function fitting(schema: JsonSchema, ids: KnownIds): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  // The first choice is the common one, and often the only one that refinements accept.
  if (schema.enum) return fc.oneof(fc.constant(schema.enum[0]), fc.constantFrom(...schema.enum))
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((each) => fitting(each, ids)))
  switch (schema.type) {
    case 'object':
      return fittingObject(schema, ids)
    case 'array': {
      const maxLength = Math.min(schema.maxItems ?? 5, 5)
      return fc.array(fitting(schema.items ?? {}, ids), { minLength: schema.minItems ?? 0, maxLength })
    }
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1_000, max: Math.min(schema.maximum ?? 1_000, 2 ** 31 - 1) })
    case 'number':
      return fc.double({ min: schema.minimum ?? -1_000, max: schema.maximum ?? 1_000, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'string':
      return fittingText(schema, ids)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

/** Every required key and at most two others: with all keys at once, hardly any input would be valid. */
function fittingObject(schema: JsonSchema, ids: KnownIds): fc.Arbitrary<unknown> {
  const requiredKeys = new Set(schema.required ?? [])
  const properties = Object.entries(schema.properties ?? {})
  const always = Object.fromEntries(
    properties.filter(([key]) => requiredKeys.has(key)).map(([key, each]) => [key, fitting(each, ids)]),
  )
  const others = properties.filter(([key]) => !requiredKeys.has(key))
  if (others.length === 0) return fc.record(always)
  const someOthers = fc
    .subarray(others, { maxLength: Math.min(2, others.length) })
    .chain((some) => fc.record(Object.fromEntries(some.map(([key, each]) => [key, fitting(each, ids)]))))
  return fc.tuple(fc.record(always), someOthers).map(([base, more]) => ({ ...base, ...more }))
}

function fittingText(schema: JsonSchema, ids: KnownIds): fc.Arbitrary<unknown> {
  if (schema.format === 'uuid') return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...ids) }, fc.uuid())
  if (schema.format === 'email') return fc.emailAddress()
  if (schema.format === 'uri') return fc.webUrl()
  if (schema.format === 'date-time') return fc.constantFrom('2026-11-20T12:00:00Z', '1970-01-01T00:00:00.000Z')
  const pattern = schema.pattern ?? schema.allOf?.find((each) => each.pattern)?.pattern
  if (pattern?.includes('\\d{4}-')) return fc.constantFrom('2026-11-20', '2024-02-29', '0001-01-01', '9999-12-31')
  const most = Math.min(schema.maxLength ?? 60, 60)
  const plain = fc.oneof(
    fc
      .constantFrom('Spring', 'https://example.test/', '1.25', '12', 'America/Chicago')
      .filter((text) => text.length <= most),
    fc.string({ minLength: schema.minLength ?? 0, maxLength: most, unit: 'grapheme' }),
  )
  try {
    return pattern ? fc.oneof(fc.stringMatching(new RegExp(pattern)), plain) : plain
  } catch {
    return plain
  }
}

/** Values that are known to break servers. */
export const dangerousValues: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    -0,
    1e308,
    2 ** 53 + 1,
    -1,
    0.1,
    true,
    '',
    ' ',
    'all',
    '\0',
    'a\0b',
    '\uD800',
    '\uFFFF',
    '%00',
    '%2e%2e%2f',
    "'; drop table lead; --",
    '%',
    '_',
    '\\',
    '{{7*7}}',
    '=1+1',
    '0001-01-01',
    '2026-02-30',
    '99999-01-01',
    'Infinity',
    '١٢٣',
    '1e400',
    'x'.repeat(100_000),
    '__proto__',
    'constructor',
    {},
    [],
    [[]],
    { $ne: null },
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.jsonValue({ maxDepth: 3 }),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)

/** A body with one change: another value, an extra key, a missing key. */
function mutated(base: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .tuple(base, dangerousValues, fc.nat(), fc.constantFrom('value', 'extra', 'missing', 'whole'))
    .map(([value, bad, at, how]) => {
      if (how === 'whole' || value === null || typeof value !== 'object' || Array.isArray(value)) return bad
      const copy: Record<string, unknown> = { ...(value as Record<string, unknown>) }
      const keys = Object.keys(copy)
      const key = keys[at % Math.max(keys.length, 1)] ?? 'extra'
      if (how === 'missing') delete copy[key]
      else
        Object.defineProperty(copy, how === 'extra' ? `${key}x` : key, {
          value: bad,
          enumerable: true,
          configurable: true,
        })
      return copy
    })
}

export interface FuzzedInput {
  params: Record<string, string>
  query: Record<string, string>
  body: unknown
}

/** Inputs of an operation: most are valid and name an existing object; the others have one part changed. */
export function inputsOf(operation: Operation, ids: KnownIds, objectIds: KnownIds): fc.Arbitrary<FuzzedInput> {
  const { object } = operation
  const part = (schema: JsonSchema, name: 'params' | 'query' | 'body'): fc.Arbitrary<unknown> => {
    const fit = fitting(schema, ids)
    if (object?.in !== name || objectIds.length === 0) return fit
    const withObject = fc
      .tuple(fit, fc.constantFrom(...objectIds))
      .map(([value, id]) => ({ ...(value as Record<string, unknown>), [object.key]: id }))
    return fc.oneof({ weight: 4, arbitrary: withObject }, fit)
  }
  const whole = {
    params: part(schemaOf(operation.params), 'params'),
    query: part(schemaOf(operation.query), 'query'),
    body: operation.body ? part(schemaOf(operation.body), 'body') : fc.constant(undefined),
  }
  const bad = (Object.keys(whole) as (keyof typeof whole)[]).map((name) =>
    fc.record({ ...whole, [name]: mutated(whole[name]) }),
  )
  return fc
    .oneof({ weight: 4, arbitrary: fc.record(whole) }, ...bad)
    .map(({ params, query, body }) => ({ params: texts(params), query: texts(query), body }))
}

/** Path and query contain only strings. A lone surrogate cannot be encoded in a URL. */
function texts(value: unknown): Record<string, string> {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return {}
  const entries = Object.entries(value).map(([key, each]) => {
    const text = typeof each === 'string' ? each : JSON.stringify(each)
    return [key, (text ?? '').slice(0, 3_000).replaceAll(/\p{Surrogate}/gu, '?')] as const
  })
  return Object.fromEntries(entries)
}
