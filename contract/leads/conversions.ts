import { z } from 'zod'
import type { Access } from '../core/access.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { doneAnswer } from '../core/wire.ts'

const access: Access = {
  agencyOwner: { reach: ['below'] },
  administrator: { reach: ['below'], permission: 'campaign.update' },
  client: { reach: ['own'] },
}

export const undoConversion = operation({
  id: 'own',
  name: 'undoConversion',
  area: 'leads',
  method: 'POST',
  path: '/leadspeek/client/undoconversion',
  summary: 'Undoes a person’s conversion in a campaign, so that they can become a lead again.',
  body: z.strictObject({
    leadspeek_api_id: id,
    visit_id: id.meta({ description: "Any of the person's visits to the campaign's site." }),
  }),
  answer: doneAnswer,
  errors: ['conflict'],
  access,
  object: { kind: 'campaign', in: 'body', key: 'leadspeek_api_id' },
})
