import type { KeywordCount } from '#contract/keywords/counts.ts'
import { readAsRoot } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Target } from './target.ts'

/** A count as stored. */
export interface CountRow {
  id: string
  campaignId: string
  /** From 1, in the order in which the campaign's counts were requested. */
  number: number
  keyword: string
  target: Target
  apiVersion: 1 | 2
  status: KeywordCount['status']
  progress: number
  failure: KeywordCount['failure']
  countWithoutGeo: number | null
  count: number | null
  createdAt: Date
}

/** A count that is found without the order of its campaign's counts. */
export type UnnumberedCount = Omit<CountRow, 'number'>

/** With the places in one value, as in `Target`. */
export const countColumns = `id, campaign_id as "campaignId", keyword, api_version as "apiVersion", status, progress, failure,
  count_without_geo as "countWithoutGeo", count, created_at as "createdAt",
  jsonb_build_object('location', target_location, 'states', states, 'cities', cities, 'zips', zips) as target`

const numberedCounts = `(select c.*, row_number() over (order by created_at, id)::int as number
  from keyword_count c where agency_id = $1 and campaign_id = $2) numbered`

const orders = {
  none: 'created_at desc, id desc',
  asc: 'count asc nulls last, created_at desc, id desc',
  desc: 'count desc nulls last, created_at desc, id desc',
  turn: 'queued_at, id',
} as const

const conditions = {
  all: 'true',
  success: `status = 'done' and count > 0`,
  noresult: `status = 'done' and count = 0`,
  failed: `status = 'error'`,
  pending: `status = 'pending'`,
  done: `status = 'done'`,
} as const

interface CountQuery {
  agencyId: string
  campaignId: string
  which: keyof typeof conditions
  order: keyof typeof orders
  limit: number
  skip?: number
}

/** Counts of a campaign, and their total. */
export async function readCounts(
  tx: Tx,
  { agencyId, campaignId, which, order, limit, skip = 0 }: CountQuery,
): Promise<{ rows: CountRow[]; total: number }> {
  const { rows } = await tx.query<CountRow & { total: number }>(
    `select number, ${countColumns}, count(*) over ()::int as total from ${numberedCounts}
      where ${conditions[which]} order by ${orders[order]} limit $3 offset $4`,
    [agencyId, campaignId, limit, skip],
  )
  if (rows.length > 0 || skip === 0) return { rows, total: rows[0]?.total ?? 0 }
  const { total } = await readCounts(tx, { agencyId, campaignId, which, order, limit: 1 })
  return { rows, total }
}

export async function findCount(tx: Tx, agencyId: string, campaignId: string, id: string): Promise<CountRow | null> {
  const { rows } = await tx.query<CountRow>(`select number, ${countColumns} from ${numberedCounts} where id = $3`, [
    agencyId,
    campaignId,
    id,
  ])
  return rows[0] ?? null
}

/** The ids of an agency's pending counts in queue order, including those of clients that the caller cannot see. */
export async function readQueue(tx: Tx, rootId: string, agencyId: string): Promise<string[]> {
  const { rows } = await readAsRoot(tx, rootId, () =>
    tx.query<{ id: string }>(
      `select id from keyword_count where agency_id = $1 and status = 'pending' order by queued_at, id`,
      [agencyId],
    ),
  )
  return rows.map(({ id }) => id)
}

export const presentCount = (row: CountRow, turns: readonly string[]): KeywordCount => ({
  id: row.id,
  number: row.number,
  target_location: row.target.location,
  states: row.target.states.join(','),
  cities: row.target.cities.join(','),
  zip_code: row.target.zips.join('\n'),
  keyword: row.keyword,
  count_without_geo: row.countWithoutGeo,
  count: row.count,
  status: row.status,
  api_version: row.apiVersion,
  failure: row.failure,
  queue_place: row.status === 'pending' ? turns.indexOf(row.id) + 1 || null : null,
  progress: row.progress,
  created_at: row.createdAt.toISOString(),
})
