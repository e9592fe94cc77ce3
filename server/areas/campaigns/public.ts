export { findBelow } from './autocomplete.ts'
export { listCampaigns } from './list-campaigns.ts'
export { isCampaignOf } from './is-campaign-of.ts'
export { isAboutSearches } from './is-about-searches.ts'
export { indexCampaignName } from './index-campaign-name.ts'
export { assertNoneSensitive } from './modules/searches/sensitive.ts'
export { assertModuleEnabled } from './assert-module-enabled.ts'
export { assertMayCreateCampaigns, assertPaid } from './policy.ts'
export { findUnknownStates, findUnknownZips } from './find-unknown-places.ts'
export { lockCampaign } from './queries.ts'
export { readDebugged } from './read-debugged.ts'
export { readEventSource, type CampaignSource } from './read-event-source.ts'
export { readActiveCampaigns } from './read-active.ts'
export { stopCampaigns } from './stop-campaigns.ts'
export { campaignObjects } from './objects.ts'
export { limitTestLeads, type TestedCampaign } from './limit-test-leads.ts'
export {
  readPromisedCampaign,
  readSignalCampaigns,
  type PromisedCampaign,
  type SignalCampaign,
} from './read-signal-campaigns.ts'
export {
  companyWindowOf,
  eventGoalsOf,
  informationOf,
  isSuggestion,
  modulesOfCompanies,
  modulesThatPromise,
  ownStagesOf,
  stagesOfModule,
  surgePercentOf,
  acceptsPageOf,
} from './modules/registry.ts'
export type { AcceptsPage } from './modules/campaign-module.ts'
export { findCities, readZipsOfStates } from './list-places.ts'
export { nameCities } from './name-cities.ts'
export { checkDeveloperCampaign } from './change-developer-campaign.ts'
export { updateCampaign } from './update-campaign.ts'
