import type { ComponentType } from 'react'
import type { CampaignDetail, CampaignFields } from '#contract/campaigns/campaign.ts'
import type { updateLocalCampaign } from '#contract/campaigns/campaigns.ts'
import type { Text, Translate } from '../../../i18n/texts.tsx'
import type { StateOptions } from '../../../shells/use-all-states.ts'
import type { SectionProps } from '../setup/section-props.ts'
import type { CampaignValues } from '../setup/campaign-values.ts'
import type { OwnValues } from './own-values.ts'

export type PriceChoiceProps = SectionProps & { maySetPrices: boolean }

/** A module's part of the campaign form. */
export interface ModuleForm {
  /** The source of the campaign's events; shown below its name. */
  Source: ComponentType<SectionProps>
  /** What else can be said about the source, in a folded group of its own. */
  More?: {
    title: Text
    Sections: ComponentType<SectionProps>
    /** What is set in it, in a few words each. */
    brief(values: OwnValues, t: Translate): (string | false)[]
  }
  /** The server's names of fields that the campaign needs before it can start (`blockerTexts`). */
  missing(values: OwnValues): string[]
  /** Which data about a person is required. */
  Required: ComponentType<SectionProps>
  /** Shown next to the limit. */
  LimitNote?: ComponentType
  /** Shown next to the price. */
  PriceChoice?: ComponentType<PriceChoiceProps>
  /** States that campaigns may target. */
  useStates(values: CampaignValues): StateOptions
  /** The operation that saves changes. All modules use the same input and response. */
  update: Omit<typeof updateLocalCampaign, 'name' | 'path' | 'summary'> & {
    name: string
    path: string
    summary: string
  }
  /** Defaults of the module's own fields in a new campaign; the server has the same defaults. */
  start: Partial<OwnValues>
  /** Defaults of the common data requirements, if the module fixes them. */
  people?: Partial<Pick<CampaignValues, 'requireEmail' | 'requirePhone' | 'requireAddress'>>
  valuesOf(campaign: CampaignDetail): Partial<OwnValues>
  fieldsOf(values: OwnValues): Partial<CampaignFields>
  /** Maps the server's field names to form fields. */
  fieldNames: Readonly<Record<string, keyof OwnValues>>
  validate(values: OwnValues, t: Translate): { [Name in keyof OwnValues]?: string | undefined }
}
