import type { z } from 'zod'
import { plainNameOf } from './wire-names.ts'

// Renames keys by the schema that declares them, so that user input is never mistaken for a key, and converts the
// wire's T and F to booleans, so that no inner code compares letters.

/** The keys that a schema spells historically: `null` if there are none. */
export type Spelling =
  | { kind: 'object'; plainOf: Map<string, string>; wireOf: Map<string, string>; inner: Map<string, Spelling> }
  | { kind: 'each'; inner: Spelling }
  | { kind: 'flag' }
  | null

type Def = Record<string, unknown> & { type: string }
/** What the browser build replaces a schema with: its precomputed spelling (`scripts/contract-for-browsers.mjs`). */
type Packed = null | 1 | [Packed] | { names: Record<string, string>; inner: Record<string, Packed> }
const isPacked = (schema: object): schema is { spelling: Packed } => 'spelling' in schema

const defOf = (schema: unknown): Def => (schema as { def: Def }).def
const spellingCache = new WeakMap<object, { spelling: Spelling }>()

/** The spelling of a schema, cached. Throws if two keys of one object would get the same plain name. */
export function spellingOf(schema: z.ZodType | undefined): Spelling {
  if (schema === undefined) return null
  const entry = spellingCache.get(schema)
  if (entry) return entry.spelling
  const spelling = isPacked(schema) ? unpack(schema.spelling) : readSpelling(defOf(schema))
  spellingCache.set(schema, { spelling })
  return spelling
}

/**
 * The spelling of a schema as a value that can be written down.
 * @public It is read while browsers' code is built (`scripts/contract-for-browsers.mjs`).
 */
export const packedSpellingOf = (schema: z.ZodType | undefined): Packed => pack(spellingOf(schema))

function pack(spelling: Spelling): Packed {
  if (spelling === null) return null
  if (spelling.kind === 'flag') return 1
  if (spelling.kind === 'each') return [pack(spelling.inner)]
  const inner = Object.fromEntries([...spelling.inner].map(([key, one]) => [key, pack(one)]))
  return { names: Object.fromEntries(spelling.plainOf), inner }
}

function unpack(packed: Packed): Spelling {
  if (packed === null) return null
  if (packed === 1) return { kind: 'flag' }
  if (Array.isArray(packed)) return { kind: 'each', inner: unpack(packed[0]) }
  const plainOf = new Map(Object.entries(packed.names))
  const wireOf = new Map(Object.entries(packed.names).map(([wire, plain]) => [plain, wire]))
  const inner = new Map(Object.entries(packed.inner).map(([key, one]) => [key, unpack(one)]))
  return { kind: 'object', plainOf, wireOf, inner }
}

const child = (schema: unknown): Spelling => spellingOf(schema as z.ZodType | undefined)

function readSpelling(def: Def): Spelling {
  switch (def.type) {
    case 'object':
      return ofObject(def['shape'] as Record<string, unknown>)
    case 'array':
      return ofEach(child(def['element']))
    case 'record':
      return ofEach(child(def['valueType']))
    case 'union':
      return (def['options'] as unknown[]).map(child).reduce(merge, null)
    case 'enum':
      return Object.keys(def['entries'] as object).every(isFlag) ? { kind: 'flag' } : null
    case 'literal':
      // A lone F is not a boolean: it stands for a role with full access.
      return (def['values'] as unknown[]).every((value) => value === 'T') ? { kind: 'flag' } : null
    case 'pipe':
      // The output of a transform has no schema; ours keep the keys.
      return child(defOf(def['out']).type === 'transform' ? def['in'] : def['out'])
    default:
      return child(def['innerType'])
  }
}

const isFlag = (value: unknown): value is 'T' | 'F' => value === 'T' || value === 'F'

const ofEach = (inner: Spelling): Spelling => inner && { kind: 'each', inner }

function ofObject(shape: Record<string, unknown>): Spelling {
  const spelling = { kind: 'object' as const, plainOf: new Map(), wireOf: new Map(), inner: new Map() }
  for (const [key, schema] of Object.entries(shape)) {
    const plain = plainNameOf(key)
    if (plain !== key) {
      if (plain in shape || spelling.wireOf.has(plain)) throw new Error(`${key} and another key are both ${plain}`)
      spelling.plainOf.set(key, plain)
      spelling.wireOf.set(plain, key)
    }
    const inner = child(schema)
    if (inner) spelling.inner.set(key, inner)
  }
  return spelling.plainOf.size + spelling.inner.size > 0 ? spelling : null
}

/** Combines the spellings of a union's options. */
function merge(one: Spelling, other: Spelling): Spelling {
  if (!one || !other) return one ?? other
  if (one.kind === 'flag' || other.kind === 'flag') {
    if (one.kind !== other.kind) throw new Error('a flag and another type cannot be distinguished')
    return one
  }
  if (one.kind === 'each' || other.kind === 'each') {
    if (one.kind !== other.kind) throw new Error('a list and an object cannot be distinguished')
    return { kind: 'each', inner: merge((one as { inner: Spelling }).inner, (other as { inner: Spelling }).inner) }
  }
  const inner = new Map(one.inner)
  for (const [key, spelling] of other.inner) inner.set(key, merge(inner.get(key) ?? null, spelling))
  for (const [plain, wire] of other.wireOf)
    if ((one.wireOf.get(plain) ?? wire) !== wire) throw new Error(`${plain} is spelled ${wire} and otherwise`)
  return {
    kind: 'object',
    plainOf: new Map([...one.plainOf, ...other.plainOf]),
    wireOf: new Map([...one.wireOf, ...other.wireOf]),
    inner,
  }
}

/** Converts a value to plain names. */
export function toPlain(value: unknown, spelling: Spelling): unknown {
  if (spelling?.kind === 'flag') return isFlag(value) ? value === 'T' : value
  if (!spelling || typeof value !== 'object' || value === null) return value
  if (spelling.kind === 'each') return mapEach(value, (one) => toPlain(one, spelling.inner))
  const { plainOf, inner } = spelling
  const plain: Record<string, unknown> = {}
  for (const key of Object.keys(value)) {
    const within = inner.get(key)
    const one = (value as Record<string, unknown>)[key]
    put(plain, plainOf.get(key) ?? key, within ? toPlain(one, within) : one)
  }
  return plain
}

/** Converts a value to the wire's names. */
export function toWire(value: unknown, spelling: Spelling): unknown {
  if (spelling?.kind === 'flag') return typeof value === 'boolean' ? (value ? 'T' : 'F') : value
  if (!spelling || typeof value !== 'object' || value === null) return value
  if (spelling.kind === 'each') return mapEach(value, (one) => toWire(one, spelling.inner))
  const { wireOf, inner } = spelling
  const wire: Record<string, unknown> = {}
  for (const key of Object.keys(value)) {
    const name = wireOf.get(key) ?? key
    const within = inner.get(name)
    const one = (value as Record<string, unknown>)[key]
    put(wire, name, within ? toWire(one, within) : one)
  }
  return wire
}

/** Object.entries would cost more per row than parsing it; a key never sets the prototype. */
function put(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__') Object.defineProperty(object, key, { value, ...asAssigned })
  else object[key] = value
}
const asAssigned = { enumerable: true, configurable: true, writable: true }

function mapEach(value: object, change: (one: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map(change)
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, change(one)]))
}

/** Converts `costs.0.paymentTerm` to the wire's spelling, by the first spelling that has such a path. */
export function fieldToWire(field: string, spellings: readonly Spelling[]): string {
  const first = field.split('.')[0]!
  const spelling = spellings.find((one) => one?.kind === 'object' && (one.wireOf.has(first) || one.inner.has(first)))
  return respell(field, spelling ?? null, 'wireOf')
}

/** A form part's name in the wire's spelling. */
export const partOf = (form: z.ZodType | undefined, name: string): string => fieldToWire(name, [spellingOf(form)])

/** The reverse: a field that an error names, as forms call it. */
export function fieldToPlain(field: string, spellings: readonly Spelling[]): string {
  const first = field.split('.')[0]!
  const spelling = spellings.find((one) => one?.kind === 'object' && (one.plainOf.has(first) || one.inner.has(first)))
  return respell(field, spelling ?? null, 'plainOf')
}

function respell(field: string, start: Spelling, names: 'wireOf' | 'plainOf'): string {
  let spelling = start
  return field
    .split('.')
    .map((part) => {
      if (spelling?.kind !== 'object') {
        spelling = spelling?.kind === 'each' ? spelling.inner : null
        return part
      }
      const otherName = spelling[names].get(part) ?? part
      spelling = spelling.inner.get(names === 'wireOf' ? otherName : part) ?? null
      return otherName
    })
    .join('.')
}
