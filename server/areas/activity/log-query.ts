import { keyActor, type LogRow } from '#contract/activity/user-logs.ts'
import type { ActivityCategory } from '#contract/activity/actions.ts'
import { actionWordOf } from '#contract/activity/action-words.ts'
import { detailWordsOf } from '#contract/activity/detail-words.ts'
import { reportTimeZone } from '#contract/leads/report-time-zone.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { rootKey } from './record-activity.ts'
import type { Caller, TenantPath } from '#server/platform/call.ts'
import { endOfDate_ms, startOfDate_ms } from '#server/platform/local-dates.ts'

export interface LogQuery {
  place: TenantPath
  userType: 'all' | '9999' | 'root' | 'admin' | 'client'
  userId: string
  category: 'all' | ActivityCategory
  range: string
  campaignId: string
}

interface Row {
  id: string
  seq: string
  actor_kind: string | null
  actor_name: string | null
  as_name: string | null
  is_viewed: boolean
  company_name: string | null
  action: string
  description: string | null
  target_name: string | null
  after: Record<string, unknown> | null
  address: string
  at: Date
}

/** The operator's people. */
export const rootKinds = ['rootSystem', 'rootAdmin', 'salesRep', 'accountExecutive', rootKey]
const kindsOf = {
  root: rootKinds,
  admin: ['agencyOwner', 'administrator', 'developer'],
  client: ['client'],
} as const

/** One chain, or a client's part of its agency's. A root's own log holds entries that belong to no agency. */
function conditionsOf({ place, userType, userId, category, range, campaignId }: LogQuery, values: unknown[]): string[] {
  const value = (one: unknown): string => `$${values.push(one)}`
  const conditions = [`book_id = ${value(place.agencyId ?? place.rootId)}`]
  if (place.clientId !== null) conditions.push(`client_id = ${value(place.clientId)}`)
  if (userType !== '9999' && userType !== 'all') conditions.push(`actor_kind = any(${value(kindsOf[userType])})`)
  if (userId !== 'all') conditions.push(`(actor_id = ${value(userId)} or on_behalf_of = $${values.length})`)
  if (category !== 'all') conditions.push(`starts_with(action, ${value(`${category}.`)})`)
  if (campaignId !== 'all') conditions.push(`campaign_id = ${value(campaignId)}`)
  const [start, end] = range.split(',')
  if (start !== undefined && end !== undefined) {
    conditions.push(`at >= ${value(new Date(startOfDate_ms(start, reportTimeZone)))}`)
    conditions.push(`at < ${value(new Date(endOfDate_ms(end, reportTimeZone)))}`)
  }
  return conditions
}

/** Maximum rows counted: to see further pages, narrow the search. */
const maxCounted = 10_000

export async function countLog(tx: Tx, query: LogQuery): Promise<number> {
  const values: unknown[] = []
  const where = conditionsOf(query, values).join(' and ')
  const { rows } = await tx.query<{ count: number }>(
    `select count(*)::int as count from (select from activity where ${where} limit ${maxCounted}) found`,
    values,
  )
  return rows[0]!.count
}

/** Newest first; `before` is the entry number to start after, `skip` how many rows to skip. */
export async function readLog(
  tx: Tx,
  query: LogQuery,
  { limit, skip = 0, before }: { limit: number; skip?: number; before?: string },
): Promise<Row[]> {
  const values: unknown[] = []
  const conditions = conditionsOf(query, values)
  if (before !== undefined) conditions.push(`seq < $${values.push(before)}`)
  const { rows } = await tx.query<Row>(
    `select entry.id, entry.seq, entry.actor_kind, actor.full_name as actor_name, viewed.full_name as as_name,
       entry.on_behalf_of is distinct from entry.actor_id as is_viewed, company.name as company_name, entry.action,
       entry.description, entry.target_name, entry.after, entry.address, entry.at
     from (select * from activity where ${conditions.join(' and ')} order by seq desc
       limit $${values.push(limit)} offset $${values.push(skip)}) entry
     left join app_user actor on actor.id = entry.actor_id
     left join app_user viewed on viewed.id = entry.on_behalf_of
     left join company on company.id = coalesce(entry.client_id, entry.agency_id, entry.root_id)
     order by entry.seq desc`,
    values,
  )
  return rows
}

const isOfKey = (kind: string | null): boolean => kind === 'developer' || kind === rootKey

/** Readers below the operator see that it was support, but neither who nor from where (white label). */
export function presentRow(row: Row, reader: Caller, countryOf: (address: string) => string): LogRow {
  const isRoots = row.actor_kind !== null && rootKinds.includes(row.actor_kind)
  const isHidden = isRoots && reader.agencyId !== null
  const [category, name] = row.action.split('.') as [ActivityCategory, string]
  const details = detailsOf(row, name)
  return {
    id: row.id,
    name: isHidden ? 'Support' : isOfKey(row.actor_kind) ? keyActor : (row.actor_name ?? ''),
    userType: row.actor_kind === null ? '' : isRoots ? 'root' : row.actor_kind === 'client' ? 'client' : 'admin',
    on_behalf_of: row.is_viewed ? (row.as_name ?? '') : '',
    location: isHidden ? '' : countryOf(row.address),
    user_ip: isHidden ? '' : row.address,
    action: row.action.startsWith('browser.') ? spacedName(name) : actionWordOf(name),
    category,
    description: row.description ?? [row.target_name, details.join(', ')].filter(Boolean).join(': '),
    target: row.description === null ? (row.target_name ?? '') : '',
    details: row.description === null ? details : [],
    company_name: row.company_name ?? '',
    create_date: row.at.toISOString(),
  }
}

/** A browser's entry has a free-form name: `openReport` becomes `Open report`. */
function spacedName(name: string): string {
  const words = name.replaceAll(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`).trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The changed fields in readable form: values are in the entry itself. */
function detailsOf({ after }: Row, action: string): string[] {
  const changedFields = after?.['changed']
  const names = Array.isArray(changedFields) ? changedFields.map(String) : Object.keys(after ?? {})
  return [...new Set(names.map((name) => detailWordsOf(name, action).join(' · ')))]
}
