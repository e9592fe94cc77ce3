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
} from '#contract/developers/event-webhooks.ts'
import { listDeveloperCounts, queueDeveloperCount } from '#contract/keywords/developer-counts.ts'
import { changeDeveloperLead, listDeveloperNotes } from '#contract/leads/developer-lead-work.ts'
import { listDeveloperLeads } from '#contract/leads/developer-leads.ts'
import { listDeveloperVisits } from '#contract/leads/developer-visits.ts'
import { listDeveloperBalances } from '#contract/wallet/developer-balances.ts'
import { eventData } from '#contract/developers/event-bodies.ts'
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
  changeDeveloperLead,
  listDeveloperNotes,
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

const scopes: Readonly<Record<ApiScope, string>> = {
  'clients:read': 'Read clients.',
  'campaigns:read': 'Read campaigns.',
  'campaigns:write': 'Create campaigns, start and pause them, set their limits.',
  'leads:read': 'Read leads and their people.',
  'leads:write': 'Set the status, assignee, value and tags of leads, and add notes.',
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
/** What the calls of each area are about. */
const areasOfCalls: Readonly<Record<string, string>> = {
  developers: 'Tokens, single sign-on, requests and usage.',
  companies: 'Clients of an agency.',
  campaigns: 'Campaigns, and the places that they can target.',
  leads: 'Leads and visits.',
  integrations: 'Deliveries of leads, and webhooks.',
  keywords: 'Keyword counts.',
  exclusions: 'Addresses that become no leads.',
  wallet: 'Balances.',
}
const eventSummaries: Readonly<Record<EventType, string>> = {
  'lead.created': 'A lead was created.',
  'lead.updated': 'The status, the assignee or the tags of a lead changed.',
  'lead.note_added': 'A note was added to a lead.',
  'campaign.status_changed': 'A campaign was started, paused, stopped or archived.',
  'keyword_count.finished': 'A keyword count finished or failed.',
  'delivery.failed': 'A lead could not be delivered and is not retried automatically.',
}

/** How tokens are obtained, and what each scope is for. */
export const oauthScheme: Record<string, unknown> = {
  type: 'oauth2',
  description: `A token of POST /api${issueOauthToken.path}, as a bearer.`,
  flows: { clientCredentials: { tokenUrl: `/api${issueOauthToken.path}`, scopes } },
}

let operations: ReturnType<typeof openApiOf> | undefined
/** Described once somebody asks for it: no start waits for that. */
const describedOperations = (): ReturnType<typeof openApiOf> =>
  (operations ??= openApiOf(developerOperations, {
    title: '',
    version: apiVersion,
    description: '',
    contact: { name: '', url: '' },
    areas: areasOfCalls,
    oauth: oauthScheme,
  }))

/** The events that webhooks send, as OpenAPI describes them. */
const describeWebhooks = (): Record<string, object> =>
  Object.fromEntries(
    Object.entries(eventData).map(([type, data]) => [
      type,
      {
        post: {
          operationId: `receive ${type}`.replaceAll(/[ ._](\w)/g, (_all, letter: string) => letter.toUpperCase()),
          tags: ['integrations'],
          summary: eventSummaries[type as EventType],
          description: eventSummaries[type as EventType],
          // The message is signed; it carries no credentials.
          security: [],
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
  const paths = structuredClone(describedOperations()['paths'] as Record<string, Record<string, object>>)
  for (const operation of developerOperations) {
    const description = paths[`/api${operation.path}`]![operation.method.toLowerCase()]!
    // Kinds of people and their sessions are nothing to a developer.
    const security = (description as { security: object[] }).security.filter((one) => !('session' in one))
    Object.assign(description, { description: operation.summary, security })
    if (operation.deprecated) continue
    const queryNames = operation.query instanceof z.ZodObject ? Object.keys(operation.query.shape) : []
    Object.assign(description, {
      'x-codeSamples': samplesOf(operation, exampleInputOf(operation.name, queryNames), origin),
    })
  }
  return paths
}

/** The OpenAPI document of the developer API, with the brand and base URL of the requested host. */
export const describeDeveloperApi = (name: string, origin: string): Record<string, unknown> => ({
  ...describedOperations(),
  info: {
    title: `${name} API`,
    version: apiVersion,
    description: 'Reads and changes what a company and its clients have, in plain JSON, with tokens by OAuth 2.0.',
    contact: { name, url: origin },
  },
  servers: [{ url: origin }],
  paths: pathsWithExamples(origin),
  webhooks: describeWebhooks(),
  components: { ...(describedOperations()['components'] as object), securitySchemes: { oauth: oauthScheme } },
})
