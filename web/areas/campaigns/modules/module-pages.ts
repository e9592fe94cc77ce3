import type { ComponentType } from 'react'
import type { CampaignDetail } from '#contract/campaigns/campaign.ts'
import type { Module } from '#contract/campaigns/modules.ts'
import { msg, type Text, type Translate } from '../../../i18n/texts.tsx'
import type { Detail } from '../../../shells/detail-list.tsx'
import { InstallSection } from '../install/install-section.tsx'
import { B2bSource } from './b2b/b2b-source.tsx'
import { EnhanceSource } from './enhance/enhance-source.tsx'
import { siteItems } from './local/site-items.tsx'
import { SignalsSection } from './locator/signals-section.tsx'

/** What one module shows on its campaigns' pages. */
interface ModulePage {
  /** Where the campaign's events come from. */
  Source: ComponentType<{ campaign: CampaignDetail }>
  /** What was set up, before what every campaign has. */
  itemsOf(campaign: CampaignDetail, t: Translate): Detail[]
  /** What its events are called, what to do while there are none, and what is likely where none came to a running campaign. */
  events: { name: Text; description: Text; what: Text; empty: Text; emptyHint: Text; silent: Text }
}

const visits: ModulePage['events'] = {
  name: msg('Visits'),
  description: msg('See why each visit did or didn’t become a lead.'),
  what: msg('Page'),
  empty: msg('No visits here'),
  emptyHint: msg('Put the pixel on the web site and start the campaign; visits appear within seconds.'),
  silent: msg('No visits came: is the pixel on the site?'),
}

const searches: ModulePage['events'] = {
  name: msg('Searches'),
  description: msg('See why each search did or didn’t become a lead.'),
  what: msg('Searched for'),
  empty: msg('No searches here'),
  emptyHint: msg('Start a campaign; searches that match its keywords appear within the hour.'),
  silent: msg('No searches matched: are the keywords too narrow?'),
}

/** Each module's part of the campaign's page; none while it does not work. */
export const modulePages: Readonly<Partial<Record<Module, ModulePage>>> = {
  local: {
    Source: InstallSection,
    itemsOf: siteItems,
    events: visits,
  },
  locator: { Source: SignalsSection, itemsOf: () => [], events: searches },
  enhance: { Source: EnhanceSource, itemsOf: () => [], events: searches },
  b2b: { Source: B2bSource, itemsOf: siteItems, events: visits },
}
