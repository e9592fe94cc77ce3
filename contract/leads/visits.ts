import { z } from 'zod'
import { moduleFilter } from '../campaigns/modules.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { groupSegment } from '../companies/groups.ts'
import { doneWith } from '../core/wire.ts'
import { visitDetail, visitRow } from './lead.ts'
import { leadAccess, ofClientInDays } from './leads.ts'
import { reasons } from './reasons.ts'

const campaign = z.union([z.enum(['', 'all']), id]).default('all')
const object = { kind: 'company', in: 'params', key: 'companyID' } as const

/** So many visits one call of a search for a page reads. */
export const maxSearched = 100_000

const selection = {
  PerPage: z.coerce.number().int().min(1).max(100).default(10),
  before: id.optional().meta({ description: 'The `next` of the previous page.' }),
  reason: z.enum(['', 'all', ...reasons]).default('all'),
  campaign,
  moduleType: moduleFilter.meta({ description: 'Only campaigns of this module.' }),
  companyGroupID: groupSegment.meta({ description: 'Only clients in this group.' }),
}

const answer = z.object({
  data: z.array(visitRow),
  next: id.nullable().meta({
    description: `Null on the last page. A search for a page reads up to ${maxSearched} visits at a time, so that a page of it can be empty without being the last.`,
  }),
  time_zone: z.string(),
})

/** Visits are listed without page numbers: there may be a hundred per lead, and nobody opens page 5,000. */
export const listVisits = operation({
  id: 'own',
  name: 'listVisits',
  area: 'leads',
  method: 'GET',
  path: '/leadspeek/visit/{companyID}/{clientID}/{start}/{end}',
  summary: 'Lists resolved visits, newest first, each with the reason why it did or didn’t become a lead.',
  params: ofClientInDays,
  query: z.strictObject(selection),
  answer,
  access: leadAccess,
  object,
})

/** What is searched for may name a person: it travels encrypted in the body, never in the URL. */
export const searchVisits = operation({
  id: 'own',
  name: 'searchVisits',
  area: 'leads',
  method: 'POST',
  path: '/leadspeek/visit-search/{companyID}/{clientID}/{start}/{end}',
  summary: 'Lists the resolved visits of a page or of a person, newest first.',
  params: ofClientInDays,
  body: z.strictObject({
    ...selection,
    page_text: z.string().max(200).default('').meta({
      description: 'Only visits whose page address or title contains this text; for searches, whose phrases do.',
    }),
    email_hash: z
      .union([z.literal(''), z.string().regex(/^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64})$/)])
      .default('')
      .meta({ description: 'Only visits of the person with this MD5, SHA-1 or SHA-256 hash of an email address.' }),
  }),
  answer,
  logged: false,
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

export const getVisit = operation({
  id: 'own',
  name: 'getVisit',
  area: 'leads',
  method: 'GET',
  path: '/leadspeek/visit/{id}',
  summary: 'Reads one visit with every stage on its way to a lead: those it passed, and the one at which it ended.',
  params: z.strictObject({ id }),
  answer: doneWith(visitDetail),
  access: leadAccess,
  object: { kind: 'visit', in: 'params', key: 'id' },
})
