import type { ComponentType } from 'react'
import type { CampaignDetail } from '#contract/campaigns/campaign.ts'
import type { Module } from '#contract/campaigns/modules.ts'
import type { Translate } from '../../../i18n/texts.tsx'
import type { Detail } from '../../../shells/detail-list.tsx'
import { InstallSection } from '../install/install-section.tsx'
import { siteItems } from './local/site-items.tsx'

/** What one module shows on its campaigns' pages. */
interface ModulePage {
  /** Where the campaign's events come from. */
  Source: ComponentType<{ campaign: CampaignDetail }>
  /** What was set up, before what every campaign has. */
  itemsOf(campaign: CampaignDetail, t: Translate): Detail[]
}

/** Each module's part of the campaign's page; none while it does not work. */
export const modulePages: Readonly<Partial<Record<Module, ModulePage>>> = {
  local: { Source: InstallSection, itemsOf: siteItems },
}
