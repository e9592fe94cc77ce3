import type { SettingName } from '#contract/settings/settings.ts'
import { brandSettings } from '#server/areas/branding/settings/brand-settings.ts'
import { regionRulesSetting } from '#server/areas/leads/region-rules-setting.ts'
import { mailServerSetting } from '#server/areas/mails/mail-server/mail-server-setting.ts'
import { priceSettings } from '#server/areas/pricing/price-settings.ts'
import { newAgencySettings } from '#server/areas/tenants/new-agency-settings.ts'
import { timeZoneSetting } from '#server/areas/tenants/time-zone-setting.ts'
import type { Setting, SettingsOf } from '#server/areas/tenants/setting.ts'

/** Every setting by name, each registered by the area that owns its rows. A missing one does not compile. */
const settings: SettingsOf<SettingName> = {
  ...brandSettings,
  ...regionRulesSetting,
  ...mailServerSetting,
  ...priceSettings,
  ...newAgencySettings,
  ...timeZoneSetting,
}

/** With the body of the same name: the contract selected its schema by that name. */
export const settingNamed = (name: SettingName): Setting<SettingName> => settings[name] as Setting<SettingName>
