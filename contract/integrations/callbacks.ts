import { z } from 'zod'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { doneAnswer, doneWith } from '../core/wire.ts'
import { leadTags } from '../leads/lead-task.ts'
import { leadStatusKey } from '../leads/status-key.ts'
import { destinationWriting } from './destinations.ts'

export const maxRecordIdLength = 200

/** The path of a destination's callback address, on the host of its agency. */
export const callbackPath = (destinationId: string): string => `/hooks/leads/${destinationId}`

/**
 * What a destination's software sends to its callback address, signed as in Standard Webhooks (`lead-event.ts`). It names the
 * lead by our id or by the id of the record that the destination made of it. Omitted fields stay unchanged.
 */
export const callbackMessage = z
  .strictObject({
    lead_id: id.optional(),
    record_id: z.string().min(1).max(maxRecordIdLength).optional(),
    status: leadStatusKey.optional(),
    tags: leadTags.optional(),
  })
  .refine(({ lead_id, record_id }) => (lead_id === undefined) !== (record_id === undefined), {
    path: ['lead_id'],
    message: 'Send either lead_id or record_id.',
  })
export type CallbackMessage = z.output<typeof callbackMessage>

const body = z.strictObject({ destination_id: id })
const object = { kind: 'destination', in: 'body', key: 'destination_id' } as const
const limits = [{ count: 30, perSeconds: 3600, by: 'user' as const }]

export const createCallback = operation({
  id: 'own',
  name: 'createCallback',
  area: 'integrations',
  method: 'POST',
  path: '/leadspeek/destination/callback',
  summary:
    'Gives a destination a callback address, at which its software sets the status and tags of leads that it got. Ends the secret that the address had before.',
  body,
  answer: doneWith(
    z.object({
      path: z.string().meta({ description: 'Of the address, on this host.' }),
      secret: z.string().meta({ description: 'Signing secret (whsec_…). Shown only once.' }),
    }),
  ),
  access: destinationWriting,
  object,
  limits,
})

export const removeCallback = operation({
  id: 'own',
  name: 'removeCallback',
  area: 'integrations',
  method: 'PUT',
  path: '/leadspeek/destination/callback/remove',
  summary: 'Removes the callback address of a destination. What it set stays.',
  body,
  answer: doneAnswer,
  access: destinationWriting,
  object,
  limits,
})
