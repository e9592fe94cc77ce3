import {
  getCampaignResource,
  listOrganizations,
  removeOrganization,
  saveOrganization,
} from '#contract/audiences/organizations.ts'
import { bind, type Route } from '#server/platform/http/route.ts'
import { handleCampaignResource } from './campaign-resource.ts'
import { handleListOrganizations } from './organizations.ts'
import { handleRemoveOrganization, handleSaveOrganization } from './save-organization.ts'

export const routes: Route[] = [
  bind(listOrganizations, handleListOrganizations),
  bind(saveOrganization, handleSaveOrganization),
  bind(removeOrganization, handleRemoveOrganization),
  bind(getCampaignResource, handleCampaignResource),
]
