import { z } from 'zod'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { doneWith, instant } from '../core/wire.ts'
import { cause } from './causes.ts'
import { destinationKinds, destinationWriting } from './destinations.ts'

/** `manual`: the program cannot tell this destination; somebody has to. */
const takeBackStatuses = ['waiting', 'done', 'manual'] as const

const receipt = z.object({
  id,
  destination_id: id,
  kind: z.enum(destinationKinds),
  target: z.string(),
  status: z.enum(takeBackStatuses),
  cause: cause.nullable(),
  asked_at: instant,
  done_at: instant.nullable(),
})
export type Receipt = z.output<typeof receipt>

const reading = destinationWriting

export const takeBackLead = operation({
  id: 'own',
  name: 'takeBackLead',
  area: 'integrations',
  method: 'POST',
  path: '/leadspeek/lead/take-back',
  summary:
    'Tells every destination that got a lead to forget the person: contacts leave their lists, sheet rows are struck, webhooks get a signed lead.deleted. Answers a receipt for each.',
  body: z.strictObject({ lead_id: id }),
  answer: doneWith(z.array(receipt)),
  access: destinationWriting,
  object: { kind: 'lead', in: 'body', key: 'lead_id' },
  limits: [{ count: 120, perSeconds: 3600, by: 'company' }],
})

export const listReceipts = operation({
  id: 'own',
  name: 'listReceipts',
  area: 'integrations',
  method: 'GET',
  path: '/leadspeek/lead/take-back/{lead}',
  summary: 'Which destinations were told to forget the person of a lead, and how that stands.',
  params: z.strictObject({ lead: id }),
  answer: z.object({ data: z.array(receipt) }),
  access: reading,
  object: { kind: 'lead', in: 'params', key: 'lead' },
})
