import { expect, test } from 'vitest'
import { createStillClock } from '#server/platform/clock.ts'
import { makeCampaign } from '#server/test/factories.ts'
import { insertLeads } from '#server/test/lead-rows.ts'
import { openTree } from '#server/test/open-tree.ts'
import { leadColumns } from './lead-fields.ts'
import { leadOrder, readLeadQuery, selectLeads, leadConditions, type LeadQuery } from './lead-query.ts'
import { timedPage } from './read-page.ts'
import { readRange } from './report-range.ts'

// A list of some days reads those days' leads, however many there are before and after them.

const now_ms = Date.UTC(2026, 10, 20, 12)
const { db, tree } = await openTree({ clock: createStillClock(now_ms) })
const { acme } = tree
const client = acme.clients[0]!
const campaign = await makeCampaign(db, client)
await insertLeads(
  db,
  acme,
  Array.from({ length: 6_000 }, (_, n) => ({ client, campaign, at_ms: now_ms - n * 15 * 60_000 })),
)
await db.adminPool.query('analyze lead')

const days = readRange({ start: '2026-10-20', end: '2026-10-21' })
const filter = {
  sortBy: 'all',
  order: 'all',
  searchQuery: '',
  kind: 'all',
  moduleType: 'all',
  campaign: 'all',
} as const
const queryOf = (status: string): LeadQuery =>
  readLeadQuery(
    { ...filter, status, groupId: 'all' },
    { rootId: tree.root.id, agencyId: acme.id, clientId: client.id, groupId: null },
    days,
    { kind: 'client' },
  )

async function planOf(text: string, values: unknown[]): Promise<string> {
  const { rows } = await db.adminPool.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

const expectIndexedDays = (plan: string): void => {
  expect(plan).not.toMatch(/Seq Scan on lead\b/)
  expect(plan).toMatch(/Index Cond: .*created_at >= .*created_at < /)
}

test('a page of days is read by an index that is bounded by them', async () => {
  const { text, values } = timedPage(queryOf('all'), 0, 10)
  expectIndexedDays(await planOf(text, values!))
})

test('a page of days in one status is read by an index that is bounded by both', async () => {
  const query = queryOf('won')
  const values: unknown[] = []
  const conditions = leadConditions(query, values)
  const order = leadOrder(query, query.order)
  expectIndexedDays(await planOf(selectLeads({ columns: leadColumns, conditions, order, limit: '10' }), values))
})
