import pg from 'pg'
import type { ClientBase, PoolClient, QueryResult, QueryResultRow } from 'pg'

/** One statement for the driver; a name makes it a prepared statement. */
export interface Statement {
  name?: string
  text: string
  values: unknown[]
}

/** The database setting that determines which rows are visible, with its value. */
export type ScopeSetting = readonly [name: string, id: string]

/** Rows in COPY's text format, with fields separated by commas: `copied-lines.ts` reads them. */
export interface CopiedRows {
  count: number
  bytes: Buffer
}

/** Values that a COPY query can use. */
export type CopyValue = string | Date | null

const first_bytes = 256 * 1024

/** A reusable buffer for copied rows. Callers that copy repeatedly pass the same one, which is overwritten. */
export class CopyBuffer {
  bytes = Buffer.allocUnsafe(first_bytes)
}

/** Reads one row: the bytes of each value as PostgreSQL sends them, or null. The buffer is reused after the call. */
export type TakeRow = (fields: readonly (Buffer | null)[]) => void

/** How statements are sent on a connection, in one of two ways (README). */
export interface Driver {
  /** Prepares a new connection of the application. Sets nothing permanently. */
  prepareConnection(client: ClientBase): Promise<unknown>
  /** Whether a transaction sends statements before those ahead of them were answered. */
  pipeline(client: PoolClient, isOn: boolean): boolean
  /** Holds back what is sent until the function that it returns is called, so that it leaves in one packet. */
  holdBack(client: PoolClient): () => void
  prepared<Row extends QueryResultRow>(client: PoolClient, statement: Statement): Promise<QueryResult<Row>>
  /** The text that a prepared statement of this name has on the connection. */
  textOf(client: PoolClient, name: string): string | undefined
  /** Reads within a scope in one round trip; without it a read takes a transaction. */
  readInScope?<Row extends QueryResultRow>(
    client: PoolClient,
    setting: ScopeSetting,
    statement: Statement,
  ): Promise<QueryResult<Row>>
  /** All rows of a query, or none if it fails midway. */
  copyRows(client: PoolClient, query: string, values: readonly CopyValue[], buffer?: CopyBuffer): Promise<CopiedRows>
  /** Passes on the rows of a query one by one as raw bytes, so that large values are not converted to text and back. */
  copyFields(client: PoolClient, query: string, values: readonly CopyValue[], take: TakeRow): Promise<void>
}

// What both ways share.

/** A query's callback for a promise; the error's trace leads to whoever asked. */
export const answerTo =
  <Row extends QueryResultRow>(resolve: (result: QueryResult<Row>) => void, reject: (error: Error) => void) =>
  (error: Error | null, result: QueryResult): void => {
    if (!error) return resolve(result as QueryResult<Row>)
    Error.captureStackTrace(error)
    reject(error)
  }

export const copyAsText = (query: string, values: readonly CopyValue[]): string =>
  `copy (${withLiterals(query, values)}) to stdout (format text, delimiter ',', null '')`

export const copyAsBytes = (query: string, values: readonly CopyValue[]): string =>
  `copy (${withLiterals(query, values)}) to stdout (format binary)`

/** COPY takes no parameters, so values are written into its text as untyped literals, like parameters. */
const withLiterals = (query: string, values: readonly CopyValue[]): string =>
  query.replaceAll(/\$(\d+)/g, (_place, number: string) => literalOf(values[Number(number) - 1]))

function literalOf(value: CopyValue | undefined): string {
  if (value === null) return 'null'
  if (value instanceof Date) return `'${value.toISOString()}'`
  if (typeof value === 'string' && !value.includes('\0')) return pg.escapeLiteral(value)
  throw new TypeError('COPY literals must be null, strings or dates')
}

/** Signature, flags and extension length: sent before the first row. */
export const head_bytes = 19

/** A row and where the next begins. */
interface Row {
  fields: (Buffer | null)[]
  end: number
}

/** A row: number of fields, then each field's length (-1 for null) and bytes. Returns null at the end marker, -1. */
export function readFields(bytes: Buffer, start: number): Row | null {
  const count = bytes.readInt16BE(start)
  if (count < 0) return null
  let end = start + 2
  const fields = Array.from({ length: count }, () => {
    const length = bytes.readInt32BE(end)
    end += 4 + Math.max(length, 0)
    return length < 0 ? null : bytes.subarray(end - length, end)
  })
  return { fields, end }
}
