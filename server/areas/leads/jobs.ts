import { recordProof } from '#server/areas/ledger/record-proof.ts'
import { verifyLedger } from '#server/areas/ledger/verify-ledger.ts'
import { machineTime } from '#server/platform/clock.ts'
import type { Job } from '#server/platform/jobs.ts'
import { matchSignals } from './match/match-signals.ts'
import { verifyLeads } from './verify-leads.ts'

/** Periodically verifies every book and its leads. Any finding is a bug and is logged as an error. */
export const verifyLedgerJob: Job = {
  name: 'prove-books',
  everyMinutes: 30,
  async run({ appPool, clock, log }) {
    const books = await verifyLedger(appPool, [verifyLeads])
    for (const { book, problems } of books) {
      for (const problem of problems) log.error({ agencyId: book.agencyId, problem }, 'a book failed verification')
    }
    await recordProof(appPool, machineTime(clock), books)
  },
}

/** Matches new signals with campaigns, every hour and after each import of signals; the first pass of a day is the nightly one (decision 163). */
export const matchSignalsJob: Job = {
  name: 'match-signals',
  everyMinutes: 60,
  run: async (platform) => void (await matchSignals(platform)),
}
