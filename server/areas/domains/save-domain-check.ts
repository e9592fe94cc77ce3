import type { DomainCause } from '#contract/branding/custom-domain.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { afterCheck, type DomainState } from './domain-state.ts'
import { closeHost, openHost, readDomainOf, saveLook, type StoredDomain } from './store-domain.ts'

/** A name that was not verified in time; its records are no longer valid. */
export const isExpired = ({ state, cause }: StoredDomain): boolean => state === 'failed' && cause === 'expired'

export interface DomainCheckResult {
  from: DomainState['state']
  to: DomainState['state']
  cause: DomainCause | null
  failedDays: number
}

/**
 * Stores the result of a check and starts or stops serving the domain accordingly. Null if another domain was set while
 * the name servers were queried, since the result does not apply to it, or if an overlapping run has stored this check.
 */
export async function saveDomainCheck(
  tx: Tx,
  now_ms: number,
  looked: StoredDomain,
  found: DomainCause | null,
  isRequested: boolean,
): Promise<DomainCheckResult | null> {
  const stored = await readDomainOf(tx, looked.companyId, true)
  if (!stored || stored.token !== looked.token || isExpired(stored)) return null
  if (!isRequested && (stored.nextCheckAt_ms === null || stored.nextCheckAt_ms > now_ms)) return null
  const at = dateOf(now_ms)
  const isTaken = found === null && !(await openHost(tx, at, stored))
  const seen = isTaken ? 'taken' : found
  const after = afterCheck(stored, seen, now_ms, isRequested)
  const cause = stored.state === 'pending' && after.state === 'failed' ? 'expired' : seen
  if (stored.state === 'verified' && after.state !== 'verified')
    await closeHost(tx, at, stored.companyId, stored.domain)
  await saveLook(tx, at, stored.companyId, after, cause)
  return { from: stored.state, to: after.state, cause, failedDays: after.failedDays }
}
