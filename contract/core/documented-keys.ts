import { z } from 'zod'

// The documents' front end sends keys that our calls have no use for. Each is declared by one of these, so that a body
// written from the documents is taken as it stands (decision 38).

/** What a session knows by itself: the operator's system, which an agency's host tells as its own company (D1§3.3). */
export type SessionFact = 'system' | 'user'

/** A key that says again what the session knows. It has no effect; one that says otherwise is refused by its name. */
export const restated = (fact: SessionFact) =>
  z
    .string()
    .trim()
    .max(255)
    .optional()
    .meta({ 'x-restates': fact, description: 'Known from the session. Left out, or the same.' })

/** Whether a value asks for nothing: what a form sends of a field that nobody has filled in. */
export function asksForNothing(value: unknown): boolean {
  if (value === undefined || value === null || value === false) return true
  if (typeof value === 'object') return Object.values(value).every(asksForNothing)
  return ['', 'F', '0', '0.00', 'all'].includes(String(value))
}

/** A key of the documents that means nothing in this call: taken while it asks for nothing. */
export const unused = (why: string) =>
  z
    .unknown()
    .refine(asksForNothing, why)
    .transform((): undefined => undefined)
    .optional()
    .meta({ description: `${why} Taken while it is empty, F or 0.` })

/** The same for several keys at once. */
export const allUnused = <Key extends string>(keys: readonly Key[], why: string) =>
  Object.fromEntries(keys.map((key) => [key, unused(why)])) as Record<Key, ReturnType<typeof unused>>

/** What carries an operation's id in a call that moves money; see the server's `operationIdOf`. */
export const idempotencyHeader = 'idempotency-key'
