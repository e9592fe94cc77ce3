import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import type { Rights } from '#contract/guards/standing.ts'
import type { UserKind } from '#contract/people/user-kind.ts'
import type { CallerKind, ObjectKind, Relation } from '#contract/core/access.ts'
import type { AnswerOf, BodyOf, Operation, ParamsOf, QueryOf } from '#contract/core/operation.ts'
import type { QueryResultRow } from 'pg'
import type { Statement } from '../database/scope.ts'
import type { Scope, Tx } from '../database/tx.ts'
import type { Platform } from '../platform.ts'

/** Who calls: read from the session alone, never from the request's claims (OQ-34). */
export interface Caller {
  kind: CallerKind
  sessionId: string
  userId: string
  companyId: string
  rootId: string
  agencyId: string | null
  clientId: string | null
  /** What decides what a person may do; null for a developer's credential, which is no person. */
  rights: Rights | null
  scope: Scope
  /** In view mode: who looks on as this person, from which session of their own, until when. */
  actor: { userId: string; kind: UserKind; sessionId: string; endsAt: Date } | null
}

/** Where a thing lies in the tenant tree. */
export interface TenantPath {
  rootId: string
  agencyId: string | null
  clientId: string | null
}

/** Everything a handler gets besides its parsed input. */
export interface Call {
  platform: Platform
  /** Null only for operations that are open to anonymous callers. */
  caller: Caller | null
  requestId: string
  /** Address of the peer, or what trusted proxies say it is. */
  address: string
  host: string
  /** Path of the object that the operation's reach was measured by, already checked to be in reach. */
  object: (TenantPath & { relation: Relation }) | null
  /**
   * Runs in one transaction under the caller's scope; read only for GET operations. Work that loses a race against somebody
   * else's is run again, so it changes nothing outside of its transaction.
   */
  inScope<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Reads by one statement under the caller's scope, in one round trip: for lists that are asked for all the time. */
  readOnce<Row extends QueryResultRow>(statement: Statement): Promise<Row[]>
  /** Under which a call that moves money is carried out once: sent with it, or made from it (decision 38). */
  operationId(): string
  /** Counts this call against the operation's limits by account, which only the use case can name. Throws `too_many`. */
  countAccount(account: string): Promise<void>
  /** For operations whose proof is `conditional`. Throws `reauthenticate` unless the identity was proved a moment ago. */
  requireRecentProof(): Promise<void>
  /** Whether this call would be let in still, by session, rights and reach: streams, which last, ask now and then. */
  isStillLetIn(): Promise<boolean>
  cookies: Readonly<Record<string, string | undefined>>
  setCookie(name: string, value: string, options: { maxAgeSeconds: number }): void
  /** Files of a multipart body, streamed; absent for others. */
  parts?: () => AsyncIterable<{ field: string; fileName: string; stream: Readable } | { field: string; value: string }>
  raw: { request: IncomingMessage; response: ServerResponse }
}

export interface SignedInCall extends Call {
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

/** A page of its own in place of a JSON answer, with the headers that hold it in. */
export interface PageDocument {
  html: string
  headers: Readonly<Record<string, string>>
}

type Result<O> = O extends { transport?: 'download' | 'stream' }
  ? Download
  : O extends { transport?: 'page' }
    ? PageDocument
    : AnswerOf<O>
export type Handler<O> = (input: Input<O>, call: SignedInCall) => Promise<Result<O>>
export type OpenHandler<O> = (input: Input<O>, call: Call) => Promise<Result<O>>

/** An operation with what carries it out. */
export interface Route {
  operation: Operation
  handle(input: Input<Operation>, call: Call): Promise<unknown>
}

/** Binds an operation that needs a session. */
export const bind = <O extends Operation>(operation: O, handle: Handler<O>): Route => ({
  operation,
  handle: handle as Route['handle'],
})

/** Binds an operation that anonymous callers may use too. */
export const bindOpen = <O extends Operation>(operation: O, handle: OpenHandler<O>): Route => ({
  operation,
  handle: handle as Route['handle'],
})

/** What the areas give the HTTP layer, which must not know them. */
export interface Wall {
  /** Finds the caller behind a bearer token, or null. A session counts on the host it was made on and nowhere else. */
  authenticate(platform: Platform, token: string, host: string): Promise<Caller | null>
  /** Spends a download ticket: finds the caller that it was made for, once, for exactly this path, or null. */
  redeemTicket(platform: Platform, ticket: string, path: string, host: string): Promise<Caller | null>
  /** Keeps who did what as whom; asked before every writing call of view mode. */
  recordView(call: SignedInCall, operation: Operation): Promise<void>
  /** Whether the caller has proved their identity anew in this session, a moment ago. */
  hasRecentProof(platform: Platform, caller: Caller): Promise<boolean>
  /** Keeps what a call changed, in the transaction of the change, unless the use case did or it is no change to tell of. */
  recordChange(tx: Tx, call: SignedInCall, operation: Operation, input: Input<Operation>): Promise<void>
  /** The path of an object if the scope can see it. */
  findObject(tx: Tx, scope: Scope, kind: Exclude<ObjectKind, 'none'>, id: string): Promise<TenantPath | null>
  /** Whether an agency is assigned to the person whose scope this is. */
  isAssigned(tx: Tx, agencyId: string): Promise<boolean>
}
