import type { Pool } from 'pg'
import { verifyClaims } from '#server/areas/allowances/verify-claims.ts'
import { verifyCharges } from '#server/areas/billing/verify-charges.ts'
import { verifyCommissionBases } from '#server/areas/billing/commissions.ts'
import { verifyDisputes } from '#server/areas/billing/disputes/verify-disputes.ts'
import { verifyFees } from '#server/areas/billing/fees/verify-fees.ts'
import { verifyInvoices } from '#server/areas/billing/invoices/verify-invoices.ts'
import { verifyRefunds } from '#server/areas/billing/refunds/verify-refunds.ts'
import { verifyCommissions } from '#server/areas/commissions/verify-commissions.ts'
import { verifyEnrichments } from '#server/areas/enrichment/verify-enrichments.ts'
import { verifyPrepaid } from '#server/areas/prepaid/verify-prepaid.ts'
import { verifyLeads } from '#server/areas/leads/verify-leads.ts'
import { verifyGatewayEntries } from '#server/areas/payments/reconciliation/verify-entries.ts'
import { verifyReturns } from '#server/areas/returns/verify-returns.ts'
import { verifyLedger } from '#server/areas/ledger/verify-ledger.ts'
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
  const failures = problems.slice(0, maxShown).map((text) => failure(text, advice))
  return problems.length > maxShown
    ? [...failures, failure(`and ${problems.length - maxShown} more`, advice)]
    : failures
}
