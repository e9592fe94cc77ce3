import type { z } from 'zod'
import type { AnswerOf, Operation } from '#contract/core/operation.ts'
import { fieldToPlain, spellingOf, toPlain, toWire } from '#contract/core/plain.ts'
import type { Plain } from '#contract/core/wire-names.ts'
import { CallFailure } from './failure.ts'
import { sendJson, type PlainRequest } from './request.ts'

/** What a schema takes from us: the keys that have a default may be left out, the values have their plain types. */
type Given<Schema> =
  Schema extends z.ZodDiscriminatedUnion<infer Choices>
    ? Given<Choices[number]>
    : Schema extends z.ZodType
      ? { [Key in keyof z.input<Schema>]: Key extends keyof z.output<Schema> ? z.output<Schema>[Key] : never }
      : never
type Part<Name extends string, Schema> = [unknown] extends [Schema]
  ? Partial<Record<Name, undefined>>
  : z.ZodType extends Schema
    ? { [K in Name]?: Record<string, unknown> }
    : Record<string, never> extends Given<Schema>
      ? { [K in Name]?: Plain<Given<Schema>> }
      : { [K in Name]: Plain<Given<Schema>> }

/** The request parts of an operation, typed by its schemas. */
export type CallInput<O> =
  O extends Operation<infer Params, infer Query, infer Body, z.ZodType>
    ? Part<'params', Params> & Part<'query', Query> & Part<'body', Body>
    : never

/** `body` of a multipart operation: the form as the browser sends it. */
export type AnyInput = { params?: object; query?: object; body?: unknown; form?: FormData; signal?: AbortSignal }

/**
 * Puts parameters into `/leads/{id}`; each is escaped, so that a name with a slash stays one segment. What is left out or
 * empty is `all`, which every optional segment takes (OQ-38) and which no proxy folds away.
 */
export function filledPath(path: string, params: object = {}): string {
  const values = params as Record<string, unknown>
  return path.replace(/\{(\w+)\??\}/g, (_, name: string) => encodeURIComponent(String(values[name] ?? '') || 'all'))
}

/** The same rule as the contract's `isSealed`, distinguished at run time without loading a schema. */
const isSealed = (operation: Operation): boolean =>
  operation.method !== 'GET' &&
  operation.body !== undefined &&
  operation.transport !== 'multipart' &&
  operation.sealed !== false

/** The parts of a call as the wire spells them. */
export function wireInput(operation: Operation, input: AnyInput): AnyInput {
  return {
    ...input,
    params: toWire(input.params, spellingOf(operation.params)) as object | undefined,
    query: toWire(input.query, spellingOf(operation.query)) as object | undefined,
    body: toWire(input.body, spellingOf(operation.body)),
  }
}

export function requestOf(operation: Operation, given: AnyInput): PlainRequest {
  const input = wireInput(operation, given)
  return {
    method: operation.method,
    path: filledPath(operation.path, input.params),
    query: input.query as Record<string, unknown> | undefined,
    body: input.form ?? input.body ?? (isSealed(operation) ? {} : undefined),
    sealed: isSealed(operation),
    signal: input.signal,
  }
}

/** Calls an operation of the contract. Throws `CallFailure`, nothing else, except an abort that the caller asked for. */
export async function call<O extends Operation>(
  operation: O,
  input: CallInput<O> & { form?: FormData; signal?: AbortSignal },
): Promise<AnswerOf<O>> {
  try {
    const answer = await sendJson(requestOf(operation, input as AnyInput))
    return toPlain(answer, spellingOf(operation.answer)) as AnswerOf<O>
  } catch (thrown) {
    throw thrown instanceof CallFailure ? thrown.withFields(plainFieldOf(operation)) : thrown
  }
}

/** What forms call the fields that a refusal names. */
function plainFieldOf({ params, query, body, form }: Operation): (field: string) => string {
  const given = [params, query, body, form].map(spellingOf)
  return (field) => fieldToPlain(field, given)
}
