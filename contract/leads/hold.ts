import { z } from 'zod'
import type { Access } from '../core/access.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { doneAnswer } from '../core/wire.ts'

/** Those responsible for what clients pay. */
const access: Access = {
  agencyOwner: { reach: ['below'] },
  administrator: { reach: ['below'], permission: 'campaign.update' },
}

export const releaseLeads = operation({
  id: 'own',
  name: 'releaseLeads',
  area: 'leads',
  method: 'POST',
  path: '/leadspeek/client/releaseleads',
  summary: 'Releases a campaign’s leads that were put on hold because there were far more than usual.',
  body: z.strictObject({
    leadspeek_api_id: id,
    which: z
      .enum(['usual', 'apart'])
      .optional()
      .meta({ description: 'Which hold: of all leads, or of those that look forged. Without it, both.' }),
  }),
  answer: doneAnswer,
  errors: ['conflict'],
  access,
  object: { kind: 'campaign', in: 'body', key: 'leadspeek_api_id' },
})
