export type { Campaign } from './campaign.ts'
export { readCampaign } from './queries.ts'
export { isCampaignOf } from './is-campaign-of.ts'
