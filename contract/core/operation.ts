import type { z } from 'zod'
import type { Access, ObjectOf } from './access.ts'
import type { ApiScope } from './api-scopes.ts'
import type { ErrorCode } from './errors.ts'
import type { Plain } from './wire-names.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export type Transport = 'json' | 'multipart' | 'download' | 'stream' | 'page'

/** How often a caller may call; the key says whose calls are counted together. Held in the database across processes. */
export interface Limit {
  count: number
  perSeconds: number
  by: 'address' | 'user' | 'company' | 'account'
  /** Calls that name the same are counted together; the operation's own name when absent. */
  as?: string
  /** Shown instead of the general text when the limit is reached. */
  message?: string
  /** For limits that every call of somebody's software passes: each process takes a part of the window beforehand. */
  inShares?: true
}

/**
 * One call of the product. Declared once; the server's route, the browser's client, the OpenAPI document, the access
 * matrix and the fuzz test follow from it. `path` is the specification's, to the letter, below /api, with {parameters}.
 */
export interface Operation<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> {
  /** Row of the specification's catalog (C080, X004) or `own` for calls the product adds. */
  id: string
  /** Verb first, unique, camelCase: the name in every tree. */
  name: string
  area: string
  method: Method
  path: string
  summary: string
  params?: Params
  query?: Query
  body?: Body
  /** The parts of a multipart body, its files among them; the use case reads them as they come. */
  form?: z.ZodType
  answer: Answer
  /** Answer status on success; 200 when absent. */
  status?: number
  /** Failures of the catalog that this call can answer besides the general ones. */
  errors?: readonly ErrorCode[]
  access: Access
  /** What the access declaration's reach is measured by; the caller's own company when absent. */
  object?: ObjectOf
  limits?: readonly Limit[]
  /** Only one of these calls of a company runs at a time; another one meanwhile hears 429. */
  oneAtATime?: boolean
  /** A JSON body of a writing call arrives sealed as {dt} unless this is false (multipart, developer API). */
  sealed?: boolean
  /** False where what the call writes is no change that anybody would look for in the log: a ticket, a check's outcome. */
  logged?: boolean
  /**
   * Asks for an identity that was proved in this session a moment ago (`reauthenticate`), else 403 `reauthenticate`: of every
   * call that reaches its object, or `conditional`, where the use case asks because of what is sent.
   */
  proof?: 'recent' | 'conditional'
  /** How the body or the answer differs from JSON. */
  transport?: Transport
  /** Of a download that can be gone on with: its ticket opens it again for some hours, so that a browser can ask for the rest. */
  resumable?: true
  /**
   * `developer`: plain JSON for other people's software, with problem details (RFC 9457), rate-limit headers and a version by
   * date. `oauth`: a token endpoint (RFC 6749), which takes forms too.
   */
  style?: 'developer' | 'oauth'
  /** Since when there is something better, which each answer says (RFC 9745): the instant, and the path of what takes its place. */
  deprecated?: { since: string; successor: string }
  /** What a developer's token must be for. */
  scope?: ApiScope
}

/** Keeps the declaration's own types, the transport's word among them: it decides what a handler returns. */
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

/** An answer as the wire spells it. */
export type WireAnswerOf<O> = O extends Operation<z.ZodType, z.ZodType, z.ZodType, infer A> ? z.output<A> : never

// What use cases and pages see of an operation: with plain names.
export type ParamsOf<O> = O extends Operation<infer P, z.ZodType, z.ZodType, z.ZodType> ? Plain<z.output<P>> : never
export type QueryOf<O> = O extends Operation<z.ZodType, infer Q, z.ZodType, z.ZodType> ? Plain<z.output<Q>> : never
export type BodyOf<O> = O extends Operation<z.ZodType, z.ZodType, infer B, z.ZodType> ? Plain<z.output<B>> : never
export type AnswerOf<O> = Plain<WireAnswerOf<O>>

/** Whether a call's JSON body travels sealed. Reading calls have no body; multipart passes as it is (OQ-32). */
export const isSealed = (op: Operation): boolean =>
  op.method !== 'GET' && op.body !== undefined && op.transport !== 'multipart' && op.sealed !== false
