import pg from 'pg'
import type { PoolClient, QueryResult } from 'pg'

/** Rows as COPY writes them in its text form, fields apart by commas: see `copied-lines.ts` for who reads it. */
export interface CopiedRows {
  count: number
  bytes: Buffer
}

/** Values that a copied query can use. */
export type CopyValue = string | Date | null

/** What a query of the driver's own kind is where COPY sends to it. */
export type CopyQueryMaker = new (
  config: { text: string },
  done: (error: Error | null, result: QueryResult) => void,
) => { handleCopyData(message: { chunk: Buffer }): void }

const first_bytes = 256 * 1024

/** A buffer that rows are copied to. Callers that copy repeatedly pass the same one, which is overwritten. */
export class CopyRoom {
  bytes = Buffer.allocUnsafe(first_bytes)
}

/** The driver hands what COPY sends to its caller. Its own kind of query alone may share a connection that is pipelined. */
class CopyQuery extends (pg.Query as unknown as CopyQueryMaker) {
  readonly #room: CopyRoom
  #length = 0

  constructor(config: { text: string }, room: CopyRoom, done: (error: Error | null, result: QueryResult) => void) {
    super(config, done)
    this.#room = room
  }

  /** The driver reads into the same memory again, so that each row is taken over at once. */
  override handleCopyData({ chunk }: { chunk: Buffer }): void {
    const length = this.#length + chunk.length
    const room = this.#room
    if (length > room.bytes.length) {
      const grown = Buffer.allocUnsafe(2 * length)
      room.bytes.copy(grown, 0, 0, this.#length)
      room.bytes = grown
    }
    chunk.copy(room.bytes, this.#length)
    this.#length = length
  }

  get bytes(): Buffer {
    return this.#room.bytes.subarray(0, this.#length)
  }
}

/** All rows of a query, or none if it fails midway. */
export const copyRows = (
  client: PoolClient,
  query: string,
  values: readonly CopyValue[],
  room = new CopyRoom(),
): Promise<CopiedRows> =>
  new Promise((resolve, reject) => {
    const text = `copy (${withLiterals(query, values)}) to stdout (format text, delimiter ',', null '')`
    const copying = new CopyQuery({ text }, room, (error, result) => {
      if (!error) return resolve({ count: result.rowCount!, bytes: copying.bytes })
      Error.captureStackTrace(error)
      reject(error)
    })
    client.query(copying as unknown as pg.Submittable)
  })

/** COPY takes no values beside its text: they are written into it, as text of no type yet, which a parameter is too. */
export const withLiterals = (query: string, values: readonly CopyValue[]): string =>
  query.replaceAll(/\$(\d+)/g, (_place, number: string) => literalOf(values[Number(number) - 1]))

function literalOf(value: CopyValue | undefined): string {
  if (value === null) return 'null'
  if (value instanceof Date) return `'${value.toISOString()}'`
  if (typeof value === 'string' && !value.includes('\0')) return pg.escapeLiteral(value)
  throw new TypeError('COPY compares with texts and moments only')
}
