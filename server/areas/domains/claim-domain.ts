import { plainHost } from '#contract/core/hosts.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { invalid } from '#server/platform/failure.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { newToken } from '#server/platform/ids.ts'
import { domainTexts, nameProblem, ownershipProblem } from './domain-problem.ts'
import { isExpired } from './save-domain-check.ts'
import { closeHost, readDomainOf } from './store-domain.ts'

interface Claimant {
  companyId: string
  rootId: string
}

/**
 * Sets a company's domain; it is not served until its records prove ownership. An empty name releases it. Setting the
 * current domain again changes nothing, unless it had expired: its records may exist by now. Throws `invalid`.
 */
export async function claimDomain(
  tx: Tx,
  call: SignedInCall,
  { companyId, rootId }: Claimant,
  { typed, field }: { typed: string; field: string },
): Promise<void> {
  const domain = plainHost(typed) ?? ''
  const problem = typed === '' ? null : nameProblem(typed, domain)
  if (problem) throw invalid(field, domainTexts[problem])
  const at = dateOf(call.platform.clock.now())
  const was = await readDomainOf(tx, companyId, true)
  if ((was?.domain ?? '') === domain && !(was && isExpired(was))) return
  const ownershipFault = domain === '' ? null : await ownershipProblem(tx, at.getTime(), companyId, domain)
  if (ownershipFault) throw invalid(field, domainTexts[ownershipFault])
  if (was) await closeHost(tx, at, companyId, was.domain)
  await nameDomain(tx, at, { companyId, rootId }, domain)
  await recordActivity(tx, call, {
    action: domain === '' ? 'setting.customDomainRemoved' : 'setting.customDomainNamed',
    place: { rootId, agencyId: companyId, clientId: null },
    target: { kind: 'company', id: companyId },
    from: { domain: was?.domain ?? '' },
    to: { domain },
  })
}

async function nameDomain(tx: Tx, at: Date, { companyId, rootId }: Claimant, domain: string): Promise<void> {
  await tx.query('delete from custom_domain where agency_id = $1', [companyId])
  if (domain === '') return
  await tx.query(
    `insert into custom_domain (agency_id, root_id, domain, token, named_at, next_check_at)
     values ($1, $2, $3, $4, $5, $5)`,
    [companyId, rootId, domain, newToken(), at],
  )
}
