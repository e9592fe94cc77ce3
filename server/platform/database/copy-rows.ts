import pg from 'pg'
import type { PoolClient, QueryResult } from 'pg'

/** Rows in COPY's text format, with fields separated by commas: `copied-lines.ts` reads them. */
export interface CopiedRows {
  count: number
  bytes: Buffer
}

/** Values that a COPY query can use. */
export type CopyValue = string | Date | null

/** Constructor of the driver's query class, which handles what COPY sends. */
export type CopyQueryMaker = new (
  config: { text: string },
  done: (error: Error | null, result: QueryResult) => void,
) => { handleCopyData(message: { chunk: Buffer }): void }

const first_bytes = 256 * 1024

/** A reusable buffer for copied rows. Callers that copy repeatedly pass the same one, which is overwritten. */
export class CopyBuffer {
  bytes = Buffer.allocUnsafe(first_bytes)
}

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
    const text = `copy (${withLiterals(query, values)}) to stdout (format text, delimiter ',', null '')`
    const copying = new CopyQuery({ text }, buffer, (error, result) => {
      if (!error) return resolve({ count: result.rowCount!, bytes: copying.bytes })
      Error.captureStackTrace(error)
      reject(error)
    })
    client.query(copying as unknown as pg.Submittable)
  })

/** COPY takes no parameters, so values are written into its text as untyped literals, like parameters. */
export const withLiterals = (query: string, values: readonly CopyValue[]): string =>
  query.replaceAll(/\$(\d+)/g, (_place, number: string) => literalOf(values[Number(number) - 1]))

function literalOf(value: CopyValue | undefined): string {
  if (value === null) return 'null'
  if (value instanceof Date) return `'${value.toISOString()}'`
  if (typeof value === 'string' && !value.includes('\0')) return pg.escapeLiteral(value)
  throw new TypeError('COPY literals must be null, strings or dates')
}
