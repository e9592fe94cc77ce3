import pg from 'pg'
import type { PoolClient, QueryResult } from 'pg'
import { withLiterals, type CopyQueryMaker, type CopyValue } from './copy-rows.ts'

/** Reads one row: the bytes of each value as PostgreSQL sends them, or null. The buffer is reused after the call. */
type TakeRow = (fields: readonly (Buffer | null)[]) => void

/** Signature, flags and extension length: sent with the first row. */
const head_bytes = 19

class FieldsQuery extends (pg.Query as unknown as CopyQueryMaker) {
  readonly #take: TakeRow
  #isFirst = true
  problem: Error | null = null

  constructor(config: { text: string }, take: TakeRow, done: (error: Error | null, result: QueryResult) => void) {
    super(config, done)
    this.#take = take
  }

  /** PostgreSQL sends rows one by one. Errors are reported at the end: the connection still has the rest to read. */
  override handleCopyData({ chunk }: { chunk: Buffer }): void {
    const at = this.#isFirst ? head_bytes : 0
    this.#isFirst = false
    try {
      const fields = this.problem ? null : fieldsOf(chunk, at)
      if (fields) this.#take(fields)
    } catch (error) {
      this.problem = error as Error
    }
  }
}

/**
 * Returns the rows of a query one by one as raw bytes, so that large values are neither converted to text and back nor
 * all held in memory.
 */
export const copyFields = (
  client: PoolClient,
  query: string,
  values: readonly CopyValue[],
  take: TakeRow,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const text = `copy (${withLiterals(query, values)}) to stdout (format binary)`
    const copying = new FieldsQuery({ text }, take, (error) => {
      const problem = error ?? copying.problem
      if (!problem) return resolve()
      Error.captureStackTrace(problem)
      reject(problem)
    })
    client.query(copying as unknown as pg.Submittable)
  })

/** A row: number of fields, then each field's length (-1 for null) and bytes. Returns null at the end marker, -1. */
function fieldsOf(chunk: Buffer, start: number): (Buffer | null)[] | null {
  const count = chunk.readInt16BE(start)
  if (count < 0) return null
  let at = start + 2
  return Array.from({ length: count }, () => {
    const length = chunk.readInt32BE(at)
    at += 4 + Math.max(length, 0)
    return length < 0 ? null : chunk.subarray(at - length, at)
  })
}
