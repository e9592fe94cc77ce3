import { z } from 'zod'
import { modules } from '../campaigns/modules.ts'
import type { Access } from '../core/access.ts'
import { id, operationId } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { doneWith, instant } from '../core/wire.ts'
import type { Plain } from '../core/wire-names.ts'

const which = z
  .enum(['usual', 'apart'])
  .meta({ description: 'Which hold: of all leads, or of those that look forged.' })

const burst = z.object({
  id,
  agency_id: id,
  agency_name: z.string(),
  company_id: id.meta({ description: 'The client.' }),
  company_name: z.string(),
  leadspeek_api_id: id,
  campaignName: z.string(),
  leadspeek_type: z.enum(modules),
  which,
  since: instant.meta({ description: 'When its leads began to come.' }),
  asked_at: instant,
  credited_at: instant.nullable().meta({ description: 'Null while the operator has not voided it.' }),
  leads: z.int().meta({ description: 'How many are credited, or would be now.' }),
  retail_price: z.number().meta({ description: 'In dollars: to the client.' }),
  wholesale_price: z.number().meta({ description: 'In dollars: to the agency.' }),
})
export type Burst = Plain<z.output<typeof burst>>

const operators: Access = {
  rootSystem: { reach: ['below'] },
  rootAdmin: { reach: ['below'], permission: 'settings.update' },
}

export const askToVoid = operation({
  id: 'own',
  name: 'askToVoid',
  area: 'returns',
  method: 'POST',
  path: '/leadspeek/client/asktovoid',
  summary: 'Reports the leads of a hold as forged: the operator, whose share goes back too, is asked to void them.',
  body: z.strictObject({ leadspeek_api_id: id, which }),
  answer: doneWith(z.object({ id })),
  errors: ['conflict'],
  access: {
    agencyOwner: { reach: ['below'] },
    administrator: { reach: ['below'], permission: 'campaign.update' },
  },
  object: { kind: 'campaign', in: 'body', key: 'leadspeek_api_id' },
})

export const voidBurst = operation({
  id: 'own',
  name: 'voidBurst',
  area: 'returns',
  method: 'POST',
  path: '/leadspeek/client/voidleads',
  summary:
    'Voids the leads of a hold: credits client and agency, and takes the leads back from where they were delivered.',
  body: z.strictObject({ leadspeek_api_id: id, which, operationId: operationId.optional() }),
  answer: doneWith(z.object({ leads: z.int(), retail_price: z.number(), wholesale_price: z.number() })),
  errors: ['conflict'],
  access: operators,
  object: { kind: 'campaign', in: 'body', key: 'leadspeek_api_id' },
})

export const listBursts = operation({
  id: 'own',
  name: 'listBursts',
  area: 'returns',
  method: 'GET',
  path: '/leadspeek/bursts/{companyID}',
  summary: 'Lists bursts of leads that agencies reported as forged, newest first.',
  params: z.strictObject({ companyID: id }),
  query: pageQuery,
  answer: pageOf(burst),
  access: { rootSystem: { reach: ['own'] }, rootAdmin: { reach: ['own'], permission: 'settings.update' } },
  object: { kind: 'company', in: 'params', key: 'companyID' },
})
