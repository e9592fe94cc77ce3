import type { checkCustomDomain, readCustomDomain, updateCustomDomain } from '#contract/branding/custom-domain.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { settingsTarget } from '#server/areas/tenants/setting.ts'
import { createDns } from '#server/platform/dns.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { claimDomain } from './claim-domain.ts'
import { inspectDomain } from './inspect-domain.ts'
import { isExpired, saveDomainCheck } from './save-domain-check.ts'
import { readDomainOf, readTarget, showDomain } from './store-domain.ts'

export const handleReadCustomDomain: Handler<typeof readCustomDomain> = async ({ params }, call) => {
  const { companyId, rootId } = settingsTarget(call, params.id)
  return { result: 'success', data: await call.inScope((tx) => showDomain(tx, companyId, rootId)) }
}

/** C177. */
export const handleUpdateCustomDomain: Handler<typeof updateCustomDomain> = async ({ body }, call) => {
  const company = settingsTarget(call, body.companyId)
  const data = await call.inScope(async (tx) => {
    await claimDomain(tx, call, company, { typed: body.domain, field: 'domain' })
    return showDomain(tx, company.companyId, company.rootId)
  })
  return { result: 'success', message: 'Your settings have been saved.', data }
}

/** The name servers are queried between two transactions, because they may take seconds. */
export const handleCheckCustomDomain: Handler<typeof checkCustomDomain> = async ({ body }, call) => {
  const { companyId, rootId } = settingsTarget(call, body.companyId)
  const setup = await call.inScope(async (tx) => ({
    domain: await readDomainOf(tx, companyId),
    target: await readTarget(tx, rootId),
  }))
  const { target } = setup
  const domain = setup.domain && isExpired(setup.domain) ? null : setup.domain
  const cause = domain && (await inspectDomain(createDns(call.platform.config), { ...domain, target }))
  const data = await call.inScope(async (tx) => {
    const change = domain && (await saveDomainCheck(tx, call.platform.clock.now(), domain, cause, true))
    const view = await showDomain(tx, companyId, rootId)
    if (change && change.from !== change.to) {
      await recordActivity(tx, call, {
        action: 'setting.customDomainVerified',
        target: { kind: 'company', id: companyId, name: domain.domain },
        from: { state: change.from },
        to: { state: change.to },
      })
    }
    return view
  })
  return { result: 'success', message: 'The records were checked.', data }
}
