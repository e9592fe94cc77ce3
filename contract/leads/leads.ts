import { z } from 'zod'
import { moduleFilter } from '../campaigns/modules.ts'
import type { Access } from '../core/access.ts'
import { csvFormat } from '../core/csv.ts'
import { languages } from '../core/language.ts'
import { timeZone } from '../core/time-zone.ts'
import { id, idOrAll } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { sentences } from '../core/sentences.ts'
import { doneWith, localDate } from '../core/wire.ts'
import { groupSegment } from '../companies/groups.ts'
import { leadColumns } from './lead-columns.ts'
import { leadDetail, leadKinds, leadRow } from './lead.ts'
import { longestTag } from './lead-task.ts'
import { reportTimeZone } from './report-time-zone.ts'
import { leadStatusKey } from './status-key.ts'

export const leadAccess: Access = {
  rootSystem: { reach: ['below'] },
  rootAdmin: { reach: ['below'], permission: 'leads.enable' },
  agencyOwner: { reach: ['own', 'below'] },
  administrator: { reach: ['own', 'below'], permission: 'leads.enable' },
  client: { reach: ['own'] },
}

/** The first or last day of a period; `all` leaves that end open. */
export const dayOrAll = z.union([z.enum(['', 'all']), localDate]).default('all')

/** The owner of the rows, and the first and last day in the report's time zone; `all` leaves an end open. */
export const ofClientInDays = z.strictObject({
  companyID: id.meta({ description: 'An agency or one of its clients.' }),
  clientID: idOrAll,
  start: dayOrAll,
  end: dayOrAll,
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
  assignee: z
    .union([z.enum(['', 'all', 'nobody']), id])
    .optional()
    .meta({ description: 'Only leads of this person, or of nobody.' }),
  next_action_by: z
    .union([z.enum(['', 'all']), localDate])
    .optional()
    .meta({ description: 'Only leads whose next action is due on this day or before it.' }),
  tag: z.string().max(longestTag).optional().meta({ description: 'Only leads with this tag; all if it is empty.' }),
  campaign: z.union([z.enum(['', 'all']), id]).default('all'),
  companyGroupID: groupSegment.meta({ description: 'Only clients in this group.' }),
})

/** What a file of leads shows, if it is made for people: `shown` as CSV, or `xlsx`. */
export const shownInFile = {
  columns: z
    .string()
    .max(300)
    .refine(
      (text) => text === '' || text.split(',').every((name) => Object.hasOwn(leadColumns, name)),
      sentences.choice,
    )
    .default('')
    .meta({ description: 'Columns of the list in their order, separated by commas; empty for the usual ones.' }),
  language: z.enum(languages).default('en'),
  time_zone: timeZone.default(reportTimeZone).meta({ description: 'Of the times in the file.' }),
}

/** Formats of a file of leads: for people, who get what the list shows, or with all fields under fixed names. */
export const leadFileFormat = z
  .enum(['shown', 'xlsx', ...csvFormat.unwrap().options])
  .default('spreadsheet')
  .meta({
    description:
      'shown and xlsx: the columns of the list under their names, with local times, as CSV or for Excel. spreadsheet and raw: all fields under fixed names, as CSV; raw is never to be opened in a spreadsheet.',
  })
export type LeadFileFormat = z.output<typeof leadFileFormat>

/** The longest file for Excel. */
export const maxSheetLeads = 10_000

/** With a search, a status, an assignee, a due day, a tag or a group, `total` stops counting here; with a module, pages end here. */
export const maxFound = 10_000

export const listLeads = operation({
  id: 'C114',
  name: 'listLeads',
  area: 'leads',
  method: 'GET',
  path: '/leadspeek/report/lead/{companyID}/{clientID}/{start}/{end}',
  summary: `Lists leads, newest first. Totals come from stored counts; a search or any other filter but the campaign’s and the module’s counts up to ${maxFound}.`,
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
  summary: `Downloads all leads that the list would show, as CSV, or up to ${maxSheetLeads} for Excel.`,
  params: ofClientInDays,
  query: leadFilter.extend({ format: leadFileFormat, ...shownInFile }),
  answer: z.string(),
  errors: ['conflict'],
  access: leadAccess,
  object: { kind: 'company', in: 'params', key: 'companyID' },
  limits: [{ count: 10, perSeconds: 3600, by: 'user' }],
  transport: 'download',
})
