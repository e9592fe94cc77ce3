import type { CallerKind, Relation } from '#contract/core/access.ts'
import type { Language } from '#contract/core/language.ts'
import type { Rights } from '#contract/guards/access-context.ts'
import type { UserKind } from '#contract/people/user-kind.ts'
import type { QueryResultRow } from 'pg'
import type { Statement } from './database/driver/driver.ts'
import type { Scope, Tx } from './database/tx.ts'
import type { Platform } from './platform.ts'

/** The caller: determined by the session alone, never by claims in the request (OQ-34). */
export interface Caller {
  kind: CallerKind
  sessionId: string
  userId: string
  companyId: string
  rootId: string
  agencyId: string | null
  clientId: string | null
  /** What the user may do; for a developer's credential, what its creator may do, so that it never reaches further. */
  rights: Rights | null
  scope: Scope
  /** The scopes of a developer's token, and who created its credential; undefined for people. */
  apiScopes?: readonly string[]
  madeBy?: string
  /** Called with a developer's test key, which is answered from the sandbox. */
  isTest?: boolean
  /** In view mode: the actual user who views as this one, their own session, and when view mode ends. */
  actor: { userId: string; kind: UserKind; sessionId: string; endsAt: Date } | null
}

/** The position of an object in the tenant tree. */
export interface TenantPath {
  rootId: string
  agencyId: string | null
  clientId: string | null
}

/** What a use case gets besides its input: the caller, the object and access to the database, independent of HTTP. */
export interface Call {
  platform: Platform
  /** Null only for operations that allow anonymous callers. */
  caller: Caller | null
  requestId: string
  /** IP address of the peer, or the client address that trusted proxies report. */
  address: string
  host: string
  /** The caller's language. */
  language: Language
  userAgent: string
  /** Path of the object that the operation's reach was checked against; already known to be in reach. */
  object: (TenantPath & { relation: Relation }) | null
  /**
   * Runs in one transaction under the caller's scope; read-only for GET operations. Work that loses a race against
   * another transaction is retried, so it must have no side effects outside of its transaction.
   */
  inScope<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Reads with one statement under the caller's scope, in one round trip: for lists that are requested very often. */
  readOnce<Row extends QueryResultRow>(statement: Statement): Promise<Row[]>
  /** Idempotency id of a call that moves money: sent with it, or derived from it (decision 38). */
  operationId(): string
  /** Counts this call against the operation's limits by account, known only to the use case. Throws `too_many`. */
  countAccount(account: string): Promise<void>
  /**
   * For operations whose proof is `conditional`, in the caller's transaction if there is one. Throws `reauthenticate`
   * unless identity was verified moments ago.
   */
  requireRecentProof(tx?: Tx): Promise<void>
  /** Whether session, rights and reach would still allow this call: long-lived streams check it from time to time. */
  isStillAuthorized(): Promise<boolean>
}

export interface SignedInCall extends Call {
  caller: Caller
}
