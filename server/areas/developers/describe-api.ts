import {
  createDeveloperCampaign,
  getDeveloperCampaign,
  listDeveloperCampaigns,
  setDeveloperCampaignLimit,
  setDeveloperCampaignStatus,
} from '#contract/campaigns/developer-campaigns.ts'
import { listCities, listStates } from '#contract/campaigns/places.ts'
import { listDeveloperClients } from '#contract/companies/developer-clients.ts'
import { apiVersion, type ApiScope } from '#contract/core/api-scopes.ts'
import type { Operation } from '#contract/core/operation.ts'
import { issueOauthToken } from '#contract/developers/oauth.ts'
import { listDeveloperRequests, readDeveloperUsage } from '#contract/developers/requests.ts'
import { issueDeveloperToken, issueSsoToken } from '#contract/developers/sso.ts'
import {
  addDeveloperCampaignExclusions,
  addDeveloperExclusions,
  readDeveloperCampaignExclusions,
  readDeveloperExclusions,
} from '#contract/exclusions/developer-exclusions.ts'
import { listDeveloperDeliveries } from '#contract/integrations/developer-deliveries.ts'
import {
  changeEventWebhook,
  createEventWebhook,
  listEventMessages,
  listEventWebhooks,
  removeEventWebhook,
  replayEventMessages,
  rotateEventSecret,
  testEventWebhook,
} from '#contract/integrations/event-webhooks.ts'
import { listDeveloperCounts, queueDeveloperCount } from '#contract/keywords/developer-counts.ts'
import { listDeveloperLeads } from '#contract/leads/developer-leads.ts'
import { listDeveloperVisits } from '#contract/leads/developer-visits.ts'
import { listDeveloperBalances } from '#contract/wallet/developer-balances.ts'
import { openApiOf } from '#server/platform/http/openapi.ts'

/** The calls that a developer's credential may make, in the order of the document. */
const developerOperations: readonly Operation[] = [
  issueOauthToken,
  listDeveloperClients,
  listDeveloperCampaigns,
  getDeveloperCampaign,
  createDeveloperCampaign,
  setDeveloperCampaignStatus,
  setDeveloperCampaignLimit,
  listDeveloperLeads,
  listDeveloperVisits,
  listDeveloperDeliveries,
  listDeveloperCounts,
  queueDeveloperCount,
  readDeveloperExclusions,
  addDeveloperExclusions,
  readDeveloperCampaignExclusions,
  addDeveloperCampaignExclusions,
  listDeveloperBalances,
  listEventWebhooks,
  createEventWebhook,
  changeEventWebhook,
  removeEventWebhook,
  rotateEventSecret,
  testEventWebhook,
  listEventMessages,
  replayEventMessages,
  listDeveloperRequests,
  readDeveloperUsage,
  issueDeveloperToken,
  issueSsoToken,
  listStates,
  listCities,
]

const bearer = { type: 'http', scheme: 'bearer', description: 'A token of POST /api/v1/developer/oauth/token.' }

const scopes: Readonly<Record<ApiScope, string>> = {
  'clients:read': 'Read clients.',
  'campaigns:read': 'Read campaigns.',
  'campaigns:write': 'Make campaigns, start and pause them, set their limits.',
  'leads:read': 'Read leads, with the people that they are about.',
  'visits:read': 'Read visits and why they became leads or did not.',
  'deliveries:read': 'Read how leads were delivered.',
  'counts:read': 'Read counts of people who searched for keywords.',
  'counts:write': 'Queue such counts.',
  'exclusions:read': 'Read how exclusion lists stand.',
  'exclusions:write': 'Add addresses to exclusion lists.',
  'balances:read': 'Read balances.',
  'webhooks:read': 'Read webhooks and what they were told.',
  'webhooks:write': 'Add, change, test and replay webhooks.',
  'usage:read': 'Read the log of calls, their counts and the limits.',
}
const oauth = {
  type: 'oauth2',
  flows: { clientCredentials: { tokenUrl: `/api${issueOauthToken.path}`, scopes } },
}

const described = openApiOf(developerOperations, apiVersion)

/** The OpenAPI document of the developer API, in the name of the host's brand. */
export const describeDeveloperApi = (name: string): Record<string, unknown> => ({
  ...described,
  info: { title: `${name} API`, version: apiVersion },
  components: { ...(described['components'] as object), securitySchemes: { session: bearer, oauth } },
})
