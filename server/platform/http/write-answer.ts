import type { z } from 'zod'
import { spellingOf, toWire } from '#contract/core/plain.ts'
import { plainNameOf } from '#contract/core/wire-names.ts'

/**
 * Serializes an answer for sending: with wire names, and without keys that its schema does not declare. Throws if the
 * schema refuses it.
 */
export type WriteAnswer = (answer: unknown) => string

/** Writes one value, or nothing if it is absent. */
type Write = (value: unknown) => string | undefined

/**
 * Builds the writer of an operation's answers. Renaming, validating and serializing are one walk over the value for the
 * kinds of schema that most answers consist of; any other part goes through its schema. If a value does not plainly
 * match the schema, the walk is discarded and the whole answer is parsed, which also reports what is wrong with it.
 */
export function createWriteAnswer(schema: z.ZodType): WriteAnswer {
  // Built on first use: hundreds of operations are declared at startup.
  let write: Write | undefined
  return (answer) => {
    write ??= sharedWriterOf(schema)
    try {
      return write(answer) as string
    } catch (thrown) {
      if (thrown !== unexpectedValue) throw thrown
      return JSON.stringify(schema.parse(toWire(answer, spellingOf(schema))))
    }
  }
}

const writers = new WeakMap<z.ZodType, Write>()

/** One for each schema, however many applications a process starts, as tests do. */
function sharedWriterOf(schema: z.ZodType): Write {
  const write = writers.get(schema) ?? writerOf(schema)
  writers.set(schema, write)
  return write
}

/** Thrown by the walk only and never seen outside, so it needs no stack. */
const unexpectedValue = Symbol('unexpected')
const stop = (): never => {
  throw unexpectedValue
}

type Def = Record<string, unknown> & { type: string; checks?: unknown[] }
const defOf = (schema: unknown): Def => (schema as { def: Def }).def

function writerOf(schema: unknown): Write {
  return plainWriterOf(defOf(schema)) ?? parsed(schema as z.ZodType)
}

/** Any other schema: writes its parsed output. */
function parsed(schema: z.ZodType): Write {
  const spelling = spellingOf(schema)
  return (value) => {
    const result = schema.safeParse(toWire(value, spelling))
    return result.success ? JSON.stringify(result.data) : stop()
  }
}

function plainWriterOf(def: Def): Write | undefined {
  if (def.type === 'string') return textWriterOf(def)
  if (def.type === 'number') return numberWriterOf(def)
  if (def.checks?.length) return undefined
  switch (def.type) {
    case 'boolean':
      return (value) => (typeof value === 'boolean' ? String(value) : stop())
    case 'enum':
      return choice(Object.values(def['entries'] as object))
    case 'nullable': {
      const write = writerOf(def['innerType'])
      return (value) => (value === null ? 'null' : write(value))
    }
    case 'array':
      return list(writerOf(def['element']))
    case 'object':
      return def['catchall'] === undefined ? object(def['shape'] as Record<string, unknown>) : undefined
    default:
      return undefined
  }
}

/** Characters that JSON may escape: controls, quotes, backslashes and unpaired surrogates. */
const special = /[^ !#-[\]-\ud7ff\ue000-\uffff]/
const quote = (text: string): string => (special.test(text) ? JSON.stringify(text) : `"${text}"`)

/** Strings without a format, with one, or with a further pattern; other checks may change them: these are parsed. */
function textWriterOf(def: Def): Write | undefined {
  const forms = [...('check' in def ? [def] : []), ...(def.checks ?? []).map((check) => checkOf(check))]
  if (def['coerce'] || !forms.every(isOnlyPattern)) return undefined
  const patterns = forms.map(({ pattern }) => pattern as RegExp)
  if (patterns.length === 0) return (value) => (typeof value === 'string' ? quote(value) : stop())
  return (value) => {
    if (typeof value !== 'string') return stop()
    for (const pattern of patterns) if (!pattern.test(value)) return stop()
    return quote(value)
  }
}

/** Formats that only check their pattern. */
const byPattern: ReadonlySet<unknown> = new Set(['regex', 'datetime', 'date'])
const isOnlyPattern = ({ check, format, pattern }: Def): boolean =>
  check === 'string_format' && byPattern.has(format) && pattern instanceof RegExp && !pattern.global && !pattern.sticky
const checkOf = (check: unknown): Def => (check as { _zod: { def: Def } })._zod.def

function numberWriterOf(def: Def): Write | undefined {
  if (def['coerce'] || def.checks?.length) return undefined
  if (!('check' in def)) return (value) => (Number.isFinite(value) ? `${value as number}` : stop())
  if (def['format'] !== 'safeint') return undefined
  return (value) => (Number.isSafeInteger(value) ? `${value as number}` : stop())
}

function choice(values: readonly unknown[]): Write {
  const texts = new Map<unknown, string>(values.map((value) => [value, JSON.stringify(value)]))
  // Inside, the wire's T and F are booleans.
  if (values.every((value) => value === 'T' || value === 'F')) {
    if (texts.has('T')) texts.set(true, '"T"')
    if (texts.has('F')) texts.set(false, '"F"')
  }
  return (value) => texts.get(value) ?? stop()
}

const list =
  (write: Write): Write =>
  (value) => {
    if (!Array.isArray(value)) return stop()
    let text = '['
    for (let at = 0; at < value.length; at++) text += (at === 0 ? '' : ',') + (write(value[at]) ?? stop())
    return `${text}]`
  }

interface Property {
  plain: string
  /** Its name on the wire, if different. */
  wire: string | null
  /** Its name as a JSON string. */
  name: string
  isOptional: boolean
  write: Write
}

/** An object whose first property is optional does not know where its commas go: it is parsed. */
function object(shape: Record<string, unknown>): Write | undefined {
  const properties = Object.entries(shape).map(([key, schema]) => propertyOf(key, schema))
  if (properties.length === 0 || properties[0]!.isOptional) return undefined
  const code = `
    const [${properties.map((_, at) => `write${at}`).join(', ')}] = write
    return (value) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) stop()
      ${properties.map(readingOf).join('\n')}
      return ${properties.map(writingOf).join(' + ')} + '}'
    }`
  // As fast as handwritten code: a loop over names would look each up again in every row. No outside input in it.
  const make = new Function('write', 'stop', code) as (write: Write[], stop: () => never) => Write
  return make(
    properties.map(({ write }) => write),
    stop,
  )
}

/** If both names are present, the slow path decides which one counts. */
const readingOf = ({ plain, wire }: Property, at: number): string =>
  `const part${at} = value[${JSON.stringify(plain)}]${wire === null ? '' : `\nif (value[${JSON.stringify(wire)}] !== undefined) stop()`}`

function writingOf({ name, isOptional }: Property, at: number): string {
  const expression = `${JSON.stringify(`${at === 0 ? '{' : ','}${name}:`)} + (write${at}(part${at}) ?? stop())`
  return isOptional ? `(part${at} === undefined ? '' : ${expression})` : expression
}

function propertyOf(key: string, schema: unknown): Property {
  const def = defOf(schema)
  const isOptional = def.type === 'optional'
  const plain = plainNameOf(key)
  const write = writerOf(isOptional ? def['innerType'] : schema)
  return { plain, wire: plain === key ? null : key, name: JSON.stringify(key), isOptional, write }
}
