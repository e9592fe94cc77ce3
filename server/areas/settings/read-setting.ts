import { mayUse } from '#contract/guards/access-context.ts'
import type { readSetting } from '#contract/settings/settings.ts'
import { settingsTarget } from '#server/areas/tenants/setting.ts'
import { accessDenied } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { assertForSales } from './assert-for-sales.ts'
import { readVersion } from './form-of-setting.ts'
import { settingNamed } from './registry.ts'

export const handleReadSetting: Handler<typeof readSetting> = async ({ query }, call) => {
  const setting = settingNamed(query.settingName)
  assertForSales(call, setting)
  const { rights, companyId: ownId } = call.caller
  const companyId = query.companyId ?? ownId
  // A client reads its agency's setting, by its place in the tree.
  if (setting.isForEverybody) {
    const { rootId, agencyId } = call.object ?? call.caller
    return { result: 'success', ...(await setting.read(call, { companyId, rootId, agencyId })) }
  }
  if (!rights || !mayUse(rights, 'settings.enable')) throw accessDenied()
  const company = settingsTarget(call, companyId)
  // Before the setting itself: a change in between makes the version older than what is shown, never newer.
  const version = await call.inScope((tx) => readVersion(tx, call, setting, company))
  return { result: 'success', ...(await setting.read(call, company)), version }
}
