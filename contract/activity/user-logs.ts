import { z } from 'zod'
import type { Access } from '../core/access.ts'
import { csvFormat } from '../core/csv.ts'
import { emptyAs } from '../core/documented-keys.ts'
import { id, idOrAll } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { pageOf } from '../core/page.ts'
import { instant, localDate } from '../core/wire.ts'
import { activityCategories } from './actions.ts'
import { sentences } from '../core/sentences.ts'
import type { Plain } from '../core/wire-names.ts'

/** Whose actions: everybody's, those of enterprise staff, of administrators and owners, or of clients (R207, OQ-18). */
export const actorTypes = ['9999', 'root', 'admin', 'client'] as const

/** `all`, nothing and the number also mean everybody (OQ-38). */
const everybody = z
  .union([emptyAs('9999' as const, z.enum([...actorTypes, 'all'])), z.literal(9999).transform(() => '9999' as const)])
  .default('9999')

/** The name in the log of whoever used a key of the developer API. */
export const keyActor = 'Developer API'

/** Days of the presets: last week, last month, last 3 months (R205). */
export const presetDays = [7, 30, 90] as const
/** Longest range, from the first day to the last. */
const longestRange_days = 400

/** `all`, or two dates joined by a comma: the first and the last day. */
const dateRange = z.union([
  z.literal('all'),
  z.string().refine((text) => {
    const [start, end, more] = text.split(',')
    if (more !== undefined || !localDate.safeParse(start).success || !localDate.safeParse(end).success) return false
    const days = (Date.parse(end!) - Date.parse(start!)) / 86_400_000
    return days >= 0 && days <= longestRange_days
  }, sentences.dateRange),
])

const category = z.enum(['all', ...activityCategories])

const logFilter = {
  usertype: everybody,
  userID: emptyAs('all' as const, idOrAll).default('all'),
  action: emptyAs('all' as const, category).default('all'),
  daterange: emptyAs('all' as const, dateRange).default('all'),
  campaignId: emptyAs('all' as const, idOrAll).default('all'),
}

const readers: Access = {
  rootSystem: { reach: ['own', 'below'] },
  rootAdmin: { reach: ['own', 'below'], permission: 'settings.enable' },
  agencyOwner: { reach: ['own', 'below'] },
  administrator: { reach: ['own', 'below'], permission: 'settings.enable' },
}
const ofCompany = { kind: 'company', in: 'body', key: 'companyID' } as const

const logRow = z.object({
  id,
  /** Who did it. Operator staff appear as `Support` to everybody below, and software with a key as `Developer API`. */
  name: z.string(),
  type_user: z.enum(['root', 'admin', 'client', '']),
  /** The user they were viewing as; empty outside of view mode. */
  on_behalf_of: z.string(),
  /** Country of the IP address as two letters (ISO 3166); empty if unknown, such as for private networks. */
  location: z.string(),
  user_ip: z.string(),
  action: z.string(),
  category: z.enum(activityCategories),
  description: z.string(),
  /** The parts of the description, for translation: what was changed, and which of its details. */
  target: z.string(),
  details: z.array(z.string()),
  company_name: z.string(),
  create_date: instant,
})
export type LogRow = Plain<z.output<typeof logRow>>

/** The columns of the downloaded log, as in its header line. */
export const logColumns = [
  'create_date',
  'name',
  'type_user',
  'on_behalf_of',
  'user_ip',
  'location',
  'category',
  'action',
  'description',
  'company_name',
] as const satisfies readonly (keyof z.output<typeof logRow>)[]

export const listUserLogs = operation({
  id: 'C180',
  name: 'listUserLogs',
  area: 'activity',
  method: 'POST',
  path: '/configuration/user/log-user',
  summary: 'Lists the log of a company and of everything below it, newest first, 10 rows a page unless asked for more.',
  body: z.strictObject({
    companyID: id,
    ...logFilter,
    Page: z.int().min(1).max(1_000).default(1),
    PerPage: z.int().min(1).max(100).default(10),
  }),
  answer: pageOf(logRow),
  access: readers,
  object: ofCompany,
})

const choice = z.object({ value: z.string(), label: z.string() })

export const listLogCategories = operation({
  id: 'C181',
  name: 'listLogCategories',
  area: 'activity',
  method: 'POST',
  path: '/configuration/user/log-category',
  summary: 'Lists the categories that the log can be filtered by.',
  body: z.strictObject({ companyID: id }),
  answer: z.object({ data: z.array(choice) }),
  access: readers,
  object: ofCompany,
})

export const listLogCampaigns = operation({
  id: 'C048',
  name: 'listLogCampaigns',
  area: 'activity',
  method: 'POST',
  path: '/configuration/user/show-campaigns',
  summary: 'Lists the campaigns of a company that the log mentions, by name, for filtering it.',
  body: z.strictObject({ companyID: id, search: z.string().max(100).default('') }),
  answer: z.object({ campaigns: z.array(choice) }),
  access: readers,
  object: ofCompany,
})

export const listLogUsers = operation({
  id: 'C049',
  name: 'listLogUsers',
  area: 'activity',
  method: 'POST',
  path: '/configuration/user/show-user',
  summary: 'Lists the people of a company and below it that the log can be filtered by, by name.',
  body: z.strictObject({
    companyID: id,
    usertype: everybody,
    search: z.string().max(100).default(''),
  }),
  answer: z.object({ data: z.array(choice) }),
  access: readers,
  object: ofCompany,
})

export const downloadUserLogs = operation({
  id: 'C075',
  name: 'downloadUserLogs',
  area: 'activity',
  method: 'GET',
  path: '/configuration/user/download-log-user/{company}/{usertype}/{user}/{action}/{daterange}/{campaign}',
  summary: 'Downloads the filtered log as CSV. Requires a one-time ticket (R203, OQ-50).',
  params: z.strictObject({
    company: id,
    usertype: logFilter.usertype,
    user: logFilter.userID,
    action: logFilter.action,
    daterange: logFilter.daterange,
    campaign: logFilter.campaignId,
  }),
  query: z.strictObject({ format: csvFormat }),
  answer: z.string(),
  access: readers,
  object: { kind: 'company', in: 'params', key: 'company' },
  transport: 'download',
  limits: [{ count: 10, perSeconds: 3600, by: 'user' }],
})
