import { z } from 'zod'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { doneWith, instant } from '../core/wire.ts'
import { cause } from './causes.ts'
import { destinationKinds, destinationWriting } from './destinations.ts'

/** `manual`: the program cannot notify this destination; somebody has to do it and confirm it. */
const receiptStatuses = ['waiting', 'done', 'manual'] as const

const receipt = z.object({
  id,
  lead_id: id,
  lead_name: z.string().meta({ description: 'Empty once the lead has been erased.' }),
  company_name: z.string().meta({ description: 'The client that the lead belongs to.' }),
  destination_id: id,
  kind: z.enum(destinationKinds),
  target: z.string(),
  status: z.enum(receiptStatuses),
  cause: cause.nullable(),
  asked_at: instant,
  done_at: instant.nullable(),
})
export type Receipt = z.output<typeof receipt>

export const takeBackLead = operation({
  id: 'own',
  name: 'takeBackLead',
  area: 'integrations',
  method: 'POST',
  path: '/leadspeek/lead/take-back',
  summary:
    'Tells every destination that received a lead to remove the person: contacts are removed from their lists, sheet rows are struck through, webhooks get a signed lead.deleted. Pending deliveries end. Returns a receipt for each destination.',
  body: z.strictObject({ lead_id: id }),
  answer: doneWith(z.array(receipt)),
  access: destinationWriting,
  object: { kind: 'lead', in: 'body', key: 'lead_id' },
  limits: [{ count: 120, perSeconds: 3600, by: 'company' }],
})

export const settleReceipt = operation({
  id: 'own',
  name: 'settleReceipt',
  area: 'integrations',
  method: 'POST',
  path: '/leadspeek/lead/take-back/settled',
  summary: 'Marks a person as removed manually at a destination that cannot be told automatically.',
  body: z.strictObject({ lead_id: id, destination_id: id }),
  answer: doneWith(z.array(receipt)),
  access: destinationWriting,
  object: { kind: 'lead', in: 'body', key: 'lead_id' },
  limits: [{ count: 600, perSeconds: 3600, by: 'company' }],
})

export const listReceipts = operation({
  id: 'own',
  name: 'listReceipts',
  area: 'integrations',
  method: 'GET',
  path: '/leadspeek/lead/take-back/{lead}',
  summary: 'Lists which destinations were told to remove the person of a lead, with the status of each.',
  params: z.strictObject({ lead: id }),
  answer: z.object({ data: z.array(receipt) }),
  access: destinationWriting,
  object: { kind: 'lead', in: 'params', key: 'lead' },
})

export const listManualReceipts = operation({
  id: 'own',
  name: 'listManualReceipts',
  area: 'integrations',
  method: 'GET',
  path: '/leadspeek/take-back/{company}',
  summary: 'Lists people who have to be removed manually, and where, newest first.',
  params: z.strictObject({ company: id.meta({ description: 'An agency or one of its clients.' }) }),
  query: z.strictObject({
    before: id.optional().meta({ description: 'The `next` of the previous page.' }),
  }),
  answer: z.object({
    data: z.array(receipt),
    next: id.nullable().meta({ description: 'Null on the last page.' }),
  }),
  access: destinationWriting,
  object: { kind: 'company', in: 'params', key: 'company' },
})
