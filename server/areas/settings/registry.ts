import type { SettingName } from '#contract/settings/settings.ts'
import { brandSettings } from '#server/areas/branding/public.ts'
import { regionRulesSetting } from '#server/areas/leads/public.ts'
import { priceSettings } from '#server/areas/pricing/public.ts'
import { newAgencySettings, timeZoneSetting, type Setting, type SettingsOf } from '#server/areas/tenants/public.ts'

/** Every setting by name, each registered by the area that owns its rows. A missing one does not compile. */
const settings: SettingsOf<SettingName> = {
  ...brandSettings,
  ...regionRulesSetting,
  ...priceSettings,
  ...newAgencySettings,
  ...timeZoneSetting,
}

/** With the body of the same name: the contract selected its schema by that name. */
export const settingNamed = (name: SettingName): Setting<SettingName> => settings[name] as Setting<SettingName>
