import type { ComponentType } from 'react'
import type { CampaignDetail, CampaignFields } from '#contract/campaigns/campaign.ts'
import type { Translate } from '../../../i18n/texts.tsx'
import type { SectionProps } from '../setup/section-props.ts'
import type { OwnValues } from './own-values.ts'

/** One module's part of the campaign's form. */
export interface ModuleForm {
  /** Where the campaign's events come from; stands below its name. */
  Source: ComponentType<SectionProps>
  /** What of its own a new campaign is unless its maker says otherwise; the server has the same defaults. */
  start: Partial<OwnValues>
  valuesOf(campaign: CampaignDetail): Partial<OwnValues>
  fieldsOf(values: OwnValues): Partial<CampaignFields>
  /** Where a refusal of the server lands in the form. */
  fieldNames: Readonly<Record<string, keyof OwnValues>>
  validate(values: OwnValues, t: Translate): { [Name in keyof OwnValues]?: string | undefined }
}
