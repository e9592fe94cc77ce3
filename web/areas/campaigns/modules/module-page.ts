import type { ComponentType } from 'react'
import type { CampaignDetail } from '#contract/campaigns/campaign.ts'
import { msg, type Text, type Translate } from '../../../i18n/texts.tsx'
import type { Detail } from '../../../shells/detail-list.tsx'

/** A module's part of the campaign page: `page.ts` in its folder. */
export interface ModulePage {
  /** The source of the campaign's events. */
  Source: ComponentType<{ campaign: CampaignDetail }>
  /** The module's own settings, shown before those that every campaign has. */
  itemsOf(campaign: CampaignDetail, t: Translate): Detail[]
  /**
   * Texts about its events, including what they can be searched for, the hint for an empty list and the likely cause if
   * none arrive.
   */
  events: { name: Text; description: Text; what: Text; search: Text; empty: Text; emptyHint: Text; silent: Text }
}

export const visits: ModulePage['events'] = {
  name: msg('Visits'),
  description: msg('See why each visit did or didn’t become a lead.'),
  what: msg('Page'),
  search: msg('Search by page or visitor’s email'),
  empty: msg('No visits here'),
  emptyHint: msg('Add the pixel to the web site and start the campaign; visits appear within seconds.'),
  silent: msg('No visits came: is the pixel on the site?'),
}

export const searches: ModulePage['events'] = {
  name: msg('Searches'),
  description: msg('See why each search did or didn’t become a lead.'),
  what: msg('Searched for'),
  search: msg('Search by phrase or person’s email'),
  empty: msg('No searches here'),
  emptyHint: msg('Start a campaign; searches that match its keywords appear within the hour.'),
  silent: msg('No searches matched: are the keywords too narrow?'),
}
