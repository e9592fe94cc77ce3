import type { QueryResult, QueryResultRow } from 'pg'
import type { CopiedRows, CopyBuffer, CopyValue } from './driver/driver.ts'

/** Which rows a transaction can see. It determines exactly one of the database's four scope settings. */
export type Scope =
  | { kind: 'root'; rootId: string }
  | { kind: 'agency'; rootId: string; agencyId: string }
  | { kind: 'client'; rootId: string; agencyId: string; clientId: string }
  /** A user who belongs to no agency but works for some; only their assignments are visible. */
  | { kind: 'staff'; rootId: string; userId: string }
  | { kind: 'none' }

export type Answers<T extends readonly Promise<unknown>[] | []> = { -readonly [K in keyof T]: Awaited<T[K]> }

/** One transaction on one connection. Passed explicitly to everything that reads or writes. */
export interface Tx {
  readonly scope: Scope
  query<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<QueryResult<Row>>
  /** A named prepared statement, for lists that are read often. */
  prepared<Row extends QueryResultRow>(name: string, text: string, values: unknown[]): Promise<QueryResult<Row>>
  /** A query's rows as text for a file, at half the cost of parsing them; in `buffer` until that is reused. */
  copy(query: string, values: readonly CopyValue[], buffer?: CopyBuffer): Promise<CopiedRows>
  /**
   * Sends independent statements together in one round trip; each sees the effects of those before it. All must be
   * issued before the first `await` of `ask`. Throws the first error.
   */
  together<T extends readonly Promise<unknown>[] | []>(ask: () => T): Promise<Answers<T>>
  /** Whether the database is distributed: a query over several agencies may have to be split by agency. */
  readonly isOnCluster: boolean
  /** Whether a statement of this transaction has inserted, updated or deleted a row so far. */
  readonly hasWritten: boolean
  /**
   * Sends a prepared statement in one packet with the commit, after everything else; if it fails, the transaction fails.
   * Its values are texts, because a value that the driver cannot convert would not stop the commit.
   */
  beforeCommit(name: string, text: string, values: readonly (string | null)[]): void
  /** Runs after the commit has succeeded; never after a rollback. */
  afterCommit(work: () => void): void
}

/** For statements outside of transactions. */
export type Reader = Pick<Tx, 'query' | 'prepared'>
