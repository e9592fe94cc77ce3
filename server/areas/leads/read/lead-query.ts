import type { Module } from '#contract/campaigns/modules.ts'
import type { QueryOf } from '#contract/core/operation.ts'
import type { exportLeads } from '#contract/leads/leads.ts'
import { clientsOfGroup, type ListScope } from '#server/areas/tenants/list-scope.ts'
import type { Caller } from '#server/platform/call.ts'
import { dateOf } from '#server/platform/clock.ts'
import { leadColumns } from './lead-fields.ts'
import type { Range } from './report-range.ts'
import { readWords, wordCondition, type SearchWord } from './search-words.ts'
import { campaignsOfModule } from './visit-query.ts'

type LeadSort = 'created_at' | 'last_name' | 'email'

/** The filter and order of a lead query, shared by pages, exports and their counts. */
export interface LeadQuery {
  audience: ListScope
  campaignId: string | null
  module: Module | null
  kind: 'all' | 'lead' | 'test'
  range: Range
  words: readonly SearchWord[]
  /** Whether the client itself asks. Clients can't search by fields they don't see. */
  byClient: boolean
  sort: LeadSort
  order: 'asc' | 'desc'
}

const isAll = (text: string): boolean => text === '' || text === 'all'

export function readLeadQuery(
  requested: Omit<QueryOf<typeof exportLeads>, 'format'>,
  audience: ListScope,
  range: Range,
  caller: Pick<Caller, 'kind'>,
): LeadQuery {
  const isSorted = requested.order === 'asc' || requested.order === 'desc'
  const sort = isAll(requested.sortBy) || !isSorted ? 'created_at' : (requested.sortBy as LeadSort)
  return {
    audience,
    campaignId: isAll(requested.campaign) ? null : requested.campaign,
    module: isAll(requested.moduleType) ? null : (requested.moduleType as Module),
    kind: requested.kind === '' ? 'all' : requested.kind,
    range,
    words: readWords(requested.searchQuery),
    byClient: caller.kind === 'client',
    sort,
    order: isSorted ? (requested.order as 'asc' | 'desc') : 'desc',
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
  left join company client on client.id = lead.client_id`

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
