import { proveAllBooks } from '#server/areas/ledger/public.ts'
import type { Job } from '#server/platform/jobs.ts'
import { proveLeads } from './prove-leads.ts'

/** Proves every book and every lead against it, again and again: what is found is a fault of ours and logged as one. */
export const proveBooksJob: Job = {
  name: 'prove-books',
  everyMinutes: 30,
  async carryOut({ appPool, log }) {
    for (const { book, problems } of await proveAllBooks(appPool, [proveLeads])) {
      for (const problem of problems) log.error({ agencyId: book.agencyId, problem }, 'a book is not proved')
    }
  },
}
