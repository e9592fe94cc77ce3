import { z } from 'zod'
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
  type EventType,
} from '#contract/integrations/event-webhooks.ts'
import { listDeveloperCounts, queueDeveloperCount } from '#contract/keywords/developer-counts.ts'
import { listDeveloperLeads } from '#contract/leads/developer-leads.ts'
import { listDeveloperVisits } from '#contract/leads/developer-visits.ts'
import { listDeveloperBalances } from '#contract/wallet/developer-balances.ts'
import { eventData } from '#contract/integrations/event-bodies.ts'
import { openApiOf, schemaOf } from '#server/platform/http/openapi.ts'
import { exampleInputOf } from './documents/example-inputs.ts'
import { samplesOf } from './documents/write-samples.ts'

/** The calls that a developer's credential may make, in the order of the document. */
export const developerOperations: readonly Operation[] = [
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
  'campaigns:write': 'Create campaigns, start and pause them, set their limits.',
  'leads:read': 'Read leads and their people.',
  'visits:read': 'Read visits and their outcomes.',
  'deliveries:read': 'Read deliveries of leads.',
  'counts:read': 'Read keyword counts.',
  'counts:write': 'Queue keyword counts.',
  'exclusions:read': 'Read exclusion lists.',
  'exclusions:write': 'Add addresses to exclusion lists.',
  'balances:read': 'Read balances.',
  'webhooks:read': 'Read webhooks and their messages.',
  'webhooks:write': 'Add, change, test and replay webhooks.',
  'usage:read': 'Read the call log, usage and limits.',
  'sso:write': 'Sign people in: issue single sign-on tokens. Only if it is requested by name.',
}
const eventSummaries: Readonly<Record<EventType, string>> = {
  'lead.created': 'A lead was created.',
  'campaign.status_changed': 'A campaign was started, paused, stopped or archived.',
  'keyword_count.finished': 'A keyword count finished or failed.',
  'delivery.failed': 'A lead could not be delivered and is not retried automatically.',
}

const oauth = {
  type: 'oauth2',
  flows: { clientCredentials: { tokenUrl: `/api${issueOauthToken.path}`, scopes } },
}

let operations: ReturnType<typeof openApiOf> | undefined
/** Described once somebody asks for it: no start waits for that. */
const describedOperations = (): ReturnType<typeof openApiOf> =>
  (operations ??= openApiOf(developerOperations, apiVersion))

/** The events that webhooks send, as OpenAPI describes them. */
const describeWebhooks = (): Record<string, object> =>
  Object.fromEntries(
    Object.entries(eventData).map(([type, data]) => [
      type,
      {
        post: {
          summary: eventSummaries[type as EventType],
          requestBody: {
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: {
                    type: { const: type },
                    timestamp: { type: 'string', format: 'date-time' },
                    data: schemaOf(data, 'output'),
                  },
                  required: ['type', 'timestamp', 'data'],
                },
              },
            },
          },
          responses: { '2XX': { description: 'Accepted. Anything else is retried.' } },
        },
      },
    ]),
  )

/** Each operation with its examples, which use the requested host. */
function pathsWithExamples(origin: string): Record<string, Record<string, object>> {
  const known = structuredClone(describedOperations()['paths'] as Record<string, Record<string, object>>)
  for (const operation of developerOperations.filter(({ deprecated }) => !deprecated)) {
    const described = known[`/api${operation.path}`]![operation.method.toLowerCase()]!
    const queryNames = operation.query instanceof z.ZodObject ? Object.keys(operation.query.shape) : []
    Object.assign(described, {
      'x-codeSamples': samplesOf(operation, exampleInputOf(operation.name, queryNames), origin),
    })
  }
  return known
}

/** The OpenAPI document of the developer API, with the brand and base URL of the requested host. */
export const describeDeveloperApi = (name: string, origin: string): Record<string, unknown> => ({
  ...describedOperations(),
  info: { title: `${name} API`, version: apiVersion },
  servers: [{ url: origin }],
  paths: pathsWithExamples(origin),
  webhooks: describeWebhooks(),
  components: { ...(describedOperations()['components'] as object), securitySchemes: { session: bearer, oauth } },
})
