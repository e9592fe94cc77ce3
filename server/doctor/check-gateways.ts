import type { Pool } from 'pg'
import { checkBalances } from '#server/areas/payments/reconciliation/count-unmatched.ts'
import { checkPayouts } from '#server/areas/payments/payouts/check-payouts.ts'
import { failure, ok, warning, type Finding } from './finding.ts'

const longestSilence_ms = 86_400_000

/** Whether the payment providers' balances match the books, and payouts match their items. */
export const checkGateways = async (appPool: Pool, now_ms: number): Promise<Finding[]> => [
  ...(await findBalanceProblems(appPool, now_ms)),
  ...(await findPayoutProblems(appPool)),
]

async function findPayoutProblems(appPool: Pool): Promise<Finding[]> {
  const { payouts, itemized, wrong } = await checkPayouts(appPool)
  if (wrong.length > 0)
    return [
      failure(
        `${wrong.length} payouts differ from the sum of their items: ${wrong.slice(0, 5).join(', ')}`,
        'Compare them with the payment provider’s list, and see docs/runbooks/reconciliation.md.',
      ),
    ]
  return payouts === 0
    ? []
    : [ok(`${payouts} payouts of connected accounts are known; ${itemized} match the sum of their items`)]
}

async function findBalanceProblems(appPool: Pool, now_ms: number): Promise<Finding[]> {
  const { accounts, entries, unmatched, readAt } = await checkBalances(appPool, now_ms)
  if (accounts === 0) return [ok('no payment provider balance has been read yet')]
  const findings: Finding[] = []
  if (unmatched > 0)
    findings.push(
      failure(
        `${unmatched} transactions have been only at a payment provider or only in the books for over an hour`,
        'Check Agency List → Reconciliation, and see docs/runbooks/reconciliation.md.',
      ),
    )
  if (readAt && readAt.getTime() < now_ms - longestSilence_ms)
    findings.push(
      warning(
        `a payment provider balance was last read on ${readAt.toISOString().slice(0, 10)}`,
        'Check that the provider is reachable and its accounts are connected. Balances are read hourly.',
      ),
    )
  return findings.length > 0
    ? findings
    : [ok(`${accounts} payment provider accounts with ${entries} entries match the books`)]
}
