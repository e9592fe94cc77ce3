import type { saveSetting } from '#contract/settings/settings.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { settingsTarget } from '#server/areas/tenants/setting.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { assertForSales } from './assert-for-sales.ts'
import { assertSettingUnchanged, readVersion } from './form-of-setting.ts'
import { settingNamed } from './registry.ts'

/** Saves a setting and logs its values before and after (OQ-52 for the words). */
export const handleSaveSetting: Handler<typeof saveSetting> = async ({ body }, call) => {
  const setting = settingNamed(body.settingName)
  const company = settingsTarget(call, body.companyId)
  assertForSales(call, setting)
  const facts = await setting.check?.(call, company, body)
  const work = async (tx: Tx): Promise<string | undefined> => {
    await assertSettingUnchanged(tx, call, setting, company, body)
    const change = await setting.save(tx, call, company, body, facts)
    await recordActivity(tx, call, { ...change, target: { kind: 'company', id: company.companyId } })
    return readVersion(tx, call, setting, company)
  }
  // An agency's prices are checked against the operator's own, which are not visible under the agency's scope.
  const version = await (call.caller.kind === 'accountExecutive'
    ? inScope(call.platform.appPool, { kind: 'root', rootId: company.rootId }, work)
    : call.inScope(work))
  return { result: 'success', message: 'Your settings have been saved.', version }
}
