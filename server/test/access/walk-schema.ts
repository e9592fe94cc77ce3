import { z } from 'zod'

/** A schema within a larger one, and its path. */
export interface SchemaAt {
  schema: z.ZodType
  path: string
}

type Def = Record<string, unknown> & { type: string; checks?: z.core.$ZodCheck[] }
const defOf = (schema: z.ZodType): Def => schema.def as unknown as Def

/** Every nested schema, including the schema itself, each once. */
export function schemasIn(schema: z.ZodType, path: string, schemas = new Set<z.ZodType>()): SchemaAt[] {
  // A transform only gets values that its input schema has accepted.
  if (schemas.has(schema) || defOf(schema).type === 'transform') return []
  schemas.add(schema)
  const def = defOf(schema)
  const inner = (child: unknown, name: string): SchemaAt[] =>
    child instanceof z.ZodType ? schemasIn(child, `${path}${name}`, schemas) : []
  const children = ['innerType', 'element', 'in', 'out', 'keyType', 'valueType', 'catchall'].flatMap((key) =>
    inner(def[key], key === 'element' || key === 'valueType' ? '[]' : ''),
  )
  const options = (def['options'] ?? []) as unknown[]
  const shape = Object.entries((def['shape'] ?? {}) as Record<string, unknown>)
  return [
    { schema, path },
    ...children,
    ...options.flatMap((option, at) => inner(option, `|${at}`)),
    ...shape.flatMap(([key, child]) => inner(child, `.${key}`)),
  ]
}

/** The checks of a schema that can fail. Those that only overwrite the value never do. */
export const checksOf = ({ schema }: SchemaAt): z.core.$ZodCheck[] =>
  (defOf(schema).checks ?? []).filter((check) => check._zod.def.check !== 'overwrite')

/** The schema with only one of its checks, so that no other check produces the error. */
export function onlyWith({ schema }: SchemaAt, check: z.core.$ZodCheck): z.ZodType {
  return schema.clone({ ...(schema.def as object), checks: [check] } as never)
}

/** Values that violate any kind of schema: types, ends of ranges, formats of strings, lists and objects. */
const breaking: readonly unknown[] = [
  undefined,
  null,
  true,
  {},
  [],
  new Date(NaN),
  -1,
  -0.5,
  0,
  0.5,
  0.123456,
  1,
  1.5,
  41,
  1e3 + 0.5,
  2 ** 31,
  1e9,
  1e15,
  Number.NaN,
  Infinity,
  '',
  ' ',
  '\u200b',
  '\u0007',
  'a',
  'x y',
  '-',
  '!',
  'not it',
  '12',
  '1.2.3',
  'T',
  'ZZZ',
  '2026-02-30',
  '1999-01-01',
  '2026-01-01,2020-01-01',
  '4111 1111 1111 1111',
  '4111111111111111',
  'ftp://x',
  'http://',
  'nobody@',
  '%',
  'a,b',
  'enhance',
  'b2b',
  'locator',
  '99999',
  'x'.repeat(41),
  'x'.repeat(256),
  'x'.repeat(2_001),
  'x'.repeat(100_001),
  'x'.repeat(1_500_000),
  Array.from({ length: 12 }, (_one, at) => `a${at}@example.test`).join('\n'),
  Array.from({ length: 10_001 }, (_one, at) => String(10_000 + at)).join('\n'),
  ['x'],
  [{ term: 'Weekly', status: false }],
  { a: 'T' },
  { unknown: 1 },
]
/** Longer than any list may be. */
const longLists: readonly unknown[] = [1_001, 20_001].map((length) => Array.from({ length }, () => 'x'))

/**
 * Values that violate a schema. Long lists are only for lists with a limit, because each of their items is refused alike: what
 * contains such a list passes on what the list says, and any other schema refuses a long list as it does a short one.
 */
export const breakingValuesOf = (place: SchemaAt): readonly unknown[] =>
  defOf(place.schema).type === 'array' && checksOf(place).length > 0 ? [...breaking, ...longLists] : breaking
