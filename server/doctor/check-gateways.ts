import type { Pool } from 'pg'
import { checkBalances, checkPayouts } from '#server/areas/payments/public.ts'
import { failure, ok, warning, type Finding } from './finding.ts'

const longestSilence_ms = 86_400_000

/** Whether the payment providers' balances match the books, and payouts match their items. */
export const checkGateways = async (appPool: Pool, now_ms: number): Promise<Finding[]> => [
  ...(await lookAtBalances(appPool, now_ms)),
  ...(await lookAtPayouts(appPool)),
]

async function lookAtPayouts(appPool: Pool): Promise<Finding[]> {
  const { payouts, itemized, wrong } = await checkPayouts(appPool)
  if (wrong.length > 0)
    return [
      failure(
        `${wrong.length} payouts are another sum than what they are made of: ${wrong.slice(0, 5).join(', ')}`,
        'Hold them against the payment provider’s own list, and read docs/runbooks/reconciliation.md.',
      ),
    ]
  return payouts === 0
    ? []
    : [ok(`${payouts} payouts of connected accounts are known; ${itemized} are the sum of what they are made of`)]
}

async function lookAtBalances(appPool: Pool, now_ms: number): Promise<Finding[]> {
  const { accounts, entries, unmatched, readAt } = await checkBalances(appPool, now_ms)
  if (accounts === 0) return [ok('no balance at a payment provider was read yet')]
  const findings: Finding[] = []
  if (unmatched > 0)
    findings.push(
      failure(
        `${unmatched} movements of money stand at a payment provider or in the books alone for more than an hour`,
        'Look under Agency List → Reconciliation, and read docs/runbooks/reconciliation.md.',
      ),
    )
  if (readAt && readAt.getTime() < now_ms - longestSilence_ms)
    findings.push(
      warning(
        `a balance at a payment provider was last read on ${readAt.toISOString().slice(0, 10)}`,
        'Is the provider within reach, and are its accounts still connected? It is asked every hour.',
      ),
    )
  return findings.length > 0
    ? findings
    : [ok(`${accounts} accounts at payment providers with ${entries} entries agree with the books`)]
}
