import { z } from 'zod'
import { moduleFilter } from '../campaigns/modules.ts'
import type { Access } from '../core/access.ts'
import { csvFormat } from '../core/csv.ts'
import { id, idOrAll } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { doneWith, localDate } from '../core/wire.ts'
import { groupSegment } from '../companies/groups.ts'
import { leadDetail, leadKinds, leadRow } from './lead.ts'
import { leadStatusKey } from './status-key.ts'

export const leadAccess: Access = {
  rootSystem: { reach: ['below'] },
  rootAdmin: { reach: ['below'], permission: 'leads.enable' },
  agencyOwner: { reach: ['own', 'below'] },
  administrator: { reach: ['own', 'below'], permission: 'leads.enable' },
  client: { reach: ['own'] },
}

const day = z.union([z.enum(['', 'all']), localDate]).default('all')

/** The owner of the rows, and the first and last day in the report's time zone; `all` leaves an end open. */
export const ofClientInDays = z.strictObject({
  companyID: id.meta({ description: 'An agency or one of its clients.' }),
  clientID: idOrAll,
  start: day,
  end: day,
})

const leadSortKeys = ['created_at', 'last_name', 'email'] as const

const order = z.enum(['', 'all', 'none', 'asc', 'desc']).default('all')

/** Filters and sort order of leads, in the list and in its export. */
export const leadFilter = z.strictObject({
  sortby: z.enum(['', 'all', ...leadSortKeys]).default('all'),
  order,
  moduleType: moduleFilter,
  searchQuery: z.string().max(100).default('').meta({
    description: 'Each word must match the beginning of a first name, a last name, an email address or a phone number.',
  }),
  kind: z.enum(['', 'all', ...leadKinds]).default('all'),
  status: z
    .union([z.enum(['', 'all']), leadStatusKey])
    .default('all')
    .meta({
      description: 'Only leads of this status of the agency’s pipeline.',
    }),
  campaign: z.union([z.enum(['', 'all']), id]).default('all'),
  companyGroupID: groupSegment.meta({ description: 'Only clients in this group.' }),
})

/** With a search, a status, a module or a group, `total` stops counting here. */
export const maxFound = 10_000

export const listLeads = operation({
  id: 'C114',
  name: 'listLeads',
  area: 'leads',
  method: 'GET',
  path: '/leadspeek/report/lead/{companyID}/{clientID}/{start}/{end}',
  summary: `Lists leads, newest first. Totals come from stored counts; a search, a status, a module or a group counts up to ${maxFound}.`,
  params: ofClientInDays,
  query: pageQuery.extend(leadFilter.shape),
  answer: pageOf(leadRow).extend({ time_zone: z.string() }),
  access: leadAccess,
  object: { kind: 'company', in: 'params', key: 'companyID' },
})

export const getLead = operation({
  id: 'own',
  name: 'getLead',
  area: 'leads',
  method: 'GET',
  path: '/leadspeek/lead/{id}',
  summary: 'Reads one lead: the person, the visits, the match and its confidence, the rules it passed, and its money.',
  params: z.strictObject({ id }),
  answer: doneWith(leadDetail),
  access: leadAccess,
  object: { kind: 'lead', in: 'params', key: 'id' },
})

export const exportLeads = operation({
  id: 'own',
  name: 'exportLeads',
  area: 'leads',
  method: 'GET',
  path: '/leadspeek/lead-export/{companyID}/{clientID}/{start}/{end}',
  summary: 'Downloads all leads that the list would show, as CSV.',
  params: ofClientInDays,
  query: leadFilter.extend({ format: csvFormat }),
  answer: z.string(),
  access: leadAccess,
  object: { kind: 'company', in: 'params', key: 'companyID' },
  limits: [{ count: 10, perSeconds: 3600, by: 'user' }],
  transport: 'download',
})
