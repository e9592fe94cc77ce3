import { beforeAll, describe, expect, test } from 'vitest'
import { readReportAnalytics, readRootRevenue } from '#contract/reports/analytics.ts'
import { readReportChart } from '#contract/reports/dashboard.ts'
import { readReportTable } from '#contract/reports/tables.ts'
import { updateReportDaysJob } from '#server/areas/reports/update-report-days.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { makeCampaign, type TestCampaign, type TestClient } from '#server/test/factories.ts'
import { countVisit, insertLeads } from '#server/test/lead-rows.ts'
import { openTree } from '#server/test/open-tree.ts'

// What reports compare with what: an agency that began on November 1, and whose second client began on November 10.

/** Noon on November 20 in New York. */
const clock = createStillClock(Date.UTC(2026, 10, 20, 17))
const { db, http, tree } = await openTree({ clock })
const { acme, root } = tree
const [oldClient, newClient] = acme.clients as [TestClient, TestClient]
let oldCampaign: TestCampaign
let newCampaign: TestCampaign

async function addDay(client: TestClient, campaign: TestCampaign, date: string, leads: number): Promise<void> {
  const at_ms = Date.parse(`${date}T17:00:00Z`)
  await inScope(db.appPool, { kind: 'agency', rootId: root.id, agencyId: acme.id }, async (tx) => {
    for (let n = 0; n < leads; n += 1) await countVisit(tx, acme, { client, campaign, at_ms, reason: 'lead' })
  })
  await insertLeads(
    db,
    acme,
    Array.from({ length: leads }, () => ({ client, campaign, at_ms })),
  )
}

beforeAll(async () => {
  oldCampaign = await makeCampaign(db, oldClient, { name: 'Old' })
  newCampaign = await makeCampaign(db, newClient, { name: 'New' })
  await db.adminPool.query(`update campaign set created_at = '2026-11-01'`)
  await addDay(oldClient, oldCampaign, '2026-11-01', 1)
  await addDay(oldClient, oldCampaign, '2026-11-08', 4)
  await addDay(oldClient, oldCampaign, '2026-11-13', 7)
  await addDay(oldClient, oldCampaign, '2026-11-16', 6)
  await addDay(oldClient, oldCampaign, '2026-11-20', 2)
  await addDay(newClient, newCampaign, '2026-11-10', 1)
  await addDay(newClient, newCampaign, '2026-11-16', 5)
  await updateReportDaysJob.run(http.platform, {})
})

const week = { start: '2026-11-14', end: '2026-11-20' }
const chartOf = async (client: TestClient, days: { start: string; end: string }) =>
  (
    await http
      .as(client.user)
      .call(readReportChart, { params: { companyID: client.id, clientID: 'all', ...days }, query: {} })
  ).body

describe('a period is compared with the one before it', () => {
  test('without today and the day that corresponds to it, while today is not over', async () => {
    const { total, comparison, compared, previous } = await chartOf(oldClient, week)
    expect([total.leads, comparison, compared.leads, previous.leads]).toEqual([8, 'without_today', 6, 4])
  })

  test('as a whole, once all its days are over', async () => {
    const { comparison, compared, previous } = await chartOf(oldClient, { start: '2026-11-13', end: '2026-11-19' })
    expect([comparison, compared.leads, previous.leads]).toEqual(['whole', 13, 4])
  })

  test('not at all if it is only today, or if there is no data from the beginning of the one before', async () => {
    expect((await chartOf(oldClient, { start: '2026-11-20', end: '2026-11-20' })).comparison).toBe('none')
    expect((await chartOf(newClient, week)).comparison).toBe('new')
    // On its first day it may have begun at noon.
    expect((await chartOf(oldClient, { start: '2026-11-11', end: '2026-11-20' })).comparison).toBe('new')
    expect((await chartOf(oldClient, { start: '2026-11-12', end: '2026-11-20' })).comparison).toBe('without_today')
  })
})

test.each([
  ['campaigns', () => [oldCampaign.id, newCampaign.id]],
  ['clients', () => [oldClient.id, newClient.id]],
] as const)('among %s, a row that is newer than its agency is new, and the others are compared', async (kind, keys) => {
  const params = { companyID: acme.id, clientID: 'all', kind, ...week }
  const { body } = await http.as(acme.owner).call(readReportTable, { params, query: {} })
  expect(body.comparison).toBe('without_today')
  const rows = body.rows.map(({ key, comparison, compared }) => [key, comparison, compared])
  expect(rows).toEqual([
    [keys()[0], 'without_today', 6],
    [keys()[1], 'new', 5],
  ])
})

test('the operator’s reports are compared in the same way', async () => {
  const asRoot = http.as(root.system)
  const params = { ...week, companyID: acme.id, moduleType: 'all' } as const
  const analytics = (await asRoot.call(readReportAnalytics, { params, query: {} })).body
  const revenue = (await asRoot.call(readRootRevenue, { params: week })).body
  for (const { comparison, compared, previous } of [analytics, revenue])
    expect([comparison, compared.leads, previous.leads]).toEqual(['without_today', 11, 5])
})
