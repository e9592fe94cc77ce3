import { reportTimeZone } from '#contract/leads/report-time-zone.ts'
import { maxFound } from '#contract/leads/leads.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Statement } from '#server/platform/database/driver/driver.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { leadColumns, type Lead } from './lead-fields.ts'
import { leadConditions, leadJoins, leadOrder, ownerOf, selectLeads, sortColumn, type LeadQuery } from './lead-query.ts'
import { pageStatement } from './page-statement.ts'
import type { Range } from './report-range.ts'

export interface LeadPage {
  leads: Lead[]
  total: number
  /** How many of them pages reach; all if absent. */
  reach?: number
}

/** No kept count covers these: searches, statuses, assignees, tags and groups. */
const isPicked = (query: LeadQuery): boolean =>
  query.words.length > 0 ||
  query.status !== null ||
  Boolean(query.assignee) ||
  Boolean(query.nextActionBy) ||
  Boolean(query.tag) ||
  query.audience.groupId !== null

/** Nor does one that locates a page cover modules, and test leads, which are few. */
const mustCount = (query: LeadQuery): boolean => isPicked(query) || query.kind === 'test' || query.module !== null

/** Whether kept counts alone can locate the page, in one statement. */
export const isTimed = (query: LeadQuery): boolean => !mustCount(query) && query.sort === 'created_at'

/** A page that kept counts can't locate: searched, sorted, or of test leads. */
export const readOtherPage = (tx: Tx, query: LeadQuery, offset: number, perPage: number): Promise<LeadPage> =>
  mustCount(query) ? readCountedPage(tx, query, offset, perPage) : readSortedPage(tx, query, offset, perPage)

const day_ms = 86_400_000

/** Parameters $5 to $8 of the statement: the range and the whole UTC days in it. */
function rangeValues({ from_ms, to_ms }: Range): unknown[] {
  return [
    from_ms === null ? '-infinity' : dateOf(from_ms),
    to_ms === null ? 'infinity' : dateOf(to_ms),
    from_ms === null ? '-infinity' : dateOf(Math.ceil(from_ms / day_ms) * day_ms),
    to_ms === null ? 'infinity' : dateOf(Math.floor(to_ms / day_ms) * day_ms),
  ]
}

export type TimedRow = Lead & { total: number }

/** Sorted by age: from kept counts, at the same cost on every page. */
export function timedPage(query: LeadQuery, offset: number, perPage: number): Statement {
  const owner = ownerOf(query)
  const isRanged = query.range.from_ms !== null || query.range.to_ms !== null
  const shape = {
    owner: owner.column,
    kind: query.kind as 'all' | 'lead',
    order: query.order,
    isRanged,
    isDeep: offset > 0,
  }
  const values = [query.audience.agencyId, owner.id, perPage, offset, ...(isRanged ? rangeValues(query.range) : [])]
  return { ...pageStatement(shape, leadColumns, leadJoins), values }
}

/** Every row carries the total; an empty page is one row with only the total. */
export const pageOfRows = (rows: TimedRow[]): LeadPage => ({
  leads: rows[0]!.id === null ? [] : rows,
  total: rows[0]!.total,
})

/** Sorted by a stored column: ids by an index scan from the nearer end. */
async function readSortedPage(tx: Tx, query: LeadQuery, offset: number, perPage: number): Promise<LeadPage> {
  const { name, text, values: pageValues } = timedPage(query, 0, 0)
  const { total } = pageOfRows((await tx.prepared<TimedRow>(name!, text, pageValues)).rows)
  const rowsLeft = Math.max(0, Math.min(perPage, total - offset))
  if (rowsLeft === 0) return { leads: [], total }
  const isFromEnd = offset > total / 2
  const direction = isFromEnd ? (query.order === 'asc' ? 'desc' : 'asc') : query.order
  const offsetOfPage = isFromEnd ? total - offset - rowsLeft : offset
  const values: unknown[] = []
  const conditions = leadConditions(query, values).join(' and ')
  const column = sortColumn(query)
  const isWholeAgency = query.audience.clientId === null && query.campaignId === null
  const { rows } = await tx.query<Lead>(
    `with chosen as materialized (
       select lead.id, lead.${column} from ${isWholeAgency ? firstOfEachClient(query, conditions, offsetOfPage + rowsLeft, direction) : 'lead'}
        where ${isWholeAgency ? `client.agency_id = $1 and client.kind = 'client'` : conditions}
        order by ${leadOrder(query, direction)} limit ${rowsLeft} offset ${offsetOfPage})
     select ${leadColumns} from chosen join lead on lead.agency_id = $1 and lead.id = chosen.id ${leadJoins}
      order by ${leadOrder(query, query.order, 'chosen')}`,
    values,
  )
  return { leads: rows, total }
}

/** There is no agency-wide index by name, so the first rows of each client are merged. */
const firstOfEachClient = (query: LeadQuery, conditions: string, count: number, direction: 'asc' | 'desc'): string => `
  company client cross join lateral (
    select id, ${sortColumn(query)} from lead where ${conditions} and lead.client_id = client.id
     order by ${leadOrder(query, direction)} limit ${count}) lead`

/** Without kept counts, rows are counted up to a limit that nobody pages beyond. */
async function readCountedPage(tx: Tx, query: LeadQuery, offset: number, perPage: number): Promise<LeadPage> {
  const values: unknown[] = []
  const conditions = leadConditions(query, values)
  const total = hasDaySums(query) ? await readDaySum(tx, query) : await countUpTo(tx, conditions, values)
  const reach = Math.min(total, maxFound)
  const rowsLeft = Math.max(0, Math.min(perPage, reach - offset))
  if (rowsLeft === 0) return { leads: [], total, reach }
  const text = selectLeads({ conditions, order: leadOrder(query, query.order), limit: `${rowsLeft} offset ${offset}` })
  const { rows } = await tx.query<Lead>(text, values)
  return { leads: rows, total, reach }
}

async function countUpTo(tx: Tx, conditions: readonly string[], values: readonly unknown[]): Promise<number> {
  const { rows } = await tx.query<{ total: number }>(
    `select count(*)::integer as total from (select from lead where ${conditions.join(' and ')} limit ${maxFound}) found`,
    [...values],
  )
  return rows[0]!.total
}

/** A module's leads of whole days, which dashboards count: the list behind such a figure has the figure as its total. */
const hasDaySums = (query: LeadQuery): boolean => query.module !== null && query.kind === 'lead' && !isPicked(query)

async function readDaySum(tx: Tx, query: LeadQuery): Promise<number> {
  const [from, to] = rangeValues(query.range)
  const { rows } = await tx.query<{ total: number }>(
    `select coalesce(sum(leads), 0)::bigint as total from lead_day
      where agency_id = $1 and of_id = $2 and module = $3 and state = ''
        and day >= ($4::timestamptz at time zone '${reportTimeZone}')::date
        and day < ($5::timestamptz at time zone '${reportTimeZone}')::date`,
    [query.audience.agencyId, ownerOf(query).id, query.module, from, to],
  )
  return rows[0]!.total
}
