import { z } from 'zod'
import { id } from '../core/ids.ts'
import { cause } from '../integrations/causes.ts'
import type { EventType } from './event-webhooks.ts'

const ofClient = { id, client_id: id }

/** The payload of each event: ids and states only, no names. */
export const eventData = {
  'lead.created': z.object({ ...ofClient, campaign_id: id }),
  'lead.updated': z.object({ ...ofClient, status: z.string(), assignee_id: id.nullable() }),
  'lead.note_added': z.object({ ...ofClient, note_id: id }),
  'campaign.status_changed': z.object({ ...ofClient, from: z.string(), to: z.string() }),
  'keyword_count.finished': z.object({ ...ofClient, campaign_id: id, status: z.enum(['done', 'error']) }),
  'delivery.failed': z.object({ ...ofClient, destination_id: id, cause: cause.nullable() }),
} as const satisfies Record<EventType, z.ZodObject>
export type EventData<Type extends EventType> = z.output<(typeof eventData)[Type]>
