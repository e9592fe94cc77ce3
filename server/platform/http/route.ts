import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import type { ObjectKind } from '#contract/core/access.ts'
import type { ErrorCode } from '#contract/core/errors.ts'
import type { AnswerOf, BodyOf, Operation, ParamsOf, QueryOf } from '#contract/core/operation.ts'
import { fieldToWire, spellingOf, toPlain } from '#contract/core/plain.ts'
import type { Call, Caller, SignedInCall, TenantPath } from '../call.ts'
import type { Clock } from '../clock.ts'
import type { Reader, Scope, Tx } from '../database/tx.ts'
import { withFieldNames } from '../failure.ts'
import type { Platform } from '../platform.ts'

/** A call plus what only HTTP has: cookies, files, the raw request. For handlers of forms, sessions and streams. */
export interface HttpCall extends Call {
  cookies: Readonly<Record<string, string | undefined>>
  setCookie(name: string, value: string, options: { maxAgeSeconds: number }): void
  /** Files of a multipart body, streamed; absent for others. */
  parts?: () => AsyncIterable<{ field: string; fileName: string; stream: Readable } | { field: string; value: string }>
  raw: { request: IncomingMessage; response: ServerResponse }
}

export interface SignedInHttpCall extends HttpCall {
  caller: Caller
}

export interface Input<O> {
  params: ParamsOf<O>
  query: QueryOf<O>
  body: BodyOf<O>
}

/** A file or stream instead of a JSON answer. */
export interface Download {
  fileName: string
  contentType: string
  stream: Readable
}

/** A complete stored file, which can be requested in ranges. */
export interface StoredFile {
  fileName: string
  contentType: string
  bytes: number
  /** Identifies exactly these bytes. */
  version: string
  open(part: { start: number; end: number }): Readable
}

/** An HTML page instead of a JSON answer, with the headers that restrict it. */
export interface PageDocument {
  html: string
  headers: Readonly<Record<string, string>>
}

type Result<O> = O extends { transport?: 'download' | 'stream' }
  ? Download | StoredFile
  : O extends { transport?: 'page' }
    ? PageDocument
    : AnswerOf<O>
export type Handler<O> = (input: Input<O>, call: SignedInHttpCall) => Promise<Result<O>>
export type OpenHandler<O> = (input: Input<O>, call: HttpCall) => Promise<Result<O>>

/** An operation with its handler. */
export interface Route {
  operation: Operation
  /** Answers have plain names until they are written. */
  handle(input: Input<Operation>, call: HttpCall): Promise<unknown>
}

/** Binds an operation that needs a session. */
export const bind = <O extends Operation>(operation: O, handle: Handler<O>): Route => spelled(operation, handle)

/** Binds an operation that anonymous callers can use too. */
export const bindOpen = <O extends Operation>(operation: O, handle: OpenHandler<O>): Route => spelled(operation, handle)

/** Converts between the use case's plain names and the wire's: in the written answer, and in a failure's fields. */
function spelled(operation: Operation, handle: unknown): Route {
  const run = handle as Route['handle']
  const params = spellingOf(operation.params)
  const query = spellingOf(operation.query)
  const body = spellingOf(operation.body)
  const spellings = [params, query, body, spellingOf(operation.form)]
  return {
    operation,
    handle: async (input, call) => {
      const plain = {
        params: toPlain(input.params, params),
        query: toPlain(input.query, query),
        body: toPlain(input.body, body),
      }
      return withFieldNames(
        (field) => fieldToWire(field, spellings),
        () => run(plain as Input<Operation>, call),
      )
    },
  }
}

/** What the areas provide to the HTTP layer, which must not import them. */
export interface AccessHooks {
  /** Finds the caller of a bearer token, or null. A session is only valid on the host it was created on. */
  authenticate(platform: Platform, token: string, host: string): Promise<Caller | null>
  /**
   * Redeems a download ticket: returns the caller it was issued to, for exactly this path, or null. It works once, or
   * for some hours if the download can be resumed.
   */
  redeemTicket(
    platform: Platform,
    ticket: string,
    at: { path: string; host: string; isResumable: boolean },
  ): Promise<Caller | null>
  /** Whether the session of this access token has ended, so that it cannot be refreshed. */
  hasSessionEnded(platform: Platform, token: string): Promise<boolean>
  /** Whether the session of a known caller has not ended since. */
  isSessionLive(platform: Platform, caller: Caller): Promise<boolean>
  /** Logs who did what as whom; called before every writing call of view mode. */
  recordView(call: SignedInCall, operation: Operation): Promise<void>
  /** Whether the caller has verified their identity again in this session, moments ago. */
  hasRecentProof(reader: Pick<Tx, 'query'>, clock: Clock, caller: Caller): Promise<boolean>
  /** Logs what a call changed, in the change's transaction, unless the use case did or there is nothing to log. */
  recordChange(tx: Tx, call: SignedInCall, operation: Operation, input: Input<Operation>): Promise<void>
  /** The path of an object if the scope can see it. */
  findObject(reader: Reader, scope: Scope, kind: Exclude<ObjectKind, 'none'>, id: string): Promise<TenantPath | null>
  /** Runs a call of a test key: answers with sample rows, stores nothing. Throws `forbidden` if it has none. */
  answerInSandbox(operation: Operation, input: Input<Operation>, call: SignedInHttpCall): Promise<unknown>
  /** Whether an agency is assigned to the user of this scope. */
  isAssigned(reader: Reader, agencyId: string): Promise<boolean>
}

/** An answered call of a known caller. */
export interface AnsweredCall {
  requestId: string
  caller: Caller
  operation: Operation
  status: number
  problem: ErrorCode | null
  duration_ms: number
}

/** Logs answered calls. `note` is cheap and never waits; `close` writes what was noted and not stored yet. */
export interface CallLog {
  note(call: AnsweredCall): void
  close(): Promise<void>
}
