import type { ComponentType } from 'react'
import type { CampaignDetail, CampaignFields } from '#contract/campaigns/campaign.ts'
import type { updateLocalCampaign } from '#contract/campaigns/campaigns.ts'
import type { Translate } from '../../../i18n/texts.tsx'
import type { SectionProps } from '../setup/section-props.ts'
import type { CampaignValues } from '../setup/campaign-values.ts'
import type { OwnValues } from './own-values.ts'

/** A state that may be chosen, or is shown with why it may not. */
export type StateOption = { value: string; label: string; disabled?: boolean }

export type PriceChoiceProps = SectionProps & { maySetPrices: boolean }

/** One module's part of the campaign's form. */
export interface ModuleForm {
  /** Where the campaign's events come from; stands below its name. */
  Source: ComponentType<SectionProps>
  /** What must be known of people. */
  Required: ComponentType<SectionProps>
  /** What stands with the limit. */
  LimitNote?: ComponentType
  /** What stands with the price. */
  PriceChoice?: ComponentType<PriceChoiceProps>
  /** The states that its campaigns may take; undefined until they have come. */
  useStates(values: CampaignValues): StateOption[] | undefined
  /** The call that saves changes. All of them take and answer the same. */
  update: Omit<typeof updateLocalCampaign, 'name' | 'path' | 'summary'> & {
    name: string
    path: string
    summary: string
  }
  /** What of its own a new campaign is unless its maker says otherwise; the server has the same defaults. */
  start: Partial<OwnValues>
  /** The same of what every module asks of people, where it is fixed. */
  people?: Partial<Pick<CampaignValues, 'requireEmail' | 'requirePhone' | 'requireAddress'>>
  valuesOf(campaign: CampaignDetail): Partial<OwnValues>
  fieldsOf(values: OwnValues): Partial<CampaignFields>
  /** Where a refusal of the server lands in the form. */
  fieldNames: Readonly<Record<string, keyof OwnValues>>
  validate(values: OwnValues, t: Translate): { [Name in keyof OwnValues]?: string | undefined }
}
