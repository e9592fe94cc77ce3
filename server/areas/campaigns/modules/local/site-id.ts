import { visitReasons } from '#contract/leads/reasons.ts'
import type { CampaignModule } from '../campaign-module.ts'
import { anybodyOnce } from '../people-defaults.ts'

/** Site ID: who visited the client's site becomes a lead. */
export const siteId: CampaignModule<object> = {
  events: { source: 'visits' },
  defaults: { people: anybodyOnce, settings: {} },
  codec: { fields: [], read: (_fields, before) => before, present: () => ({}) },
  findBlockers: ({ siteUrl }) =>
    siteUrl === '' ? [{ field: 'urlCode', message: 'The address of the site that carries the pixel is missing.' }] : [],
  stages: visitReasons,
  ownStages: {},
}
