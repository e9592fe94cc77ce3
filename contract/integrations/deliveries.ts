import { z } from 'zod'
import type { Plain } from '../core/wire-names.ts'
import type { Access } from '../core/access.ts'
import { id, idOrAll } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { doneWith, flag, instant } from '../core/wire.ts'
import { groupSegment } from '../companies/groups.ts'
import { dayOrAll } from '../leads/leads.ts'
import { cause } from './causes.ts'
import { destinationKinds, destinationWriting } from './destinations.ts'

/** `waiting` until it arrives or its attempts are used up; `dead` ones can be resent manually. */
export const deliveryStatuses = ['waiting', 'delivered', 'dead'] as const

/** Attempts per delivery before it is given up: over 75 hours and 35 minutes. */
export const maxAttempts = 10

/** How many dead letters one call resends; the answer says how many remain. */
export const maxResentAtOnce = 10_000

/** How many deliveries can be selected individually. */
export const maxChosenAtOnce = 200

/** Deliveries name people, so they are for users who may see leads. */
const reading: Access = {
  rootSystem: { reach: ['below'] },
  rootAdmin: { reach: ['below'], permission: 'leads.enable' },
  agencyOwner: { reach: ['own', 'below'] },
  administrator: { reach: ['own', 'below'], permission: 'leads.enable' },
  client: { reach: ['own'] },
}

export const deliveryRow = z.object({
  id: id.meta({ description: 'Also the webhook-id header; the same for every attempt.' }),
  company_id: id.meta({ description: 'The client.' }),
  leadspeek_api_id: id,
  campaignName: z.string(),
  lead_id: id,
  lead_name: z.string(),
  destination_id: id,
  kind: z.enum(destinationKinds),
  target: z.string().meta({ description: 'URL of a webhook, or recipients of an email.' }),
  status: z.enum(deliveryStatuses),
  sending: z.boolean().meta({ description: 'An attempt is in progress.' }),
  attempts: z.int(),
  next_attempt_at: instant.nullable().meta({ description: 'Null unless it is waiting.' }),
  cause: cause.nullable().meta({ description: 'Why the latest attempt failed, or another problem.' }),
  created_at: instant,
})
export type DeliveryRow = Plain<z.output<typeof deliveryRow>>

const deliveryAttempt = z.object({
  id,
  at: instant,
  outcome: z.enum(['delivered', 'failed']),
  cause: cause.nullable(),
  http_status: z.int().nullable(),
  duration_ms: z.int(),
})
export type DeliveryAttempt = z.output<typeof deliveryAttempt>

const deliveryDetail = deliveryRow.extend({
  tries: z.array(deliveryAttempt).meta({ description: 'Newest first; up to 100.' }),
})
export type DeliveryDetail = Plain<z.output<typeof deliveryDetail>>

/** Deliveries are listed without page numbers, like visits: there are several per lead. */
export const listDeliveries = operation({
  id: 'own',
  name: 'listDeliveries',
  area: 'integrations',
  method: 'GET',
  path: '/leadspeek/delivery/{companyID}/{clientID}',
  summary: 'Lists deliveries of an agency or a client, newest first.',
  params: z.strictObject({
    companyID: id.meta({ description: 'An agency or one of its clients.' }),
    clientID: idOrAll,
  }),
  query: z.strictObject({
    PerPage: z.coerce.number().int().min(1).max(100).default(10),
    before: id.optional().meta({ description: 'The `next` of the previous page.' }),
    status: z.enum(['', 'all', ...deliveryStatuses]).default('all'),
    campaign: z.union([z.enum(['', 'all']), id]).default('all'),
    lead: z.union([z.enum(['', 'all']), id]).default('all'),
    companyGroupID: groupSegment.meta({ description: 'Only clients in this group.' }),
    start: dayOrAll.meta({ description: 'The first day, in the time zone of reports.' }),
    end: dayOrAll.meta({ description: 'The last day.' }),
  }),
  answer: z.object({
    data: z.array(deliveryRow),
    next: id.nullable().meta({ description: 'Null on the last page.' }),
  }),
  access: reading,
  object: { kind: 'company', in: 'params', key: 'companyID' },
})

export const getDelivery = operation({
  id: 'own',
  name: 'getDelivery',
  area: 'integrations',
  method: 'GET',
  path: '/leadspeek/delivery/{id}',
  summary: 'Reads one delivery with every attempt, the cause of each failure and the next attempt.',
  params: z.strictObject({ id }),
  answer: doneWith(deliveryDetail),
  access: reading,
  object: { kind: 'delivery', in: 'params', key: 'id' },
})

export const resendDelivery = operation({
  id: 'own',
  name: 'resendDelivery',
  area: 'integrations',
  method: 'POST',
  path: '/leadspeek/delivery/resend',
  summary: 'Resends a delivery now, with the same ID and bytes. 409 while its destination is turned off.',
  body: z.strictObject({ delivery_id: id }),
  answer: doneWith(deliveryDetail),
  errors: ['conflict'],
  access: destinationWriting,
  object: { kind: 'delivery', in: 'body', key: 'delivery_id' },
  limits: [{ count: 120, perSeconds: 60, by: 'company' }],
})

export const resendDeliveries = operation({
  id: 'own',
  name: 'resendDeliveries',
  area: 'integrations',
  method: 'POST',
  path: '/leadspeek/delivery/resend-chosen',
  summary: `Resends chosen deliveries now, up to ${maxChosenAtOnce}, with the same IDs and bytes. A dry run only counts.`,
  body: z.strictObject({
    company_id: id.meta({ description: 'The agency or client whose deliveries they are.' }),
    delivery_ids: z.array(id).min(1).max(maxChosenAtOnce),
    dry_run: flag,
  }),
  answer: doneWith(
    z.object({
      count: z.int().meta({ description: 'Number of deliveries resent, or that would be.' }),
      left_out: z
        .array(z.object({ cause: cause.nullable(), count: z.int() }))
        .meta({ description: 'Deliveries that cannot be resent, by reason; null if an attempt is in progress.' }),
    }),
  ),
  access: destinationWriting,
  object: { kind: 'company', in: 'body', key: 'company_id' },
  limits: [{ count: 60, perSeconds: 60, by: 'company' }],
})

export const resendFailed = operation({
  id: 'own',
  name: 'resendFailed',
  area: 'integrations',
  method: 'POST',
  path: '/leadspeek/delivery/resend-failed',
  summary: `Resends what a destination has missed since a point in time, or everything sent to it, up to ${maxResentAtOnce} at once. A dry run only counts.`,
  body: z.strictObject({
    destination_id: id,
    since: instant,
    until: instant.optional().meta({ description: 'Only deliveries before this time; all if omitted.' }),
    also_delivered: flag.optional().meta({ description: 'T: also resends successful deliveries.' }),
    after: id.optional().meta({ description: 'The `next` of the previous call.' }),
    dry_run: flag,
  }),
  answer: doneWith(
    z.object({
      count: z.int().meta({ description: 'Number of deliveries resent, or that would be.' }),
      remaining: z.int().meta({ description: 'Failed deliveries left for further calls, counted up to 10,000.' }),
      next: id.nullable().meta({ description: 'Cursor for the next call; null for a dry run and at the end.' }),
    }),
  ),
  errors: ['conflict'],
  access: destinationWriting,
  object: { kind: 'destination', in: 'body', key: 'destination_id' },
  limits: [{ count: 30, perSeconds: 60, by: 'company' }],
})
