import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import type { ObjectKind } from '#contract/core/access.ts'
import type { ErrorCode } from '#contract/core/errors.ts'
import type { AnswerOf, BodyOf, Operation, ParamsOf, QueryOf } from '#contract/core/operation.ts'
import { fieldToWire, spellingOf, toPlain } from '#contract/core/plain.ts'
import type { Call, Caller, SignedInCall, TenantPath } from '../call.ts'
import type { Reader, Scope, Tx } from '../database/tx.ts'
import { withFieldNames } from '../failure.ts'
import type { Platform } from '../platform.ts'

/** A call with what only HTTP has: cookies, files, the bare request. Handlers of forms, sessions and streams ask for it. */
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

/** A file or stream in place of a JSON answer. */
export interface Download {
  fileName: string
  contentType: string
  stream: Readable
}

/** A file that is written to its end, of which parts can be asked for. */
export interface KeptFile {
  fileName: string
  contentType: string
  bytes: number
  /** Names these very bytes and no others. */
  version: string
  open(part: { start: number; end: number }): Readable
}

/** A page of its own in place of a JSON answer, with the headers that hold it in. */
export interface PageDocument {
  html: string
  headers: Readonly<Record<string, string>>
}

type Result<O> = O extends { transport?: 'download' | 'stream' }
  ? Download | KeptFile
  : O extends { transport?: 'page' }
    ? PageDocument
    : AnswerOf<O>
export type Handler<O> = (input: Input<O>, call: SignedInHttpCall) => Promise<Result<O>>
export type OpenHandler<O> = (input: Input<O>, call: HttpCall) => Promise<Result<O>>

/** An operation with what carries it out. */
export interface Route {
  operation: Operation
  /** What is answered is in plain names until it is written. */
  handle(input: Input<Operation>, call: HttpCall): Promise<unknown>
}

/** Binds an operation that needs a session. */
export const bind = <O extends Operation>(operation: O, handle: Handler<O>): Route => spelled(operation, handle)

/** Binds an operation that anonymous callers may use too. */
export const bindOpen = <O extends Operation>(operation: O, handle: OpenHandler<O>): Route => spelled(operation, handle)

/** Gives a use case plain names, and the wire its own: of the answer as it is written, and of the fields that a refusal names. */
function spelled(operation: Operation, handle: unknown): Route {
  const run = handle as Route['handle']
  const params = spellingOf(operation.params)
  const query = spellingOf(operation.query)
  const body = spellingOf(operation.body)
  const given = [params, query, body, spellingOf(operation.form)]
  return {
    operation,
    handle: async (input, call) => {
      const plain = {
        params: toPlain(input.params, params),
        query: toPlain(input.query, query),
        body: toPlain(input.body, body),
      }
      return withFieldNames(
        (field) => fieldToWire(field, given),
        () => run(plain as Input<Operation>, call),
      )
    },
  }
}

/** What the areas give the HTTP layer, which must not know them. */
export interface AccessHooks {
  /** Finds the caller behind a bearer token, or null. A session counts on the host it was made on and nowhere else. */
  authenticate(platform: Platform, token: string, host: string): Promise<Caller | null>
  /**
   * Spends a download ticket: finds the caller that it was made for, for exactly this path, or null. It works once, and for
   * some hours where the download can be resumed.
   */
  redeemTicket(
    platform: Platform,
    ticket: string,
    at: { path: string; host: string; isResumable: boolean },
  ): Promise<Caller | null>
  /** Keeps who did what as whom; asked before every writing call of view mode. */
  recordView(call: SignedInCall, operation: Operation): Promise<void>
  /** Whether the caller has proved their identity again in this session, a moment ago. */
  hasRecentProof(platform: Platform, caller: Caller): Promise<boolean>
  /** Keeps what a call changed, in the transaction of the change, unless the use case did or it is no change to tell of. */
  recordChange(tx: Tx, call: SignedInCall, operation: Operation, input: Input<Operation>): Promise<void>
  /** The path of an object if the scope can see it. */
  findObject(reader: Reader, scope: Scope, kind: Exclude<ObjectKind, 'none'>, id: string): Promise<TenantPath | null>
  /** Carries out a call of a test key: answers from made-up rows, keeps nothing. Throws `forbidden` where it has no answer. */
  answerInSandbox(operation: Operation, input: Input<Operation>, call: SignedInHttpCall): Promise<unknown>
  /** Whether an agency is assigned to the person whose scope this is. */
  isAssigned(reader: Reader, agencyId: string): Promise<boolean>
}

/** A call of somebody known that was answered. */
export interface AnsweredCall {
  requestId: string
  caller: Caller
  operation: Operation
  status: number
  problem: ErrorCode | null
  duration_ms: number
}

/** Keeps answered calls. `note` costs next to nothing and waits for nobody; `close` keeps what was noted and not kept yet. */
export interface CallLog {
  note(call: AnsweredCall): void
  close(): Promise<void>
}
