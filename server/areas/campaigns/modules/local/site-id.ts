import { visitReasons } from '#contract/leads/reasons.ts'
import type { CampaignSettings } from '../../campaign.ts'
import type { Blocker, CampaignModule } from '../campaign-module.ts'
import { anybodyOnce } from '../people-defaults.ts'

/** No visit comes before it is known which site carries the pixel. */
export const siteBlockers = ({ siteUrl }: Pick<CampaignSettings, 'siteUrl'>): Blocker[] =>
  siteUrl === '' ? [{ field: 'siteUrl', message: 'The address of the site that carries the pixel is missing.' }] : []

/** Site ID: who visited the client's site becomes a lead. */
export const siteId: CampaignModule<object> = {
  events: { source: 'visits' },
  defaults: { people: anybodyOnce, settings: {} },
  codec: { fields: [], read: (_fields, before) => before, present: () => ({}) },
  findBlockers: siteBlockers,
  stages: visitReasons,
  ownStages: {},
}
