import { subdomain as subdomainText, type checkSubdomain, type updateSubdomain } from '#contract/branding/hosts.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { settingsTarget } from '#server/areas/tenants/setting.ts'
import { readBaseHost, readSubdomain, saveSubdomain, subdomainProblem, subdomainTexts } from './subdomain.ts'

export const handleCheckSubdomain: Handler<typeof checkSubdomain> = async ({ query }, call) => {
  const { companyId, rootId } = settingsTarget(call, query.companyId)
  const input = query.subdomain === undefined ? null : subdomainText.safeParse(query.subdomain)
  const data = await call.inScope(async (tx) => {
    const problem = input?.success
      ? await subdomainProblem(tx, call.platform.clock.now(), rootId, companyId, input.data)
      : null
    const message = input && !input.success ? input.error.issues[0]!.message : problem ? subdomainTexts[problem] : ''
    return {
      current: await readSubdomain(tx, companyId),
      base: (await readBaseHost(tx, rootId)) ?? '',
      is_available: message === '',
      message,
    }
  })
  return { result: 'success', data }
}

/** R228. People signed in on the old host have to sign in on the new one, because a session is bound to its host. */
export const handleUpdateSubdomain: Handler<typeof updateSubdomain> = async ({ body }, call) => {
  const company = settingsTarget(call, body.companyId)
  await call.inScope(async (tx) => {
    const was = await readSubdomain(tx, company.companyId)
    await saveSubdomain(tx, dateOf(call.platform.clock.now()), company, {
      name: body.subdomain,
      field: 'subdomain',
    })
    await recordActivity(tx, call, {
      action: 'setting.subdomainChanged',
      target: { kind: 'company', id: company.companyId },
      from: { subdomain: was },
      to: { subdomain: body.subdomain },
    })
  })
  return { result: 'success', message: 'Your settings have been saved.' }
}
