import type { checkCustomDomain, readCustomDomain, updateCustomDomain } from '#contract/branding/custom-domain.ts'
import { recordActivity } from '#server/areas/activity/public.ts'
import { settledOf } from '#server/areas/branding/public.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { createDns } from '#server/platform/dns.ts'
import { invalid } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/call.ts'
import { newToken } from '#server/platform/ids.ts'
import { domainTexts, nameProblem, placeProblem, plainDomain } from './domain-problem.ts'
import { lookAtDomain } from './look-at-domain.ts'
import { isExpired, settleLook } from './settle-look.ts'
import { closeHost, readDomainOf, readTarget, showDomain } from './store-domain.ts'

export const handleReadCustomDomain: Handler<typeof readCustomDomain> = async ({ params }, call) => {
  const { companyId, rootId } = settledOf(call, params.id)
  return { result: 'success', data: await call.inScope((tx) => showDomain(tx, companyId, rootId)) }
}

/** C177. Naming the domain that is named already changes nothing, unless it had expired: its records may be set by now. */
export const handleUpdateCustomDomain: Handler<typeof updateCustomDomain> = async ({ body }, call) => {
  const { companyId, rootId } = settledOf(call, body.companyID)
  const domain = plainDomain(body.domain)
  const problem = body.domain === '' ? null : nameProblem(body.domain, domain)
  if (problem) throw invalid('domain', domainTexts[problem])
  const at = dateOf(call.platform.clock.now())
  const data = await call.inScope(async (tx) => {
    const was = await readDomainOf(tx, companyId, true)
    if ((was?.domain ?? '') === domain && !(was && isExpired(was))) return showDomain(tx, companyId, rootId)
    const place = domain === '' ? null : await placeProblem(tx, at.getTime(), companyId, domain)
    if (place) throw invalid('domain', domainTexts[place])
    if (was) await closeHost(tx, at, companyId, was.domain)
    await nameDomain(tx, at, { companyId, rootId }, domain)
    const shown = await showDomain(tx, companyId, rootId)
    await recordActivity(tx, call, {
      action: domain === '' ? 'setting.customDomainRemoved' : 'setting.customDomainNamed',
      target: { kind: 'company', id: companyId },
      from: { domain: was?.domain ?? '' },
      to: { domain },
    })
    return shown
  })
  return { result: 'success', message: 'Your settings have been saved.', data }
}

async function nameDomain(
  tx: Tx,
  at: Date,
  { companyId, rootId }: { companyId: string; rootId: string },
  domain: string,
): Promise<void> {
  await tx.query('delete from custom_domain where agency_id = $1', [companyId])
  if (domain === '') return
  await tx.query(
    `insert into custom_domain (agency_id, root_id, domain, token, named_at, next_check_at)
     values ($1, $2, $3, $4, $5, $5)`,
    [companyId, rootId, domain, newToken(), at],
  )
}

/** The name servers are asked between two transactions: they may take seconds. */
export const handleCheckCustomDomain: Handler<typeof checkCustomDomain> = async ({ body }, call) => {
  const { companyId, rootId } = settledOf(call, body.companyID)
  const named = await call.inScope(async (tx) => ({
    domain: await readDomainOf(tx, companyId),
    target: await readTarget(tx, rootId),
  }))
  const { target } = named
  const looked = named.domain && isExpired(named.domain) ? null : named.domain
  const cause = looked && (await lookAtDomain(createDns(call.platform.config), { ...looked, target }))
  const data = await call.inScope(async (tx) => {
    const settled = looked && (await settleLook(tx, call.platform.clock.now(), looked, cause, true))
    const shown = await showDomain(tx, companyId, rootId)
    if (settled && settled.from !== settled.to) {
      await recordActivity(tx, call, {
        action: 'setting.customDomainVerified',
        target: { kind: 'company', id: companyId, name: looked.domain },
        from: { state: settled.from },
        to: { state: settled.to },
      })
    }
    return shown
  })
  return { result: 'success', message: 'The records were looked at.', data }
}
