import type { z } from 'zod'
import type { Access, ObjectOf } from './access.ts'
import type { ApiScope } from './api-scopes.ts'
import type { ErrorCode } from './errors.ts'
import type { Plain } from './wire-names.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export type Transport = 'json' | 'multipart' | 'download' | 'stream' | 'page'

/** A rate limit; `by` says whose calls are counted together. Stored in the database, across processes. */
export interface Limit {
  count: number
  perSeconds: number
  by: 'address' | 'user' | 'company' | 'account'
  /** Calls with the same name share a count; defaults to the operation's own name. */
  as?: string
  /** Shown instead of the general text when the limit is reached. */
  message?: string
  /** For limits that every developer API call passes: each process reserves a share of the window in advance. */
  inShares?: true
}

/**
 * An API operation. Declared once; the server's route, the browser's client, the OpenAPI document, the access matrix
 * and the fuzz test follow from it. `path` is exactly the specification's, below /api, with {parameters}.
 */
export interface Operation<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> {
  /** Row of the specification's catalog (C080, X004), or `own` for calls that the product adds. */
  id: string
  /** Verb first, unique, camelCase: used in every tree. */
  name: string
  area: string
  method: Method
  path: string
  summary: string
  params?: Params
  query?: Query
  body?: Body
  /** The parts of a multipart body, including files; the use case reads them as a stream. */
  form?: z.ZodType
  answer: Answer
  /** HTTP status on success; 200 if absent. */
  status?: number
  /** Errors of the catalog that this call can answer besides the general ones. */
  errors?: readonly ErrorCode[]
  access: Access
  /** What the call's 401 says if the caller's session has ended, rather than the general text of an expired token. */
  endedMessage?: string
  /** The object that the declared reach is checked against; defaults to the caller's own company. */
  object?: ObjectOf
  limits?: readonly Limit[]
  /** Only one such call of a company runs at a time; a concurrent one answers 429. */
  oneAtATime?: boolean
  /** The JSON body of a writing call is encrypted as {dt} unless this is false (multipart, developer API). */
  sealed?: boolean
  /** False if what the call writes is nothing to look for in the log: a ticket, or a check's result. */
  logged?: boolean
  /** How the body or the answer differs from plain JSON. */
  transport?: Transport
  /** A resumable download: its ticket stays valid for some hours, so that a browser can request the rest. */
  resumable?: true
  /**
   * `developer`: plain JSON for other software, with problem details (RFC 9457), rate-limit headers and a dated
   * version. `oauth`: a token endpoint (RFC 6749), which also accepts forms.
   */
  style?: 'developer' | 'oauth'
  /** Deprecated since this instant, which each answer says (RFC 9745), in favor of the successor's path. */
  deprecated?: { since: string; successor: string }
  /** The scope that a developer's token needs. */
  scope?: ApiScope
}

/** Preserves the literal types of the declaration, such as its transport, which determines a handler's return type. */
export function operation<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  A extends z.ZodType,
  const Area extends string,
  T extends Transport = 'json',
>(
  declaration: Operation<P, Q, B, A> & { area: Area; transport?: T },
): Operation<P, Q, B, A> & { area: Area; transport?: T } {
  return declaration
}

/** An answer in the wire's spelling. */
export type WireAnswerOf<O> = O extends Operation<z.ZodType, z.ZodType, z.ZodType, infer A> ? z.output<A> : never

// Types of an operation for use cases and pages, with plain names.
export type ParamsOf<O> = O extends Operation<infer P, z.ZodType, z.ZodType, z.ZodType> ? Plain<z.output<P>> : never
export type QueryOf<O> = O extends Operation<z.ZodType, infer Q, z.ZodType, z.ZodType> ? Plain<z.output<Q>> : never
export type BodyOf<O> = O extends Operation<z.ZodType, z.ZodType, infer B, z.ZodType> ? Plain<z.output<B>> : never
export type AnswerOf<O> = Plain<WireAnswerOf<O>>

/** Whether a call's JSON body is encrypted. Reading calls have no body; multipart is sent as it is (OQ-32). */
export const isSealed = (op: Operation): boolean =>
  op.method !== 'GET' && op.body !== undefined && op.transport !== 'multipart' && op.sealed !== false
