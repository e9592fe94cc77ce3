import type { Pool } from 'pg'
import { inScope } from '#server/platform/database/scope.ts'
import type { Book } from './book.ts'
import { proveBook, type Proof } from './prove-book.ts'

const longest_ms = 10 * 60_000

export interface ProvedBook extends Proof {
  book: Book
}

/** Proves every book, one after the other, each under its own agency's scope: the invariants job, and part of the doctor. */
export async function proveAllBooks(appPool: Pool): Promise<ProvedBook[]> {
  const { rows: books } = await appPool.query<Book>(
    `select root_id as "rootId", agency_id as "agencyId" from ledger_book order by agency_id`,
  )
  const proved: ProvedBook[] = []
  for (const book of books) {
    const proof = await inScope(appPool, { kind: 'agency', ...book }, (tx) => proveBook(tx, book), {
      readOnly: true,
      statementTimeout_ms: longest_ms,
    })
    proved.push({ book, ...proof })
  }
  return proved
}
