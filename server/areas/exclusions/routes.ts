import {
  addDeveloperCampaignExclusions,
  addDeveloperExclusions,
  readDeveloperCampaignExclusions,
  readDeveloperExclusions,
} from '#contract/exclusions/developer-exclusions.ts'
import {
  listExclusionCredits,
  purgeCampaignExclusions,
  purgeExclusions,
  purgeRootExclusions,
  readCampaignExclusions,
  readCompanyExclusions,
  readExclusionProgress,
  saveExclusionRule,
  undoCampaignExclusions,
  undoCompanyExclusions,
  uploadAgencyExclusions,
  uploadCampaignExclusions,
  uploadClientExclusions,
  uploadRootExclusions,
} from '#contract/exclusions/lists.ts'
import { bind, type Route } from '#server/platform/http/route.ts'
import {
  handleAddDeveloperCampaignExclusions,
  handleAddDeveloperExclusions,
  handleReadDeveloperCampaignExclusions,
  handleReadDeveloperExclusions,
} from './developer-exclusions.ts'
import { handleListCredits } from './list-credits.ts'
import { handlePurge, handlePurgeCampaign, handlePurgeRoot } from './purge.ts'
import { handleProgress, handleReadOfCampaign, handleReadOfCompany } from './read-list.ts'
import { handleSaveRule } from './rule.ts'
import { handleUndoOfCampaign, handleUndoOfCompany } from './undo.ts'
import { handleUploadAgency, handleUploadCampaign, handleUploadClient, handleUploadRoot } from './upload.ts'

export const routes: Route[] = [
  bind(uploadClientExclusions, handleUploadClient),
  bind(uploadAgencyExclusions, handleUploadAgency),
  bind(uploadRootExclusions, handleUploadRoot),
  bind(uploadCampaignExclusions, handleUploadCampaign),
  bind(readExclusionProgress, handleProgress),
  bind(readCompanyExclusions, handleReadOfCompany),
  bind(readCampaignExclusions, handleReadOfCampaign),
  bind(purgeExclusions, handlePurge),
  bind(purgeRootExclusions, handlePurgeRoot),
  bind(purgeCampaignExclusions, handlePurgeCampaign),
  bind(undoCompanyExclusions, handleUndoOfCompany),
  bind(undoCampaignExclusions, handleUndoOfCampaign),
  bind(saveExclusionRule, handleSaveRule),
  bind(listExclusionCredits, handleListCredits),
  bind(readDeveloperExclusions, handleReadDeveloperExclusions),
  bind(addDeveloperExclusions, handleAddDeveloperExclusions),
  bind(readDeveloperCampaignExclusions, handleReadDeveloperCampaignExclusions),
  bind(addDeveloperCampaignExclusions, handleAddDeveloperCampaignExclusions),
]
