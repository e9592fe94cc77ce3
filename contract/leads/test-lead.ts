import { z } from 'zod'
import type { Access } from '../core/access.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { doneWith } from '../core/wire.ts'

const access: Access = {
  rootSystem: { reach: ['below'] },
  agencyOwner: { reach: ['below'] },
  administrator: { reach: ['below'], permission: 'campaign.enable' },
  client: { reach: ['own'] },
}

/** One attempt per minute and campaign, whoever makes it (R219). */
export const testLeadEvery_ms = 60_000
export const testLeadTooSoon = 'You can only attempt this test once every minute. Please try again later.'

export const sendTestLead = operation({
  id: 'C095',
  name: 'sendTestLead',
  area: 'leads',
  method: 'POST',
  path: '/send-test-lead',
  summary:
    'Creates a test lead of a made-up person and sends it to all destinations of the campaign. Never billed or counted; once a minute (R219).',
  body: z.strictObject({ leadspeek_api_id: id }),
  answer: doneWith(z.object({ id, destinations: z.int() })),
  errors: ['too_many'],
  access,
  object: { kind: 'campaign', in: 'body', key: 'leadspeek_api_id' },
})
