import pg from 'pg'
import type { PoolClient, QueryResult } from 'pg'
import { answerTo } from './answer-to.ts'
import { copyAsText } from './copy-statements.ts'
import { CopyBuffer, type CopiedRows, type CopyValue } from './driver.ts'

/** Constructor of the driver's query class, which handles what COPY sends. */
export type CopyQueryMaker = new (
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
      const grown = Buffer.allocUnsafe(2 * length)
      buffer.bytes.copy(grown, 0, 0, this.#length)
      buffer.bytes = grown
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
    const done = answerTo((result) => resolve({ count: result.rowCount!, bytes: copying.bytes }), reject)
    const copying = new CopyQuery({ text: copyAsText(query, values) }, buffer, done)
    client.query(copying as unknown as pg.Submittable)
  })
