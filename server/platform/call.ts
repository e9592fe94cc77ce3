import type { CallerKind, Relation } from '#contract/core/access.ts'
import type { Language } from '#contract/core/language.ts'
import type { Rights } from '#contract/guards/access-context.ts'
import type { UserKind } from '#contract/people/user-kind.ts'
import type { QueryResultRow } from 'pg'
import type { Statement } from './database/described-query.ts'
import type { Scope, Tx } from './database/tx.ts'
import type { Platform } from './platform.ts'

/** The caller: read from the session alone, never from the request's claims (OQ-34). */
export interface Caller {
  kind: CallerKind
  sessionId: string
  userId: string
  companyId: string
  rootId: string
  agencyId: string | null
  clientId: string | null
  /** What decides what a person may do; of a developer's credential what its maker may, so that it never reaches further. */
  rights: Rights | null
  scope: Scope
  /** What a developer's token is for, and who made its credential; undefined for people. */
  apiScopes?: readonly string[]
  madeBy?: string
  /** Of a developer's test key, which is answered from the sandbox. */
  isTest?: boolean
  /** In view mode: who views as this person, from which session of their own, until when. */
  actor: { userId: string; kind: UserKind; sessionId: string; endsAt: Date } | null
}

/** Where a thing lies in the tenant tree. */
export interface TenantPath {
  rootId: string
  agencyId: string | null
  clientId: string | null
}

/** What a use case gets besides its input: the caller, the object and access to the database, without HTTP. */
export interface Call {
  platform: Platform
  /** Null only for operations that are open to anonymous callers. */
  caller: Caller | null
  requestId: string
  /** Address of the peer, or what trusted proxies say it is. */
  address: string
  host: string
  /** The language of the person who asks. */
  language: Language
  userAgent: string
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
  isStillAuthorized(): Promise<boolean>
}

export interface SignedInCall extends Call {
  caller: Caller
}
