import type { Pool } from 'pg'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Book } from './book.ts'
import { verifyBook, type Proof } from './verify-book.ts'

const longest_ms = 10 * 60_000

export interface VerifiedBook extends Proof {
  book: Book
}

/** An additional check of a book in the same snapshot, such as prepaid money. Returns findings. */
export type FurtherProof = (tx: Tx, book: Book) => Promise<string[]>

/**
 * Verifies every book, one by one, each in its agency's scope. Used by the invariants job and the doctor. If a book can't be
 * verified, that is reported as its finding, and the others are still verified.
 */
export async function verifyLedger(appPool: Pool, further: readonly FurtherProof[] = []): Promise<VerifiedBook[]> {
  const { rows: books } = await appPool.query<Book>(
    `select root_id as "rootId", agency_id as "agencyId" from ledger_book order by agency_id`,
  )
  const verifiedBooks: VerifiedBook[] = []
  for (const book of books) {
    verifiedBooks.push(
      await inScope(appPool, { kind: 'agency', ...book }, (tx) => verifyOne(tx, book, further), {
        statementTimeout_ms: longest_ms,
      }).catch((error: unknown) => unprovable(book, error)),
    )
  }
  return verifiedBooks
}

/** Reported by error code only, since a message may contain row data. */
function unprovable(book: Book, error: unknown): VerifiedBook {
  const { name, code } = error as { name: string; code?: string }
  const problems = [`book ${book.agencyId} could not be verified: ${[name, code].filter(Boolean).join(' ')}`]
  return { book, accounts: 0, transfers: 0, problems }
}

async function verifyOne(tx: Tx, book: Book, further: readonly FurtherProof[]): Promise<VerifiedBook> {
  // All checks must see the same snapshot while other transactions write.
  await tx.query('set transaction isolation level repeatable read read only')
  const proof = await verifyBook(tx, book)
  const problems = [...proof.problems]
  for (const prove of further) problems.push(...(await prove(tx, book)))
  return { book, ...proof, problems }
}
