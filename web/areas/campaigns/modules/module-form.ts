import type { ComponentType } from 'react'
import type { CampaignDetail, CampaignFields } from '#contract/campaigns/campaign.ts'
import type { Translate } from '../../../i18n/texts.tsx'
import type { SectionProps } from '../setup/section-props.ts'

/** One module's part of the campaign's form. `Values` are its own, beside those that every campaign has. */
export interface ModuleForm<Values extends object> {
  /** Where the campaign's events come from; stands below its name. */
  Source: ComponentType<SectionProps>
  /** What a new campaign is unless its maker says otherwise; the server has the same defaults. */
  start: Values
  valuesOf(campaign: CampaignDetail): Values
  fieldsOf(values: Values): Partial<CampaignFields>
  /** Where a refusal of the server lands in the form. */
  fieldNames: Readonly<Record<string, keyof Values & string>>
  validate(values: Values, t: Translate): { [Name in keyof Values]?: string | undefined }
}
