import type { LocalFields } from '#contract/campaigns/campaign.ts'
import type { CampaignSettings } from '../../campaign.ts'

/** The wire's fields that are Site ID's own. */
export type LocalField = keyof Pick<
  LocalFields,
  | 'nationaltargeting'
  | 'locationtarget'
  | 'state'
  | 'zip'
  | 'requireemailaddress'
  | 'phoneenabled'
  | 'homeaddressenabled'
  | 'reidentificationtype'
  | 'applyreidentificationall'
>

/** What they mean here. */
export type LocalSetting = keyof Pick<
  CampaignSettings,
  | 'nationalTargeting'
  | 'states'
  | 'zips'
  | 'requireEmail'
  | 'requirePhone'
  | 'requireAddress'
  | 'reidentification'
  | 'reidentificationAcrossClient'
>
