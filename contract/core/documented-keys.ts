import { z } from 'zod'
import { sentences } from './sentences.ts'
import { wholeFromText } from './typed-number.ts'
import { flag } from './wire.ts'

// The documented front end sends keys that our calls do not need. Each is declared with one of these, so that a body
// that follows the documents is accepted unchanged (decision 38).

/** What a session already knows: the operator's system, which an agency's host reports as its own company (D1§3.3). */
export type SessionFact = 'system' | 'user'

/** A key that repeats what the session knows. It has no effect; a different value is refused with the key's name. */
export const fromSession = (fact: SessionFact) =>
  z
    .string()
    .trim()
    .max(255)
    .optional()
    .meta({ 'x-restates': fact, description: 'Taken from the session. Omit it, or send the same value.' })

/** Whether a value is empty: what a form sends for a field that nobody filled in. */
export function isBlankValue(value: unknown): boolean {
  if (value === undefined || value === null || value === false) return true
  if (typeof value === 'object') return Object.values(value).every(isBlankValue)
  return ['', 'F', '0', '0.00', 'all'].includes(String(value))
}

/** A documented key without a meaning in this call: accepted while it is empty. */
export const blankOnly = (why: string) =>
  z
    .unknown()
    .refine(isBlankValue, why)
    .transform((): undefined => undefined)
    .optional()
    .meta({ description: `${why} Accepted only if empty, F or 0.` })

/** The same for several keys at once. */
export const allUnused = <Key extends string>(keys: readonly Key[], why: string) =>
  Object.fromEntries(keys.map((key) => [key, blankOnly(why)])) as Record<Key, ReturnType<typeof blankOnly>>

/** A key that a form sends empty while nobody has filled it in: empty text counts as this value (decision 190). */
export const emptyAs = <Value, Schema extends z.ZodType>(value: Value, schema: Schema) =>
  z.union([z.literal('').transform(() => value), schema])

/** The same for a key that may be omitted: empty text counts as omitted. */
export const emptyIsOmitted = <Schema extends z.ZodType>(schema: Schema) => emptyAs(undefined, schema).optional()

/** A flag that may be omitted or empty. */
export const formFlag = emptyIsOmitted(flag)

const digits = z
  .string()
  .trim()
  .max(20)
  .refine((text) => text === '' || wholeFromText(text) !== null)
  .transform((text) => wholeFromText(text) ?? 0)

/** A whole number, also as typed text; empty text is 0. Parsed to a number. */
export const typedCount = (most: number, least = 0) =>
  z
    .union([z.number().meta({ type: 'integer', minimum: least, maximum: most }), digits], sentences.wholeNumber)
    .pipe(z.int().min(least).max(most))

/** The wire's 0 and 1, also as typed text. */
export const typedBit = z.union([
  z.literal(0),
  z.literal(1),
  z.enum(['0', '1']).transform((text): 0 | 1 => (text === '1' ? 1 : 0)),
])

/** The header with an operation's id in a call that moves money; see the server's `operationIdOf`. */
export const idempotencyHeader = 'idempotency-key'
