import { reasons } from '#contract/leads/reasons.ts'
import type { CampaignModule } from '../campaign-module.ts'
import { codec } from './codec.ts'
import type { LocalField, LocalSetting } from './fields.ts'

/** Site ID: who visited the client's site becomes a lead. National, with an e-mail address, each person once. */
export const siteId: CampaignModule<LocalField, LocalSetting> = {
  defaults: {
    nationalTargeting: true,
    states: [],
    zips: [],
    requireEmail: true,
    requirePhone: false,
    requireAddress: false,
    reidentification: 'never',
    reidentificationAcrossClient: false,
  },
  codec,
  findBlockers: ({ nationalTargeting, states, zips }) =>
    !nationalTargeting && states.length === 0 && zips.length === 0
      ? [{ field: 'locationtarget', message: 'No state and no ZIP code is targeted.' }]
      : [],
  stages: reasons,
}
