export type { Campaign } from './campaign.ts'
export { readCampaign } from './queries.ts'
export { findCampaign, isCampaignOf } from './find-object.ts'
