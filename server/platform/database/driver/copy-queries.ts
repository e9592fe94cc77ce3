import pg from 'pg'
import type { PoolClient, QueryResult } from 'pg'
import {
  answerTo,
  copyAsBytes,
  copyAsText,
  CopyBuffer,
  head_bytes,
  readFields,
  type CopiedRows,
  type CopyValue,
  type TakeRow,
} from './driver.ts'

/** Constructor of the driver's query class, which handles what COPY sends. */
type CopyQueryMaker = new (
  config: { text: string },
  done: (error: Error | null, result: QueryResult) => void,
) => { handleCopyData(message: { chunk: Buffer }): void }

/** Passes COPY data to the caller. A pipelined connection only accepts the driver's own query class. */
class CopyQuery extends (pg.Query as unknown as CopyQueryMaker) {
  readonly #buffer: CopyBuffer
  #length = 0

  constructor(config: { text: string }, buffer: CopyBuffer, done: (error: Error | null, result: QueryResult) => void) {
    super(config, done)
    this.#buffer = buffer
  }

  /** The driver reuses its read buffer, so each row is copied immediately. */
  override handleCopyData({ chunk }: { chunk: Buffer }): void {
    const length = this.#length + chunk.length
    const buffer = this.#buffer
    if (length > buffer.bytes.length) {
      const bytes = Buffer.allocUnsafe(2 * length)
      buffer.bytes.copy(bytes, 0, 0, this.#length)
      buffer.bytes = bytes
    }
    chunk.copy(buffer.bytes, this.#length)
    this.#length = length
  }

  get bytes(): Buffer {
    return this.#buffer.bytes.subarray(0, this.#length)
  }
}

/** All rows of a query, or none if it fails midway. */
export const copyRows = (
  client: PoolClient,
  query: string,
  values: readonly CopyValue[],
  buffer = new CopyBuffer(),
): Promise<CopiedRows> =>
  new Promise((resolve, reject) => {
    const callback = answerTo((result) => resolve({ count: result.rowCount!, bytes: copying.bytes }), reject)
    const copying = new CopyQuery({ text: copyAsText(query, values) }, buffer, callback)
    client.query(copying as unknown as pg.Submittable)
  })

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
