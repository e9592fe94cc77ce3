import { z } from 'zod'
import { moduleFilter } from '../campaigns/modules.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { groupSegment } from '../companies/groups.ts'
import { visitRow } from './lead.ts'
import { leadAccess, ofClientInDays } from './leads.ts'
import { reasons } from './reasons.ts'

const campaign = z.union([z.enum(['', 'all']), id]).default('all')
const object = { kind: 'company', in: 'params', key: 'companyID' } as const

/** Visits are listed without page numbers: there may be a hundred per lead, and nobody opens page 5,000. */
export const listVisits = operation({
  id: 'own',
  name: 'listVisits',
  area: 'leads',
  method: 'GET',
  path: '/leadspeek/visit/{companyID}/{clientID}/{start}/{end}',
  summary: 'Lists resolved visits, newest first, each with the reason why it did or didn’t become a lead.',
  params: ofClientInDays,
  query: z.strictObject({
    PerPage: z.coerce.number().int().min(1).max(100).default(10),
    before: id.optional().meta({ description: 'The `next` of the previous page.' }),
    reason: z.enum(['', 'all', ...reasons]).default('all'),
    campaign,
    moduleType: moduleFilter.meta({ description: 'Only campaigns of this module.' }),
    companyGroupID: groupSegment.meta({ description: 'Only clients in this group.' }),
  }),
  answer: z.object({
    data: z.array(visitRow),
    next: id.nullable().meta({ description: 'Null on the last page.' }),
    time_zone: z.string(),
  }),
  access: leadAccess,
  object,
})

export const summarizeVisits = operation({
  id: 'own',
  name: 'summarizeVisits',
  area: 'leads',
  method: 'GET',
  path: '/leadspeek/visit-summary/{companyID}/{clientID}/{start}/{end}',
  summary: 'Counts visits by the reason at which they ended, including those with a privacy signal.',
  params: ofClientInDays,
  query: z.strictObject({ campaign, moduleType: moduleFilter, companyGroupID: groupSegment }),
  answer: z.object({
    total: z.int(),
    reasons: z
      .array(z.object({ reason: z.enum(reasons), count: z.int(), counted_only: z.boolean() }))
      .meta({ description: 'In the order of the stages, without reasons that did not occur.' }),
    time_zone: z.string(),
  }),
  access: leadAccess,
  object,
})
