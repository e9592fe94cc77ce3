import { z } from 'zod'
import { developerList, developerPage, developerPageOf } from '../core/developer-list.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { instant } from '../core/wire.ts'
import { cause } from './causes.ts'
import { deliveryStatuses } from './deliveries.ts'
import { destinationKinds } from './destinations.ts'

const developerDelivery = z.object({
  id: id.meta({ description: 'Also the webhook-id header; the same for every attempt.' }),
  created_at: instant,
  client_id: id,
  campaign_id: id,
  lead_id: id,
  destination_id: id,
  kind: z.enum(destinationKinds),
  status: z.enum(deliveryStatuses),
  attempts: z.int(),
  next_attempt_at: instant.nullable().meta({ description: 'Null unless it is waiting.' }),
  delivered_at: instant.nullable(),
  cause: cause.nullable().meta({ description: 'Why the latest attempt failed.' }),
})
export type DeveloperDelivery = z.output<typeof developerDelivery>

export const listDeveloperDeliveries = operation({
  id: 'own',
  name: 'listDeveloperDeliveries',
  area: 'integrations',
  ...developerList,
  path: '/v1/developer/deliveries',
  summary: 'Lists deliveries of leads to their destinations, newest first.',
  query: z.strictObject({
    ...developerPage,
    campaign_id: id.optional(),
    lead_id: id.optional(),
    status: z.enum(deliveryStatuses).optional(),
  }),
  answer: developerPageOf(developerDelivery),
  scope: 'deliveries:read',
})
