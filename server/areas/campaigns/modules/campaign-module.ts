import type { CampaignDetail, LocalFields } from '#contract/campaigns/campaign.ts'
import type { Reason } from '#contract/leads/reasons.ts'
import type { CampaignSettings } from '../campaign.ts'

export interface Blocker {
  field: string
  message: string
}

/**
 * What is a module's own of a campaign; what every campaign has stands outside. `Fields` are the wire's, `Settings` what
 * they mean here: the codec alone knows both.
 */
export interface CampaignModule<Fields extends keyof LocalFields, Settings extends keyof CampaignSettings> {
  /** What a new campaign is unless its maker says otherwise. */
  defaults: Pick<CampaignSettings, Settings>
  codec: {
    /** Keys that were left out change nothing. Throws `invalid` naming the wire's field. */
    read(fields: Partial<Pick<LocalFields, Fields>>): { [Name in Settings]?: CampaignSettings[Name] | undefined }
    present(settings: Pick<CampaignSettings, Settings>): Pick<CampaignDetail, Fields & keyof CampaignDetail>
  }
  /** What keeps a campaign from being started, beyond what keeps any. */
  findBlockers(settings: Pick<CampaignSettings, Settings>): Blocker[]
  /** Of the stages of a visit, those that this module's visits go through. */
  stages: readonly Reason[]
}
