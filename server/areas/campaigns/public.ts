export { isCampaignOf } from './is-campaign-of.ts'
