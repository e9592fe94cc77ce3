import { autocomplete } from '#contract/campaigns/autocomplete.ts'
import {
  archiveCampaign as archiveOperation,
  checkCampaignActive,
  createCampaign as createOperation,
  getCampaign,
  readNewCampaign as newOperation,
  listCampaigns as listOperation,
  removeCampaign as removeOperation,
  setCampaignActive as activeOperation,
  updateCampaign as updateOperation,
  updateB2bCampaign,
  updateEnhanceCampaign,
  updateLocalCampaign,
  updateLocatorCampaign,
} from '#contract/campaigns/campaigns.ts'
import {
  checkRunEmbededCode,
  checkSiteEmbededCode,
  makeDebugLink as debugOperation,
} from '#contract/campaigns/embed-check.ts'
import { copyCampaign as copyOperation } from '#contract/campaigns/copies.ts'
import { listCampaignHistory } from '#contract/campaigns/history.ts'
import { listDrafts as draftsOperation } from '#contract/campaigns/ready.ts'
import { changeCampaigns as severalOperation } from '#contract/campaigns/several.ts'
import { keywordToTags, tagsOf } from '#contract/campaigns/keyword-tags.ts'
import { listTopics as topicsOperation } from '#contract/campaigns/topics.ts'
import { listCities as citiesOperation, listStates as statesOperation } from '#contract/campaigns/places.ts'
import {
  createDeveloperCampaign,
  getDeveloperCampaign,
  listDeveloperCampaigns as listDeveloperCampaignsOperation,
  setDeveloperCampaignLimit,
  setDeveloperCampaignStatus,
} from '#contract/campaigns/developer-campaigns.ts'
import {
  handleCreateDeveloperCampaign,
  handleGetDeveloperCampaign,
  handleSetDeveloperCampaignLimit,
  handleSetDeveloperCampaignStatus,
} from './changes/change-developer-campaign.ts'
import { listZipsAround, listZipsWithin } from '#contract/campaigns/shapes.ts'
import { listDeveloperCampaigns } from './read/list-developer-campaigns.ts'
import { bind, type Route } from '#server/platform/http/route.ts'
import { handleAutocomplete } from './read/autocomplete.ts'
import { changeCampaigns } from './status/change-campaigns.ts'
import { checkActive } from './read/check-active.ts'
import { checkRun } from './site/check-run.ts'
import { checkSite } from './site/check-site.ts'
import { copyCampaign, type CopyExclusions } from './changes/copy-campaign.ts'
import { createCampaign } from './changes/create-campaign.ts'
import { listCampaigns } from './read/list-campaigns.ts'
import { listDrafts } from './read/list-drafts.ts'
import { handleListCampaignHistory } from './changes/list-history.ts'
import { listCities, listStates } from './places/list-places.ts'
import { handleListZipsAround, handleListZipsWithin } from './places/list-zips.ts'
import { readNewCampaign } from './changes/read-new-campaign.ts'
import { listTopics } from './topics/list-topics.ts'
import { makeDebugLink } from './site/make-debug-link.ts'
import { openCampaign } from './read/open-campaign.ts'
import { archiveCampaign, removeCampaign, setCampaignActive } from './status/set-campaign-status.ts'
import { topicsOf } from './topics/topics-of.ts'
import { updateCampaign } from './changes/update-campaign.ts'

/** The success messages of OQ-52. */
const readAnswer = { result: 'success', message: '' } as const
const addedAnswer = { result: 'success', message: 'Data has been added successfully' } as const
const updatedAnswer = { result: 'success', message: 'Data has been updated successfully' } as const
const deletedAnswer = { result: 'success', message: 'Deleted!' } as const

export const routesWith = (copyExclusions: CopyExclusions): Route[] => [
  bind(listDeveloperCampaignsOperation, listDeveloperCampaigns),
  bind(getDeveloperCampaign, handleGetDeveloperCampaign),
  bind(createDeveloperCampaign, handleCreateDeveloperCampaign),
  bind(setDeveloperCampaignStatus, handleSetDeveloperCampaignStatus),
  bind(setDeveloperCampaignLimit, handleSetDeveloperCampaignLimit),
  bind(listOperation, listCampaigns),
  bind(draftsOperation, listDrafts),
  bind(getCampaign, async ({ params }, call) => ({ ...readAnswer, data: await openCampaign(params.id, call) })),
  bind(listCampaignHistory, handleListCampaignHistory),
  bind(newOperation, async (input, call) => ({ ...readAnswer, data: await readNewCampaign(input, call) })),
  bind(createOperation, async (input, call) => ({ ...addedAnswer, data: await createCampaign(input, call) })),
  bind(copyOperation, async ({ body }, call) => ({
    ...addedAnswer,
    data: await copyCampaign(body, call, copyExclusions),
  })),
  bind(severalOperation, async ({ body }, call) => ({
    ...(body.preview ? readAnswer : updatedAnswer),
    data: await changeCampaigns(body, call),
  })),
  bind(updateOperation, async ({ body }, call) => ({ ...updatedAnswer, data: await updateCampaign(body, call) })),
  bind(updateLocalCampaign, async ({ body }, call) => ({ ...updatedAnswer, data: await updateCampaign(body, call) })),
  bind(updateLocatorCampaign, async ({ body }, call) => ({ ...updatedAnswer, data: await updateCampaign(body, call) })),
  bind(updateB2bCampaign, async ({ body }, call) => ({ ...updatedAnswer, data: await updateCampaign(body, call) })),
  bind(updateEnhanceCampaign, async ({ body }, call) => ({ ...updatedAnswer, data: await updateCampaign(body, call) })),
  bind(activeOperation, async ({ body }, call) => ({
    ...updatedAnswer,
    data: await setCampaignActive(body.campaignId, body.status, call),
  })),
  bind(archiveOperation, async ({ body }, call) => ({
    ...updatedAnswer,
    data: await archiveCampaign(body.campaignId, body.archived, call),
  })),
  bind(removeOperation, async ({ body }, call) => {
    await removeCampaign(body.campaignId, call)
    return deletedAnswer
  }),
  bind(checkCampaignActive, checkActive),
  bind(checkRunEmbededCode, checkRun),
  bind(checkSiteEmbededCode, checkSite),
  bind(debugOperation, async (input, call) => ({ ...readAnswer, data: await makeDebugLink(input, call) })),
  bind(keywordToTags, async ({ query }) => {
    const data = tagsOf(query.keyword)
    return { result: 'success' as const, data, topics: topicsOf(data) }
  }),
  bind(topicsOperation, async () => ({ data: listTopics() })),
  bind(statesOperation, async (_input, call) => ({ data: await call.inScope(listStates) })),
  bind(citiesOperation, async ({ params }, call) => ({
    data: await call.inScope((tx) => listCities(tx, params.state)),
  })),
  bind(listZipsAround, handleListZipsAround),
  bind(listZipsWithin, handleListZipsWithin),
  // Its first segment is a parameter, so fixed paths must come before it (OQ-45).
  bind(autocomplete, handleAutocomplete),
]
