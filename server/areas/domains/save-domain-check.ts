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
  const domain = await readDomainOf(tx, looked.companyId, true)
  if (!domain || domain.token !== looked.token || isExpired(domain)) return null
  if (!isRequested && (domain.nextCheckAt_ms === null || domain.nextCheckAt_ms > now_ms)) return null
  const at = dateOf(now_ms)
  const isTaken = found === null && !(await openHost(tx, at, domain))
  const result = isTaken ? 'taken' : found
  const after = afterCheck(domain, result, now_ms, isRequested)
  const cause = domain.state === 'pending' && after.state === 'failed' ? 'expired' : result
  if (domain.state === 'verified' && after.state !== 'verified')
    await closeHost(tx, at, domain.companyId, domain.domain)
  await saveLook(tx, at, domain.companyId, after, cause)
  return { from: domain.state, to: after.state, cause, failedDays: after.failedDays }
}
