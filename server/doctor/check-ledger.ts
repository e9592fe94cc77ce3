import type { Pool } from 'pg'
import { verifyClaims } from '#server/areas/allowances/public.ts'
import {
  verifyCharges,
  verifyCommissionBases,
  verifyDisputes,
  verifyFees,
  verifyInvoices,
  verifyRefunds,
} from '#server/areas/billing/public.ts'
import { verifyCommissions } from '#server/areas/commissions/public.ts'
import { verifyEnrichments } from '#server/areas/enrichment/public.ts'
import { verifyPrepaid } from '#server/areas/prepaid/public.ts'
import { verifyLeads } from '#server/areas/leads/public.ts'
import { verifyGatewayEntries } from '#server/areas/payments/public.ts'
import { verifyReturns } from '#server/areas/returns/public.ts'
import { verifyLedger } from '#server/areas/ledger/public.ts'
import { failure, ok, type Finding } from './finding.ts'

const maxShown = 20

/** Verifies every book, and every lead against it. */
export async function checkLedger(appPool: Pool): Promise<Finding[]> {
  const books = await verifyLedger(appPool, [
    verifyLeads,
    verifyEnrichments,
    verifyCharges,
    verifyFees,
    verifyInvoices,
    verifyRefunds,
    verifyDisputes,
    verifyPrepaid,
    verifyReturns,
    verifyClaims,
    verifyCommissions,
    verifyCommissionBases,
    verifyGatewayEntries,
  ])
  const problems = books.flatMap((book) => book.problems.map((text) => `book ${book.book.agencyId}: ${text}`))
  if (problems.length === 0) {
    const transfers = books.reduce((sum, book) => sum + book.transfers, 0)
    return [
      ok(
        `${books.length} books with ${transfers} transfers are verified: every account balance, the sum of every book, and every lead, charge, invoice line, prepaid lot, commission and return`,
      ),
    ]
  }
  const advice = 'Stop the work role and take a backup before doing anything else. Make corrections as new transfers.'
  const shown = problems.slice(0, maxShown).map((text) => failure(text, advice))
  return problems.length > maxShown ? [...shown, failure(`and ${problems.length - maxShown} more`, advice)] : shown
}
