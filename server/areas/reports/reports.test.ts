import { beforeAll, describe, expect, test } from 'vitest'
import { reportAgencies } from '#contract/reports/agencies.ts'
import { listUnderPerforming } from '#contract/reports/campaigns.ts'
import { updateLeadCounts } from '#server/areas/leads/update-lead-counts.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { makeCampaign, type TestAgency, type TestClient } from '#server/test/factories.ts'
import { openTree } from '#server/test/open-tree.ts'
import { refreshDeliveryStatsJob } from '#server/areas/reports/refresh-delivery-stats.ts'

/** Noon on November 20 in New York. */
const clock = createStillClock(Date.UTC(2026, 10, 20, 17))
const { db, http, tree } = await openTree({ clock })
beforeAll(async () => {
  await db.adminPool.query(`update company set created_at = '2026-01-01'`)
})

async function lead(client: TestClient, campaignId: string, at: string, leads = 1): Promise<void> {
  const { rootId, agencyId } = client.user
  await inScope(db.appPool, { kind: 'root', rootId }, (tx) =>
    updateLeadCounts(tx, { rootId, agencyId: agencyId! }, [
      {
        clientId: client.id,
        campaignId,
        at_ms: Date.parse(at),
        leads,
        tests: 3,
        wholesale_e4: 5_000 * leads,
        retail_e4: 15_000 * leads,
      },
    ]),
  )
}
async function campaignOf(client: TestClient, name: string, more: string = ''): Promise<string> {
  const { id } = await makeCampaign(db, client, { name })
  await db.adminPool.query(`update campaign set created_at = '2026-01-02' ${more} where id = $1`, [id])
  return id
}

describe('C055: the agencies report', () => {
  const report = async (start: string, end: string, query = {}) =>
    http.as(tree.root.system).call(reportAgencies, { params: { start, end }, query })
  const rowOf = async (agency: TestAgency, start: string, end: string) =>
    (await report(start, end)).body.data.find((row) => row.company_id === agency.id)

  test('counts leads and their revenue in days of New York, including the edges (OQ-55)', async () => {
    const client = tree.acme.clients[0]!
    const id = await campaignOf(client, 'Edges')
    await lead(client, id, '2026-03-01T04:59:00Z')
    await lead(client, id, '2026-03-01T05:00:00Z', 2)
    // Clocks go forward on March 8: days after it begin an hour earlier.
    await lead(client, id, '2026-03-20T12:00:00Z', 10)
    await lead(client, id, '2026-03-31T03:59:00Z', 4)
    await lead(client, id, '2026-03-31T04:00:00Z', 100)
    expect(await rowOf(tree.acme, '2026-03-01', '2026-03-30')).toMatchObject({
      leads: 16,
      wholesale_cents: 800,
      retail_cents: 2400,
    })
    expect(await rowOf(tree.acme, '2026-02-28', '2026-02-28')).toMatchObject({ leads: 1 })
    expect(await rowOf(tree.brightside, '2026-03-01', '2026-03-30')).toMatchObject({ leads: 0, wholesale_cents: 0 })
    expect((await report('2026-03-01', '2026-03-30')).body).toMatchObject({
      time_zone: 'America/New_York',
      start: '2026-03-01',
      end: '2026-03-30',
    })
  })

  test('counts clients that were added and still exist, and campaigns that run today', async () => {
    const [first, second] = tree.acme.clients
    await db.adminPool.query(`update company set created_at = '2026-05-10T03:59:00Z' where id = $1`, [first!.id])
    await db.adminPool.query(`update company set created_at = '2026-05-10T04:00:00Z' where id = $1`, [second!.id])
    expect(await rowOf(tree.acme, '2026-05-10', '2026-05-10')).toMatchObject({ new_clients: 1, active_campaigns: 1 })
    expect(await rowOf(tree.acme, '2026-05-09', '2026-05-10')).toMatchObject({ new_clients: 2 })
    await db.adminPool.query(`update company set removed_at = now() where id = $1`, [second!.id])
    expect(await rowOf(tree.acme, '2026-05-09', '2026-05-10')).toMatchObject({ new_clients: 1 })
  })

  test('is paged by name, and without dates covers the thirty days up to today', async () => {
    const { body } = await report('all', 'all', { Page: 2, PerPage: 1 })
    expect(body).toMatchObject({ start: '2026-10-22', end: '2026-11-20', total: 2, last_page: 2 })
    expect(body.data.map((row) => row.company_name)).toEqual(['Brightside'])
  })

  test.each([
    ['end', '2026-03-02', '2026-03-01'],
    ['start', '2025-01-01', '2026-03-01'],
    ['start', '2024-12-31', '2026-01-01'],
    ['start', '2026-02-30', '2026-03-01'],
    ['end', '2026-02-01', 'yesterday'],
  ])('is rejected for its %s: %s to %s', async (field, start, end) => {
    const { status, body } = await report(start, end)
    expect([status, body]).toEqual([422, expect.objectContaining({ field })])
  })

  test('is only for the operator, for its own agencies', async () => {
    const request = { params: { start: 'all', end: 'all' } }
    for (const user of [tree.acme.owner, tree.acme.clients[0]!.user, tree.root.executive])
      expect((await http.as(user).call(reportAgencies, request)).status).toBe(403)
    const answer = await http.as(tree.other.system).call(reportAgencies, request)
    expect(answer.body.data.map((row) => row.company_name)).toEqual(['Otheragency'])
  })
})

describe('C056: under-performing campaigns', () => {
  const slow = async (user = tree.root.system, query = {}) => http.as(user).call(listUnderPerforming, { query })
  const names = async (user = tree.root.system) =>
    (await slow(user)).body.data.map((row) => [row.campaignName, row.wanted, row.delivered])

  beforeAll(async () => {
    await db.adminPool.query(`update campaign set status = 'pause'`)
    const [solstice, plumbright] = [tree.brightside.clients[0]!, tree.acme.clients[0]!]
    const daily = `, limit_leads = 10, limit_period = 'day'`
    const within = '2026-11-15T12:00:00Z'
    await lead(plumbright, await campaignOf(plumbright, 'A third', daily), within, 25)
    await lead(plumbright, await campaignOf(plumbright, 'Just half', daily), within, 35)
    await campaignOf(plumbright, 'Nothing', '')
    await lead(solstice, await campaignOf(solstice, 'No limit', ''), within, 1)
    const week = await campaignOf(solstice, 'A week', `, limit_leads = 9, limit_period = 'week'`)
    await lead(solstice, week, within, 4)
    // The day before those seven, and today, don't count.
    await lead(solstice, week, '2026-11-13T04:59:00Z', 50)
    await lead(solstice, week, '2026-11-20T05:00:00Z', 50)
    const month = await campaignOf(solstice, 'A month', `, limit_leads = 30, limit_period = 'month'`)
    await lead(solstice, month, within, 3)
    const total = await campaignOf(solstice, 'A life', `, limit_leads = 500, limit_period = 'total'`)
    await lead(solstice, total, within, 1)
    await campaignOf(solstice, 'Paused', `, status = 'pause'`)
    await campaignOf(solstice, 'Removed', `, removed_at = now()`)
    await campaignOf(solstice, 'Too young', `, start_date = '2026-11-14'`)
    await campaignOf(solstice, 'Over', `, end_date = '2026-11-19'`)
    const { rootId, agencyId } = plumbright.user
    const nothing = await db.adminPool.query<{ id: string }>(`select id from campaign where name = 'Nothing'`)
    for (const [reason, count, hour] of [
      ['no_match', 20, '2026-11-15T10:00:00Z'],
      ['outside_target', 30, '2026-11-16T10:00:00Z'],
      ['bot', 2, '2026-11-16T10:00:00Z'],
      ['returning', 1, '2026-11-16T10:00:00Z'],
      ['limit_reached', 900, '2026-11-01T10:00:00Z'],
    ])
      await db.adminPool.query(
        `insert into visit_count (agency_id, client_id, campaign_id, root_id, hour, reason, count)
         values ($1, $2, $3, $4, $5, $6, $7)`,
        [agencyId, plumbright.id, nothing.rows[0]!.id, rootId, hour, reason, count],
      )
  })

  test('are active ones that delivered nothing or less than half of their limit in the seven days before today', async () => {
    expect(await names()).toEqual([
      ['Nothing', null, 0],
      ['A third', 70, 25],
      ['A month', 7, 3],
      ['A week', 9, 4],
    ])
    expect((await slow()).body).toMatchObject({ start: '2026-11-13', end: '2026-11-19', time_zone: 'America/New_York' })
  })

  test('are the same after the daily job has aggregated them, and follow changes during the day', async () => {
    const before = (await slow()).body
    await refreshDeliveryStatsJob.run(http.platform, {})
    expect((await slow()).body).toEqual(before)
    expect(await names(tree.acme.owner)).toEqual(
      before.data.slice(0, 2).map((row) => [row.campaignName, row.wanted, row.delivered]),
    )
    await db.adminPool.query(`update campaign set limit_leads = 7 where name = 'A third'`)
    await db.adminPool.query(`update campaign set status = 'active' where name = 'Paused'`)
    await db.adminPool.query(`update company set status = 'disabled' where id = $1`, [tree.acme.clients[0]!.id])
    expect((await names()).map(([name]) => name)).toEqual(['Paused', 'A month', 'A week'])
    await db.adminPool.query(`update campaign set limit_leads = 10 where name = 'A third'`)
    await db.adminPool.query(`update campaign set status = 'pause' where name = 'Paused'`)
    await db.adminPool.query(`update company set status = 'active'`)
  })

  test('are aggregated once for every day: a second run on the same day has nothing to do', async () => {
    const readStats = async () =>
      (await db.adminPool.query('select * from campaign_delivery_stats order by campaign_id')).rows
    const before = await readStats()
    expect(before.find((row) => row.leads === 4)).toMatchObject({ window_start: '2026-11-13' })
    await db.adminPool.query(`update lead_count set leads = leads + 1000 where grain <> 'ever'`)
    await refreshDeliveryStatsJob.run(http.platform, {})
    expect(await readStats()).toEqual(before)
    await db.adminPool.query(`update lead_count set leads = leads - 1000 where grain <> 'ever'`)
    const later = createStillClock(clock.now() + 86_400_000)
    await refreshDeliveryStatsJob.run({ ...http.platform, clock: later }, {})
    expect(new Set((await readStats()).map((row) => row.window_start))).toEqual(new Set(['2026-11-14']))
    // The app's clock is a day behind, so it computes the list itself.
    expect((await names()).length).toBe(4)
  })

  test('include the three most frequent reasons why visits ended', async () => {
    const [first, second] = (await slow()).body.data
    expect(first).toMatchObject({
      company_name: 'Acme',
      client_company_name: 'Plumbright',
      reasons: [
        { reason: 'outside_target', count: 30 },
        { reason: 'no_match', count: 20 },
        { reason: 'bot', count: 2 },
      ],
    })
    expect(second!.reasons).toEqual([])
  })

  test('are private to an agency’s people, paged, and visible to nobody else', async () => {
    expect(await names(tree.acme.owner)).toEqual([
      ['Nothing', null, 0],
      ['A third', 70, 25],
    ])
    expect((await slow(tree.acme.admin, { Page: 2, PerPage: 1 })).body).toMatchObject({
      total: 2,
      data: [{ campaignName: 'A third', company_name: 'Acme' }],
    })
    for (const user of [tree.acme.bareAdmin, tree.acme.clients[0]!.user, tree.root.salesRep])
      expect((await slow(user)).status).toBe(403)
    expect(await names(tree.other.system)).toEqual([])
  })

  test('R075: are denied to an owner whose payment failed', async () => {
    await db.adminPool.query(`update company set payment_status = 'failed' where id = $1`, [tree.brightside.id])
    expect((await slow(tree.brightside.owner)).status).toBe(403)
  })
})
