import type { QueryResult, QueryResultRow } from 'pg'
import type { CopiedRows, CopyRoom, CopyValue } from './copy-rows.ts'

/** Whose rows a transaction may see. Exactly one of the database's four scope settings follows from it. */
export type Scope =
  | { kind: 'root'; rootId: string }
  | { kind: 'agency'; rootId: string; agencyId: string }
  | { kind: 'client'; rootId: string; agencyId: string; clientId: string }
  /** Somebody who belongs to no agency but works for some; shows their assignments only. */
  | { kind: 'staff'; rootId: string; userId: string }
  | { kind: 'none' }

export type Answers<T extends readonly Promise<unknown>[] | []> = { -readonly [K in keyof T]: Awaited<T[K]> }

/** One transaction on one connection. Passed explicitly to everything that reads or writes. */
export interface Tx {
  readonly scope: Scope
  query<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<QueryResult<Row>>
  /** A named prepared statement, for lists that are read often. */
  prepared<Row extends QueryResultRow>(name: string, text: string, values: unknown[]): Promise<QueryResult<Row>>
  /** The rows of a query as text for a file, which costs half of making values of them; in `room` until that is used again. */
  copy(query: string, values: readonly CopyValue[], room?: CopyRoom): Promise<CopiedRows>
  /**
   * Sends independent statements together in one round trip, each seeing the effects of those before it. All must be issued
   * before the first `await` of `ask`. Throws the first error.
   */
  together<T extends readonly Promise<unknown>[] | []>(ask: () => T): Promise<Answers<T>>
  /** Whether the database is spread over several servers: what asks several agencies at once may have to ask one by one. */
  readonly isOnCluster: boolean
  /** Whether a statement of this transaction has added, changed or removed a row so far. */
  readonly hasWritten: boolean
  /** Runs once the commit has succeeded; never for a rollback. */
  afterCommit(work: () => void): void
}

/** For statements that run by themselves. */
export type Reader = Pick<Tx, 'query' | 'prepared'>
