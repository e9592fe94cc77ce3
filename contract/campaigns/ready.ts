import { z } from 'zod'
import type { Access } from '../core/access.ts'
import { id, idOrAll } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { instant } from '../core/wire.ts'
import type { Plain } from '../core/wire-names.ts'
import { moduleFilter, modules } from './modules.ts'
import { maxCampaignsAtOnce } from './several.ts'

/** What a draft still needs: a field of its form, or a step outside of it. */
const setupStepKinds = ['field', 'product', 'agreement', 'payment', 'pixel', 'delivery'] as const

const setupStep = z.object({
  kind: z.enum(setupStepKinds),
  field: z
    .string()
    .meta({ description: 'Form field as named by the call that saves it; empty if it is not in the form.' }),
  message: z.string(),
  needed: z
    .boolean()
    .meta({ description: 'False: the campaign can be started without it, but generates no leads until then.' }),
})
export type SetupStep = Plain<z.output<typeof setupStep>>

const draft = z.object({
  leadspeek_api_id: id,
  leadspeek_type: z.enum(modules),
  campaignName: z.string(),
  company_id: id,
  company_name: z.string(),
  created_at: instant,
  ready: z.boolean(),
  steps: z.array(setupStep),
})
export type Draft = Plain<z.output<typeof draft>>

/** Who may start campaigns. Clients only if their agency allows it (OQ-12), which the use case checks. */
const access: Access = {
  agencyOwner: { reach: ['own', 'below'] },
  administrator: { reach: ['own', 'below'], permission: 'campaign.update' },
  client: { reach: ['own'] },
}

export const listDrafts = operation({
  id: 'own',
  name: 'listDrafts',
  area: 'campaigns',
  method: 'GET',
  path: '/leadspeek/client/drafts/{companyID}/{clientID}',
  summary: `Lists the newest ${maxCampaignsAtOnce} drafts, those ready to start first, each with what its setup still lacks.`,
  params: z.strictObject({ companyID: id, clientID: idOrAll }),
  query: z.strictObject({ moduleType: moduleFilter }),
  answer: z.object({
    total: z.int(),
    ready: z.int().meta({ description: 'Number of listed drafts that are ready to start.' }),
    drafts: z.array(draft),
  }),
  access,
  object: { kind: 'company', in: 'params', key: 'companyID' },
})
