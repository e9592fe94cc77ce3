import { z } from 'zod'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { doneAnswer } from '../core/wire.ts'
import { routing } from './conditions.ts'
import { destinationWriting } from './destinations.ts'

export const saveRouting = operation({
  id: 'own',
  name: 'saveRouting',
  area: 'integrations',
  method: 'PUT',
  path: '/leadspeek/destination/routing',
  summary:
    'Decides which of a campaign’s new leads a destination gets: by conditions, in turns with others, and up to a daily cap.',
  body: z.strictObject({ destination_id: id, ...routing }),
  answer: doneAnswer,
  access: destinationWriting,
  object: { kind: 'destination', in: 'body', key: 'destination_id' },
  limits: [{ count: 60, perSeconds: 3600, by: 'user' }],
})

export const tryConditions = operation({
  id: 'own',
  name: 'tryConditions',
  area: 'integrations',
  method: 'POST',
  path: '/leadspeek/destination/routing/try',
  summary: 'Tries conditions on the campaign’s newest lead, without saving them.',
  body: z.strictObject({ destination_id: id, conditions: routing.conditions }),
  answer: z.object({
    result: z.literal('success'),
    data: z.object({ fulfills: z.boolean().nullable().meta({ description: 'Null if there is no lead yet.' }) }),
  }),
  access: destinationWriting,
  object: { kind: 'destination', in: 'body', key: 'destination_id' },
  limits: [{ count: 60, perSeconds: 300, by: 'user' }],
  logged: false,
})
