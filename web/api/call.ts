import type { z } from 'zod'
import type { AnswerOf, Operation } from '#contract/core/operation.ts'
import { fieldToPlain, spellingOf, toPlain, toWire } from '#contract/core/plain.ts'
import type { Plain } from '#contract/core/wire-names.ts'
import { CallFailure } from './failure.ts'
import { sendJson, type PlainRequest } from './request.ts'

/** Input type of a schema: keys with a default are optional, and values have their plain types, not the wire's. */
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
 * Fills the parameters of a path such as `/leads/{id}`. Each is escaped, so a name with a slash stays one segment. If
 * missing or empty, it becomes `all`, which every optional segment accepts (OQ-38) and no proxy normalizes away.
 */
export function filledPath(path: string, params: object = {}): string {
  const values = params as Record<string, unknown>
  return path.replace(/\{(\w+)\??\}/g, (_, name: string) => encodeURIComponent(String(values[name] ?? '') || 'all'))
}

/** Same rule as the contract's `isSealed`, but decided at run time without loading a schema. */
const isSealed = (operation: Operation): boolean =>
  operation.method !== 'GET' &&
  operation.body !== undefined &&
  operation.transport !== 'multipart' &&
  operation.sealed !== false

/** Converts the parts of a request to the names and values of the wire format. */
export function wireInput(operation: Operation, input: AnyInput): AnyInput {
  return {
    ...input,
    params: toWire(input.params, spellingOf(operation.params)) as object | undefined,
    query: toWire(input.query, spellingOf(operation.query)) as object | undefined,
    body: toWire(input.body, spellingOf(operation.body)),
  }
}

export function requestOf(operation: Operation, values: AnyInput): PlainRequest {
  const input = wireInput(operation, values)
  return {
    method: operation.method,
    path: filledPath(operation.path, input.params),
    query: input.query as Record<string, unknown> | undefined,
    body: input.form ?? input.body ?? (isSealed(operation) ? {} : undefined),
    sealed: isSealed(operation),
    signal: input.signal,
  }
}

/** Calls an operation of the contract. Throws only `CallFailure`, or the abort that the caller requested. */
export async function call<O extends Operation>(
  operation: O,
  input: CallInput<O> & { form?: FormData; signal?: AbortSignal },
): Promise<AnswerOf<O>> {
  try {
    const answer = await sendJson(requestOf(operation, input as AnyInput))
    return toPlain(answer, spellingOf(operation.answer)) as AnswerOf<O>
  } catch (error) {
    throw error instanceof CallFailure ? error.withFields(plainFieldOf(operation)) : error
  }
}

/** Maps the wire names of rejected fields to the names that forms use. */
function plainFieldOf({ params, query, body, form }: Operation): (field: string) => string {
  const spellings = [params, query, body, form].map(spellingOf)
  return (field) => fieldToPlain(field, spellings)
}
