import type { Module } from '#contract/campaigns/modules.ts'
import type { QueryOf } from '#contract/core/operation.ts'
import type { exportLeads, shownInFile } from '#contract/leads/leads.ts'
import { clientsOfGroup, type ListScope } from '#server/areas/tenants/list-scope.ts'
import type { Caller } from '#server/platform/call.ts'
import { dateOf } from '#server/platform/clock.ts'
import { leadColumns } from './lead-fields.ts'
import type { Range } from './report-range.ts'
import { campaignsOfModule } from './visit-query.ts'

/** One word of a search: any of these columns begins with the text. */
interface SearchWord {
  text: string
  columns: readonly SearchColumn[]
}
type SearchColumn = 'first_name_key' | 'last_name_key' | 'email_key' | 'phone_key'

const maxWords = 5

/**
 * Splits a search into words that must all match. Numbers match phone numbers, without the country code 1; words with @
 * match email addresses only; everything else matches names and email addresses.
 */
function readWords(text: string): SearchWord[] {
  const lowerText = text.trim().toLowerCase()
  const digits = lowerText.replaceAll(/[\s()+./-]/g, '')
  if (/^\d{3,}$/.test(digits)) return [phone(digits)]
  return [...new Set(lowerText.split(/[\s,;]+/))]
    .filter((word) => word !== '')
    .slice(0, maxWords)
    .map((word) => {
      if (/^\d{3,}$/.test(word)) return phone(word)
      const columns = word.includes('@')
        ? (['email_key'] as const)
        : (['first_name_key', 'last_name_key', 'email_key'] as const)
      return { text: word, columns }
    })
}

const phone = (digits: string): SearchWord => ({
  text: digits.length > 10 && digits.startsWith('1') ? digits.slice(1) : digits,
  columns: ['phone_key'],
})

/**
 * Adds a word as a condition on `lead`, as plain comparisons, because other operators can't use an index under row-level
 * security. U+10FFFF sorts after every character, so the range contains exactly the values that begin with the word.
 */
function wordCondition(word: SearchWord, values: unknown[]): string {
  values.push(word.text, `${word.text}\u{10FFFF}`)
  const [from, to] = [`$${values.length - 1}`, `$${values.length}`]
  const ranges = word.columns.map((column) => `(lead.${column} >= ${from} and lead.${column} < ${to})`)
  return `(${ranges.join(' or ')})`
}

type LeadSort = 'created_at' | 'last_name' | 'email'

/** The filter and order of a lead query, shared by pages, exports and their counts. */
export interface LeadQuery {
  audience: ListScope
  campaignId: string | null
  module: Module | null
  kind: 'all' | 'lead' | 'test'
  status: string | null
  /** A person's id, or those without one. */
  assignee?: string | 'nobody' | null
  /** Only leads whose next action is due by this local date. */
  nextActionBy?: string | null
  tag?: string | null
  range: Range
  words: readonly SearchWord[]
  /** Whether the client itself asks. Clients can't search by fields they don't see. */
  byClient: boolean
  sort: LeadSort
  order: 'asc' | 'desc'
}

const isAll = (text: string): boolean => text === '' || text === 'all'
const givenOf = (text: string | undefined): string | null => (text === undefined || isAll(text) ? null : text)

export function readLeadQuery(
  filter: Omit<QueryOf<typeof exportLeads>, 'format' | keyof typeof shownInFile>,
  audience: ListScope,
  range: Range,
  caller: Pick<Caller, 'kind'>,
): LeadQuery {
  const isSorted = filter.order === 'asc' || filter.order === 'desc'
  const sort = isAll(filter.sortBy) || !isSorted ? 'created_at' : (filter.sortBy as LeadSort)
  return {
    audience,
    campaignId: isAll(filter.campaign) ? null : filter.campaign,
    module: isAll(filter.moduleType) ? null : (filter.moduleType as Module),
    kind: filter.kind === '' ? 'all' : filter.kind,
    status: isAll(filter.status) ? null : filter.status,
    assignee: givenOf(filter.assignee),
    nextActionBy: givenOf(filter.next_action_by),
    // Unlike other filters, a tag can be called anything.
    tag: filter.tag || null,
    range,
    words: readWords(filter.searchQuery),
    byClient: caller.kind === 'client',
    sort,
    order: isSorted ? (filter.order as 'asc' | 'desc') : 'desc',
  }
}

/** The owner whose leads are listed, by which they are counted, and its column. */
export function ownerOf(query: LeadQuery): { id: string; column: 'campaign_id' | 'client_id' | null } {
  if (query.campaignId !== null) return { id: query.campaignId, column: 'campaign_id' }
  if (query.audience.clientId !== null) return { id: query.audience.clientId, column: 'client_id' }
  return { id: query.audience.agencyId, column: null }
}

/** All filters as conditions on `lead`. Appends their parameters to the values. */
export function leadConditions(query: LeadQuery, values: unknown[]): string[] {
  const conditions: string[] = []
  const add = (condition: string, value: unknown): void => {
    values.push(value)
    conditions.push(`${condition} $${values.length}`)
  }
  add('lead.agency_id =', query.audience.agencyId)
  if (query.audience.clientId !== null) add('lead.client_id =', query.audience.clientId)
  if (query.audience.groupId !== null) {
    values.push(query.audience.groupId)
    conditions.push(`lead.client_id in ${clientsOfGroup(`$${values.length}`)}`)
  }
  if (query.campaignId !== null) add('lead.campaign_id =', query.campaignId)
  if (query.module !== null) {
    values.push(query.module)
    conditions.push(`lead.campaign_id in ${campaignsOfModule(`$${values.length}`)}`)
  }
  if (query.kind !== 'all') conditions.push(`lead.kind = '${query.kind}'`)
  if (query.status !== null) add('lead.status =', query.status)
  if (query.assignee === 'nobody') conditions.push('lead.assignee_id is null')
  else if (query.assignee) add('lead.assignee_id =', query.assignee)
  if (query.tag) {
    values.push(query.tag)
    conditions.push(`lead.id in (select lead_id from lead_tag where agency_id = $1 and tag = $${values.length})`)
  }
  if (query.nextActionBy) add('lead.next_action_date <=', query.nextActionBy)
  if (query.range.from_ms !== null) add('lead.created_at >=', dateOf(query.range.from_ms))
  if (query.range.to_ms !== null) add('lead.created_at <', dateOf(query.range.to_ms))
  if (query.byClient && query.words.some(({ columns }) => columns.includes('phone_key')))
    conditions.push(
      `(select shows_phone from company where company.id = lead.client_id)
       and not exists (select from campaign where campaign.agency_id = lead.agency_id and campaign.id = lead.campaign_id
                          and campaign.phone_hidden_at is not null)`,
    )
  return [...conditions, ...query.words.map((word) => wordCondition(word, values))]
}

const sortColumns: Readonly<Record<LeadSort, string>> = {
  created_at: 'created_at',
  last_name: 'last_name_key',
  email: 'email_key',
}

export const sortColumn = (query: Pick<LeadQuery, 'sort'>): string => sortColumns[query.sort]

export const leadOrder = (query: Pick<LeadQuery, 'sort'>, order: 'asc' | 'desc', table = 'lead'): string =>
  `${table}.${sortColumn(query)} ${order}, ${table}.id ${order}`

/** $1 is the agency. It is repeated for each table, because a cluster's planner doesn't derive it through the join. */
export const leadJoins = `
  left join campaign on campaign.agency_id = $1 and campaign.id = lead.campaign_id
  left join company client on client.id = lead.client_id
  left join lead_credit credit on credit.agency_id = $1 and credit.lead_id = lead.id and credit.reversed_at is null
  left join app_user assignee on assignee.id = lead.assignee_id
  left join role assignee_role on assignee_role.id = assignee.role_id`

/**
 * Selects an ordered, limited list of leads with the names of campaign and client. The limit is applied before the names are
 * joined; planned together, the planner would sort every lead.
 */
export const selectLeads = (parts: {
  columns?: string
  conditions: readonly string[]
  order: string
  limit: string
}): string => `
  select ${parts.columns ?? leadColumns} from (
    select * from lead where ${parts.conditions.join(' and ')} order by ${parts.order} limit ${parts.limit}) lead
   ${leadJoins} order by ${parts.order}`
