import type { Pool } from 'pg'
import { dateOf } from '#server/platform/clock.ts'
import type { VerifiedBook } from './verify-ledger.ts'

/** The last verification of all books. */
export interface LastProof {
  provedAt: Date
  books: number
  problems: number
}

/** Remembers when all books were last verified, and how many findings there were. */
export async function recordProof(appPool: Pool, at_ms: number, books: readonly VerifiedBook[]): Promise<void> {
  await appPool.query(
    `insert into book_proof (proved_at, books, problems) values ($1, $2, $3)
     on conflict (only_one) do update set proved_at = excluded.proved_at, books = excluded.books, problems = excluded.problems`,
    [dateOf(at_ms), books.length, books.reduce((sum, { problems }) => sum + problems.length, 0)],
  )
}

/** Null before the first one. */
export async function readLastProof(appPool: Pool): Promise<LastProof | null> {
  const { rows } = await appPool.query<LastProof>('select proved_at as "provedAt", books, problems from book_proof')
  return rows[0] ?? null
}
