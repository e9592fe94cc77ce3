import type { SettingName } from '#contract/settings/settings.ts'
import { isFreeSales } from '#contract/guards/access-context.ts'
import type { Setting } from '#server/areas/tenants/setting.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { accessDenied } from '#server/platform/failure.ts'

/** R148: of an agency's settings, its account executive sets prices and sees nothing else. */
export function assertForSales({ caller }: SignedInCall, { isForSales }: Setting<SettingName>): void {
  if (caller.kind !== 'accountExecutive') return
  if (!isForSales || !caller.rights || !isFreeSales(caller.rights)) throw accessDenied()
}
