import type { Pool } from 'pg'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Book } from './book.ts'
import { verifyBook, type Proof } from './verify-book.ts'

const longest_ms = 10 * 60_000

export interface VerifiedBook extends Proof {
  book: Book
}

/** What somebody else proves of a book in the same view of it: what was paid for, for instance. Returns problems in words. */
export type FurtherProof = (tx: Tx, book: Book) => Promise<string[]>

/**
 * Proves every book, one after the other, each under its own agency's scope: the invariants job, and part of the doctor. Of one
 * that cannot be proved that is the problem, and the others are proved all the same.
 */
export async function verifyLedger(appPool: Pool, further: readonly FurtherProof[] = []): Promise<VerifiedBook[]> {
  const { rows: books } = await appPool.query<Book>(
    `select root_id as "rootId", agency_id as "agencyId" from ledger_book order by agency_id`,
  )
  const proved: VerifiedBook[] = []
  for (const book of books) {
    proved.push(
      await inScope(appPool, { kind: 'agency', ...book }, (tx) => proveOne(tx, book, further), {
        statementTimeout_ms: longest_ms,
      }).catch((error: unknown) => unprovable(book, error)),
    )
  }
  return proved
}

/** Named by its code alone: a message may hold what stands in a row. */
function unprovable(book: Book, error: unknown): VerifiedBook {
  const { name, code } = error as { name: string; code?: string }
  const problems = [`book ${book.agencyId} could not be proved: ${[name, code].filter(Boolean).join(' ')}`]
  return { book, accounts: 0, transfers: 0, problems }
}

async function proveOne(tx: Tx, book: Book, further: readonly FurtherProof[]): Promise<VerifiedBook> {
  // All parts of the proof must see the same moment, while others go on writing.
  await tx.query('set transaction isolation level repeatable read read only')
  const proof = await verifyBook(tx, book)
  const problems = [...proof.problems]
  for (const prove of further) problems.push(...(await prove(tx, book)))
  return { book, ...proof, problems }
}
