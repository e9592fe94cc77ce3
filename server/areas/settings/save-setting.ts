import type { saveSetting } from '#contract/settings/settings.ts'
import { recordActivity } from '#server/areas/activity/public.ts'
import { settingsTarget } from '#server/areas/tenants/public.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { assertForSales } from './assert-for-sales.ts'
import { settingNamed } from './registry.ts'

/** Saves a setting, with what it was before and what it became in the log (OQ-52 for the words). */
export const handleSaveSetting: Handler<typeof saveSetting> = async ({ body }, call) => {
  const setting = settingNamed(body.settingname)
  const company = settingsTarget(call, body.companyID)
  assertForSales(call, setting)
  const checked = await setting.check?.(call, company, body)
  const work = async (tx: Tx): Promise<void> => {
    const change = await setting.save(tx, call, company, body, checked)
    await recordActivity(tx, call, { ...change, target: { kind: 'company', id: company.companyId } })
  }
  // An agency's prices are held against the operator's own, which nobody sees under the agency's scope.
  if (call.caller.kind === 'accountExecutive')
    await inScope(call.platform.appPool, { kind: 'root', rootId: company.rootId }, work)
  else await call.inScope(work)
  return { result: 'success', message: 'Your settings have been saved.' }
}
