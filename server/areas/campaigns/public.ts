export { isCampaignOf } from './is-campaign-of.ts'
export { readActiveCampaigns } from './read-active.ts'
export { stopCampaigns } from './stop-campaigns.ts'
export { campaignObjects } from './objects.ts'
