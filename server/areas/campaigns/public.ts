export type { Campaign } from './campaign.ts'
export { readCampaign } from './queries.ts'
export { findCampaign } from './find-object.ts'
