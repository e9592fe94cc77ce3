import { z } from 'zod'
import type { Access } from '../core/access.ts'
import { developerLimits, developerPage, developerPageOf } from '../core/developer-list.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { sentences } from '../core/sentences.ts'
import { instant } from '../core/wire.ts'
import { cause } from '../integrations/causes.ts'
import { deliveryStatuses } from '../integrations/deliveries.ts'
import { destinationStatuses } from '../integrations/destinations.ts'

/** Events that an agency's software can subscribe to. */
export const eventTypes = [
  'lead.created',
  'lead.updated',
  'lead.note_added',
  'campaign.status_changed',
  'keyword_count.finished',
  'delivery.failed',
] as const
export type EventType = (typeof eventTypes)[number]

export const maxEndpoints = 10
/** How long both secrets sign after a rotation. */
export const secretOverlap_ms = 24 * 3_600_000
/** How many messages one call resends. */
export const maxReplayed = 1_000

/** An agency's own webhooks, for its software and for its owner on a screen. */
const owners: Access = { developer: { reach: ['own'] }, agencyOwner: { reach: ['own'] } }
const common = {
  // The tag in the OpenAPI document, after which generators name their clients’ classes.
  area: 'integrations',
  access: owners,
  limits: developerLimits,
  style: 'developer',
  errors: ['conflict'],
} as const
const reading = { ...common, method: 'GET', scope: 'webhooks:read' } as const
const writing = { ...common, sealed: false, scope: 'webhooks:write' } as const
const ofOne = { params: z.strictObject({ id }), errors: ['conflict', 'not_found'] } as const

const url = z.url(sentences.webAddress).max(2_000)
const events = z.array(z.enum(eventTypes)).min(1).max(eventTypes.length)

const endpoint = z.object({
  id,
  url: z.string(),
  events: z.array(z.enum(eventTypes)),
  status: z.enum(destinationStatuses),
  cause: cause.nullable().meta({ description: 'Why the latest message failed; null if it didn’t.' }),
  failing_since: instant.nullable(),
  previous_secret_until: instant
    .nullable()
    .meta({ description: 'Until then messages are also signed with the previous secret.' }),
  created_at: instant,
})
export type EventEndpoint = z.output<typeof endpoint>

const withSecret = endpoint.extend({
  secret: z.string().meta({ description: 'Signs every message (Standard Webhooks). Shown only once.' }),
})

export const listEventWebhooks = operation({
  id: 'own',
  name: 'listEventWebhooks',
  ...reading,
  path: '/v1/developer/webhooks',
  summary: 'Lists the webhooks of your own agency.',
  answer: z.object({ data: z.array(endpoint) }),
})

export const createEventWebhook = operation({
  id: 'own',
  name: 'createEventWebhook',
  ...writing,
  method: 'POST',
  path: '/v1/developer/webhooks',
  summary: 'Creates a webhook that receives events from now on. The response shows the signing secret once.',
  body: z.strictObject({ url, events }),
  answer: withSecret,
  status: 201,
})

export const changeEventWebhook = operation({
  id: 'own',
  name: 'changeEventWebhook',
  ...writing,
  method: 'PUT',
  path: '/v1/developer/webhooks/{id}',
  summary: 'Changes the URL or the events of a webhook, or turns it off or on.',
  ...ofOne,
  body: z.strictObject({ url: url.optional(), events: events.optional(), enabled: z.boolean().optional() }),
  answer: endpoint,
})

export const removeEventWebhook = operation({
  id: 'own',
  name: 'removeEventWebhook',
  ...writing,
  method: 'DELETE',
  path: '/v1/developer/webhooks/{id}',
  summary: 'Removes a webhook. Pending messages are not sent.',
  ...ofOne,
  answer: z.object({ id }),
})

export const rotateEventSecret = operation({
  id: 'own',
  name: 'rotateEventSecret',
  ...writing,
  method: 'POST',
  path: '/v1/developer/webhooks/{id}/secret',
  summary: 'Generates a new signing secret. For 24 hours messages are also signed with the old one.',
  ...ofOne,
  answer: withSecret,
})

const messageId = z.object({ message_id: id.meta({ description: 'Also the webhook-id header.' }) })

export const testEventWebhook = operation({
  id: 'own',
  name: 'testEventWebhook',
  ...writing,
  method: 'POST',
  path: '/v1/developer/webhooks/{id}/test',
  summary:
    'Sends a `webhook.test` message, signed and logged like any other, ahead of pending messages. If it succeeds, a webhook that was turned off for failures is turned on again.',
  ...ofOne,
  answer: messageId,
  status: 202,
})

const attempt = z.object({
  at: instant,
  outcome: z.enum(['delivered', 'failed']),
  cause: cause.nullable(),
  http_status: z.int().nullable(),
  duration_ms: z.int(),
})

const message = z.object({
  id: id.meta({ description: 'Also the webhook-id header; the same for every attempt and replay.' }),
  type: z.enum([...eventTypes, 'webhook.test']),
  data: z.record(z.string(), z.unknown()),
  status: z.enum(deliveryStatuses),
  next_attempt_at: instant.nullable(),
  created_at: instant,
  delivered_at: instant.nullable(),
  attempts: z.array(attempt).meta({ description: 'Newest first; at most 20.' }),
})
export type EventMessage = z.output<typeof message>

const { company_id: _own, ...page } = developerPage

export const listEventMessages = operation({
  id: 'own',
  name: 'listEventMessages',
  ...reading,
  path: '/v1/developer/webhooks/{id}/messages',
  summary: 'Lists the messages of a webhook, newest first, with every attempt. Messages are kept for 30 days.',
  ...ofOne,
  query: z.strictObject({ ...page, status: z.enum(deliveryStatuses).optional() }),
  answer: developerPageOf(message),
})

export const replayEventMessages = operation({
  id: 'own',
  name: 'replayEventMessages',
  ...writing,
  method: 'POST',
  path: '/v1/developer/webhooks/{id}/replay',
  summary: `Resends one message, or failed ones since a point in time, up to ${maxReplayed.toLocaleString('en-US')} at once, with the same IDs.`,
  ...ofOne,
  body: z.strictObject({ message_id: id.optional(), since: instant.optional() }),
  answer: z.object({ count: z.int() }),
})
