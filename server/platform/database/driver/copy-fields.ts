import pg from 'pg'
import type { PoolClient, QueryResult } from 'pg'
import { copyAsBytes } from './copy-statements.ts'
import type { CopyQueryMaker } from './copy-rows.ts'
import type { CopyValue, TakeRow } from './driver.ts'
import { head_bytes, readFields } from './read-fields.ts'

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
      const row = this.problem ? null : readFields(chunk, at)
      if (row) this.#take(row.fields)
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
    const copying = new FieldsQuery({ text: copyAsBytes(query, values) }, take, (error) => {
      const problem = error ?? copying.problem
      if (!problem) return resolve()
      Error.captureStackTrace(problem)
      reject(problem)
    })
    client.query(copying as unknown as pg.Submittable)
  })
