import {
  getCampaignResource,
  listOrganizations,
  removeOrganization,
  saveOrganization,
} from '#contract/audiences/organizations.ts'
import { getAudience, listAudiences, removeAudience, saveAudience } from '#contract/audiences/audiences.ts'
import { listAudienceLists, removeAudienceList, uploadAudienceList } from '#contract/audiences/lists.ts'
import { bind, type Route } from '#server/platform/http/route.ts'
import { handleListAudienceLists, handleRemoveAudienceList } from './audience-lists.ts'
import { handleCampaignResource } from './campaign-resource.ts'
import { handleListOrganizations } from './organizations.ts'
import { handleGetAudience, handleListAudiences } from './list-audiences.ts'
import { handleRemoveAudience, handleSaveAudience } from './save-audience.ts'
import { handleRemoveOrganization, handleSaveOrganization } from './save-organization.ts'
import { handleUploadAudienceList } from './upload-list.ts'

export const routes: Route[] = [
  bind(listOrganizations, handleListOrganizations),
  bind(saveOrganization, handleSaveOrganization),
  bind(removeOrganization, handleRemoveOrganization),
  bind(getCampaignResource, handleCampaignResource),
  bind(listAudiences, handleListAudiences),
  bind(getAudience, handleGetAudience),
  bind(saveAudience, handleSaveAudience),
  bind(removeAudience, handleRemoveAudience),
  bind(listAudienceLists, handleListAudienceLists),
  bind(uploadAudienceList, handleUploadAudienceList),
  bind(removeAudienceList, handleRemoveAudienceList),
]
