import { z } from 'zod'
import type { Plain } from '../core/wire-names.ts'
import type { Access } from '../core/access.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { doneAnswer, doneWith, flag, instant } from '../core/wire.ts'
import { cause } from './causes.ts'
import { routing } from './conditions.ts'
import { sentences } from '../core/sentences.ts'
import { accountKinds, integrationDetails, services, type RepeatFate } from './services.ts'

export const destinationKinds = ['email', 'webhook', ...accountKinds] as const

type DestinationKind = (typeof destinationKinds)[number]

/** What happens to a lead that is sent there again. */
export function fateOfRepeats(kind: DestinationKind): RepeatFate {
  if (kind === 'email') return 'again'
  return kind === 'webhook' || kind === 'custom' ? 'message' : services[kind].repeats
}

/**
 * `failing` from the second failure in a row until a delivery succeeds; `disabled` manually, by a 410, or after 20
 * failures in a row over 120 hours. Deliveries to a disabled destination are kept and sent once it is enabled again.
 */
export const destinationStatuses = ['ok', 'failing', 'disabled'] as const

/** Counts of waiting and failed deliveries are capped here: screens say "1,000 or more". */
export const maxDeliveriesCounted = 1_000

/** Missed deliveries are counted further, because somebody decides by the number. */
export const maxMissedCounted = 10_000

export const maxWebhooksOfCompany = 10

const reading: Access = {
  rootSystem: { reach: ['below'] },
  rootAdmin: { reach: ['below'], permission: 'campaign.enable' },
  agencyOwner: { reach: ['own', 'below'] },
  administrator: { reach: ['own', 'below'], permission: 'campaign.enable' },
  client: { reach: ['own'] },
}

export const destinationWriting: Access = {
  rootSystem: { reach: ['below'] },
  rootAdmin: { reach: ['below'], permission: 'campaign.update' },
  agencyOwner: { reach: ['own', 'below'] },
  administrator: { reach: ['own', 'below'], permission: 'campaign.update' },
  client: { reach: ['own'] },
}

const destinationRow = z.object({
  id,
  kind: z.enum(destinationKinds),
  leadspeek_api_id: id,
  url: z.string().nullable().meta({ description: 'URL of a webhook; null for email.' }),
  recipients: z.array(z.string()).meta({ description: 'Recipients of emails; empty for a webhook.' }),
  account: z.string().nullable().meta({ description: 'Account of a connected service; null otherwise.' }),
  integration_id: id.nullable().meta({ description: 'ID of a custom integration; null otherwise.' }),
  owner: z.enum(['agency', 'client']).nullable().meta({ description: 'Company that owns the account.' }),
  details: integrationDetails.meta({ description: 'Options chosen for a connected service.' }),
  status: z.enum(destinationStatuses),
  cause: cause.nullable().meta({ description: 'Cause of the latest failure; null if there is none.' }),
  failing_since: instant.nullable(),
  paused_at: instant.nullable().meta({ description: 'When it was turned off, manually or because of failures.' }),
  waiting: z.int().meta({ description: `Number of pending deliveries, counted up to ${maxDeliveriesCounted}.` }),
  failed: z.int().meta({ description: `Number of failed deliveries, counted up to ${maxDeliveriesCounted}.` }),
  missed: z.int().meta({
    description: `How many of these were missed while it was off and are sent when it is turned on, counted up to ${maxMissedCounted}.`,
  }),
  ...routing,
  has_callback: flag.meta({ description: 'Whether its software may set the status and tags of leads that it got.' }),
  created_at: instant,
})
export type DestinationRow = Plain<z.output<typeof destinationRow>>

/** Where to send; the server decides whether the URL may be reached. */
export const webhookUrl = z
  .string()
  .trim()
  .max(2000)
  .refine((text) => /^https?:\/\//i.test(text) && URL.canParse(text), sentences.httpsAddress)

const inBody = { kind: 'destination', in: 'body', key: 'destination_id' } as const
const ofCampaign = { kind: 'campaign', in: 'params', key: 'id' } as const

export const listDestinations = operation({
  id: 'own',
  name: 'listDestinations',
  area: 'integrations',
  method: 'GET',
  path: '/leadspeek/destination/{id}',
  summary: 'Lists a campaign’s destinations with their status.',
  params: z.strictObject({ id: id.meta({ description: 'The campaign.' }) }),
  answer: z.object({ data: z.array(destinationRow) }),
  access: reading,
  object: ofCampaign,
})

export const getDestination = operation({
  id: 'own',
  name: 'getDestination',
  area: 'integrations',
  method: 'GET',
  path: '/leadspeek/destination/{id}/health',
  summary: 'Reads the status of one destination: why and since when it is off, and how many leads it has missed.',
  params: z.strictObject({ id }),
  answer: z.object({ data: destinationRow }),
  access: reading,
  object: { kind: 'destination', in: 'params', key: 'id' },
})

export const getCampaignWebhooks = operation({
  id: 'C154',
  name: 'getCampaignWebhooks',
  area: 'integrations',
  method: 'GET',
  path: '/getcampaignwebhook/{id}',
  summary: 'Lists a campaign’s webhooks.',
  params: z.strictObject({ id: id.meta({ description: 'The campaign.' }) }),
  answer: z.object({ data: z.array(destinationRow) }),
  access: reading,
  object: ofCampaign,
})

export const createWebhook = operation({
  id: 'own',
  name: 'createWebhook',
  area: 'integrations',
  method: 'POST',
  path: '/leadspeek/webhook/create',
  summary: `Creates a webhook that receives a campaign’s new leads, signed; up to ${maxWebhooksOfCompany} per client.`,
  body: z.strictObject({ leadspeek_api_id: id, url: webhookUrl }),
  answer: doneWith(
    destinationRow.extend({
      secret: z.string().meta({ description: 'Signing secret (whsec_…). Shown only once.' }),
    }),
  ),
  access: destinationWriting,
  object: { kind: 'campaign', in: 'body', key: 'leadspeek_api_id' },
  limits: [{ count: 30, perSeconds: 3600, by: 'user' }],
})

export const updateDestination = operation({
  id: 'own',
  name: 'updateDestination',
  area: 'integrations',
  method: 'PUT',
  path: '/leadspeek/destination/update',
  summary: 'Turns a destination off or on, or changes the URL of a webhook. Turning it on sends missed leads.',
  body: z.strictObject({ destination_id: id, url: webhookUrl.optional(), active: flag.optional() }),
  answer: doneWith(destinationRow),
  access: destinationWriting,
  object: inBody,
  limits: [{ count: 60, perSeconds: 3600, by: 'user' }],
})

export const removeWebhook = operation({
  id: 'own',
  name: 'removeWebhook',
  area: 'integrations',
  method: 'PUT',
  path: '/leadspeek/webhook/remove',
  summary: 'Removes a webhook permanently. Its log stays; pending deliveries are not sent.',
  body: z.strictObject({ destination_id: id }),
  answer: doneAnswer,
  access: destinationWriting,
  object: inBody,
})
