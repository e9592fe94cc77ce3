import { beforeAll, describe, expect, test } from 'vitest'
import { readCampaignDays } from '#contract/reports/campaign-days.ts'
import { readReportAttention, readReportChart } from '#contract/reports/dashboard.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { makeCampaign, type TestCampaign, type TestClient, type TestUser } from '#server/test/factories.ts'
import { insertLeads, type LeadParts } from '#server/test/lead-rows.ts'
import { openTree } from '#server/test/open-tree.ts'

let plumbright: TestClient
let leafline: TestClient
let site: TestCampaign
let shop: TestCampaign
let otherCampaign: TestCampaign
/** Noon on November 20 in New York. */
const clock = createStillClock(Date.UTC(2026, 10, 20, 17))

const leadsAt = (client: TestClient, campaign: TestCampaign, at: string, count: number): LeadParts[] =>
  Array.from({ length: count }, () => ({ client, campaign, at_ms: Date.parse(at) }))

const { db, http, tree } = await openTree({ clock })
beforeAll(async () => {
  plumbright = tree.acme.clients[0]!
  leafline = tree.acme.clients[1]!
  site = await makeCampaign(db, plumbright, { name: 'Site' })
  shop = await makeCampaign(db, plumbright, { name: 'Shop' })
  otherCampaign = await makeCampaign(db, leafline, { name: 'Other' })
  await insertLeads(db, tree.acme, [
    // In New York this is still the 19th.
    ...leadsAt(plumbright, site, '2026-11-20T04:59:00Z', 2),
    ...leadsAt(plumbright, site, '2026-11-20T05:00:00Z', 3),
    ...leadsAt(plumbright, shop, '2026-11-14T12:00:00Z', 1),
    // The previous seven days.
    ...leadsAt(plumbright, site, '2026-11-13T12:00:00Z', 4),
    ...leadsAt(plumbright, site, '2026-11-06T12:00:00Z', 50),
    ...leadsAt(leafline, otherCampaign, '2026-11-20T12:00:00Z', 10),
    { client: plumbright, campaign: site, at_ms: Date.parse('2026-11-20T12:00:00Z'), kind: 'test' },
  ])
})

const chart = async (
  user: TestUser,
  companyID: string,
  more: { clientID?: string; start?: string; end?: string } = {},
) =>
  http.as(user).call(readReportChart, {
    params: { companyID, clientID: 'all', start: '2026-11-14', end: '2026-11-20', ...more },
    query: {},
  })

describe('C116: the chart of a dashboard', () => {
  test('shows each day in New York, the previous days, and what a client pays, without its agency’s cost', async () => {
    const { status, raw, body } = await chart(plumbright.user, plumbright.id)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      start: '2026-11-14',
      end: '2026-11-20',
      time_zone: 'America/New_York',
      leads_today: 3,
      leads_yesterday: 2,
      active_campaigns: 2,
      total: { leads: 6, retail_e4: 90_000 },
      // Today is not over: its three leads, and the four of the day that corresponds to it, are left out.
      comparison: 'without_today',
      compared: { leads: 3, retail_e4: 45_000 },
      previous: { leads: 0, retail_e4: 0 },
    })
    expect(body.days.map(({ date, leads, previous }) => [date, leads, previous.leads])).toEqual([
      ['2026-11-14', 1, 0],
      ['2026-11-15', 0, 0],
      ['2026-11-16', 0, 0],
      ['2026-11-17', 0, 0],
      ['2026-11-18', 0, 0],
      ['2026-11-19', 2, 0],
      ['2026-11-20', 3, 4],
    ])
    expect(body.campaigns.map(({ campaignName, leads, retail_e4 }) => [campaignName, leads, retail_e4])).toEqual([
      ['Site', 5, 75_000],
      ['Shop', 1, 15_000],
    ])
    expect(body.states).toEqual([{ state: 'FL', name: 'Florida', leads: 6, compared_leads: 3, previous_leads: 0 }])
    expect(raw.payload).not.toContain('wholesale')
  })

  test('shows an agency revenue and cost for all its clients, or for one', async () => {
    const { body } = await chart(tree.acme.owner, tree.acme.id)
    expect(body.total).toEqual({ leads: 16, retail_e4: 240_000, enriched_e4: 0, wholesale_e4: 80_000 })
    expect(body.days.at(-1)).toMatchObject({ leads: 13, wholesale_e4: 65_000, previous: { leads: 4 } })
    expect(body.campaigns[0]).toMatchObject({
      campaignName: 'Other',
      company_name: leafline.name,
      wholesale_e4: 50_000,
    })
    const one = await chart(tree.acme.admin, tree.acme.id, { clientID: leafline.id })
    expect(one.body.total).toMatchObject({ leads: 10 })
    expect(one.body.campaigns.map(({ campaignName }) => campaignName)).toEqual(['Other'])
  })

  test('shows where the visitors who became leads came from, the most frequent first', async () => {
    const count = (of: { id: string }, day: string, source: string, leads: number): Promise<unknown> =>
      db.adminPool.query(
        `insert into lead_source_day (agency_id, of_id, day, module, source, root_id, client_id, leads)
         values ($1, $2, $3, 'local', $4, $5, $6, $7)`,
        [tree.acme.id, of.id, day, source, tree.root.id, of.id === tree.acme.id ? null : of.id, leads],
      )
    await count(plumbright, '2026-11-20', '', 2)
    await count(plumbright, '2026-11-14', 'google.com', 1)
    await count(plumbright, '2026-11-20', 'google.com', 3)
    await count(plumbright, '2026-11-13', 'google.com', 5)
    await count(plumbright, '2026-11-12', 'google.com', 2)
    await count(plumbright, '2026-11-15', 'caf%C3%A9+club', 1)
    await count(plumbright, '2026-11-15', 'caf%C3%A9%20club', 1)
    await count(plumbright, '2026-11-15', '%E2%80%AEcafe', 1)
    await count(plumbright, '2026-11-15', '+%20', 1)
    await count(plumbright, '2026-11-13', 'earlier.example', 7)
    await count(leafline, '2026-11-20', 'other.example', 9)
    const { body } = await chart(plumbright.user, plumbright.id)
    expect(body.sources).toEqual([
      { source: 'google.com', leads: 4, compared_leads: 1, previous_leads: 2 },
      { source: '', leads: 3, compared_leads: 1, previous_leads: 0 },
      { source: 'café club', leads: 2, compared_leads: 2, previous_leads: 0 },
      { source: '%E2%80%AEcafe', leads: 1, compared_leads: 1, previous_leads: 0 },
    ])
    const agency = await chart(tree.acme.owner, tree.acme.id, { clientID: leafline.id })
    expect(agency.body.sources).toEqual([{ source: 'other.example', leads: 9, compared_leads: 0, previous_leads: 0 }])
  })

  test('names ten sources, although some of those with the most leads are the same one', async () => {
    const sources = ['the%20fair', 'the+fair', ...Array.from({ length: 10 }, (_, at) => `site-${at}.example`)]
    for (const [at, source] of sources.entries())
      await db.adminPool.query(
        `insert into lead_source_day (agency_id, of_id, day, module, source, root_id, client_id, leads)
         values ($1, $2, '2026-09-02', 'local', $3, $4, $2, $5)`,
        [tree.acme.id, leafline.id, source, tree.root.id, 20 - at],
      )
    const period = { clientID: leafline.id, start: '2026-09-01', end: '2026-09-02' }
    const { body } = await chart(tree.acme.owner, tree.acme.id, period)
    expect(body.sources.map(({ source, leads }) => [source, leads])).toEqual([
      ['the fair', 39],
      ...sources.slice(2, -1).map((source, at) => [source, 18 - at]),
    ])
  })

  test('says whether there is any campaign, also a paused one', async () => {
    const { owner, id, clients } = tree.brightside
    expect((await chart(owner, id)).body).toMatchObject({ has_campaigns: false, active_campaigns: 0 })
    await makeCampaign(db, clients[0]!, { status: 'pause' })
    expect((await chart(owner, id)).body).toMatchObject({ has_campaigns: true, active_campaigns: 0 })
  })

  test('without dates covers the thirty days up to today', async () => {
    const { body } = await chart(plumbright.user, plumbright.id, { start: 'all', end: 'all' })
    expect([body.start, body.end, body.days.length, body.total.leads]).toEqual(['2026-10-22', '2026-11-20', 30, 60])
  })

  test.each([
    ['end', '2026-03-02', '2026-03-01'],
    ['start', '2024-12-31', '2026-01-01'],
    ['start', '2026-02-30', '2026-03-01'],
  ])('is rejected for its %s: %s to %s', async (field, start, end) => {
    const { status, body } = await chart(plumbright.user, plumbright.id, { start, end })
    expect([status, body]).toEqual([422, expect.objectContaining({ field })])
  })

  test('requires permission to see the leads; foreign companies are absent', async () => {
    expect((await chart(tree.acme.bareAdmin, tree.acme.id)).status).toBe(403)
    expect((await chart(plumbright.user, leafline.id)).status).toBe(404)
    expect((await chart(tree.brightside.owner, tree.acme.id)).status).toBe(404)
    const foreign = tree.brightside.clients[0]!.id
    expect((await chart(tree.acme.owner, tree.acme.id, { clientID: foreign })).status).toBe(404)
  })

  test('has stored days that match the leads, whoever wrote them', async () => {
    const { rows } = await db.adminPool.query(
      `select counted.* from (
         select agency_id, client_id as of_id, count(*) as leads, sum(retail_price_e4) as money from lead
          where kind = 'lead' group by 1, 2) counted
       full join (
         select agency_id, of_id, sum(leads) as leads, sum(retail_e4) as money from lead_day
          where of_id = client_id and state = '' group by 1, 2) kept using (agency_id, of_id)
       where counted.leads is distinct from kept.leads or counted.money is distinct from kept.money`,
    )
    expect(rows).toEqual([])
  })
})

describe('the days of a campaign', () => {
  const daysOf = (user: TestUser, id = site.id) => http.as(user).call(readCampaignDays, { params: { id } })

  test('are the thirty up to today in New York, each beside its day before, without the agency’s cost for the client', async () => {
    const { status, raw, body } = await daysOf(plumbright.user)
    expect(status).toBe(200)
    expect(body).toMatchObject({ start: '2026-10-22', end: '2026-11-20', time_zone: 'America/New_York' })
    expect(body.days).toHaveLength(30)
    expect(
      body.days.filter(({ leads }) => leads > 0).map(({ date, leads, retail_e4 }) => [date, leads, retail_e4]),
    ).toEqual([
      ['2026-11-06', 50, 750_000],
      ['2026-11-13', 4, 60_000],
      ['2026-11-19', 2, 30_000],
      ['2026-11-20', 3, 45_000],
    ])
    // Its first lead is younger than the thirty days before, so there is nothing to compare with.
    expect(body.comparison).toBe('new')
    expect(raw.payload).not.toContain('wholesale')
  })

  test('show an agency its cost, and nobody a campaign of others', async () => {
    const { body } = await daysOf(tree.acme.owner)
    expect(body.days.at(-1)).toMatchObject({ leads: 3, retail_e4: 45_000, wholesale_e4: 15_000 })
    expect((await daysOf(leafline.user)).status).toBe(404)
    expect((await daysOf(tree.brightside.owner)).status).toBe(404)
  })
})

describe('the list of what needs attention', () => {
  const attention = async (user: TestUser, companyID: string) =>
    http.as(user).call(readReportAttention, { params: { companyID, clientID: 'all' }, query: {} })

  beforeAll(async () => {
    await db.adminPool.query(`update campaign set status = 'pause' where agency_id = $1`, [tree.acme.id])
    const activate = (id: string, sql: string): Promise<unknown> =>
      db.adminPool.query(`update campaign set status = 'active', ${sql} where id = $1`, [id])
    await activate(site.id, `last_hit_at = '2026-11-20T16:00:00Z', end_date = '2026-11-27'`)
    await activate(shop.id, `last_hit_at = '2026-11-19T16:59:00Z', end_date = '2026-11-28'`)
    await activate(otherCampaign.id, `last_hit_at = null`)
    const { rootId, agencyId } = plumbright.user
    for (const [status, code] of [
      ['failing', 'timeout'],
      ['disabled', 'gone'],
      ['ok', null],
    ])
      await db.adminPool.query(
        `insert into destination (agency_id, id, root_id, client_id, campaign_id, kind, url, status, last_error_code,
           failing_since, created_at)
         values ($1, $2, $3, $4, $5, 'webhook', 'https://hooks.example/', $6, $7, '2026-11-18T00:00:00Z', '2026-11-01')`,
        [agencyId, newId(0), rootId, plumbright.id, shop.id, status, code],
      )
  })

  test('lists a client’s campaigns, the most urgent first', async () => {
    const { status, body } = await attention(plumbright.user, plumbright.id)
    expect(status).toBe(200)
    expect(body.pixels).toEqual({ reporting: 1, silent: 1, missing: 0 })
    expect(body.destinations).toEqual({ ok: 1, failing: 1, disabled: 1 })
    expect(body.items.map(({ kind, campaignName, cause }) => [kind, campaignName, cause])).toEqual([
      ['delivery_disabled', 'Shop', 'gone'],
      ['delivery_failing', 'Shop', 'timeout'],
      ['pixel_silent', 'Shop', null],
      ['ends_soon', 'Site', null],
    ])
    expect(body.items.at(-1)).toMatchObject({ end_date: '2026-11-27', since: null })
    expect(body.total).toBe(4)
  })

  test('covers all clients for an agency, drafts too', async () => {
    await db.adminPool.query(`update campaign set status = 'draft' where id = $1`, [site.id])
    const { body } = await attention(tree.acme.owner, tree.acme.id)
    expect(body.items.map(({ kind, company_name }) => [kind, company_name])).toEqual([
      ['delivery_disabled', plumbright.name],
      ['delivery_failing', plumbright.name],
      ['pixel_missing', leafline.name],
      ['pixel_silent', plumbright.name],
      ['not_started', plumbright.name],
    ])
    expect(body.pixels).toEqual({ reporting: 0, silent: 1, missing: 1 })
  })

  test('does not report a silent pixel once the last day of its campaign has passed', async () => {
    await db.adminPool.query(`update campaign set end_date = '2026-11-19' where id = any($1)`, [
      [shop.id, otherCampaign.id],
    ])
    const { body } = await attention(tree.acme.owner, tree.acme.id)
    expect(body.items.map(({ kind }) => kind)).toEqual(['delivery_disabled', 'delivery_failing', 'not_started'])
    expect(body.pixels).toEqual({ reporting: 0, silent: 0, missing: 0 })
  })

  test('lists nothing of a client that was removed', async () => {
    const remove = (at: Date | null) =>
      db.adminPool.query('update company set removed_at = $2 where id = $1', [plumbright.id, at])
    await remove(new Date())
    const { body } = await attention(tree.acme.owner, tree.acme.id)
    expect([body.items, body.destinations]).toEqual([[], { ok: 0, failing: 0, disabled: 0 }])
    await remove(null)
  })

  test('requires permission to see leads; foreign companies are not found', async () => {
    expect((await attention(tree.acme.bareAdmin, tree.acme.id)).status).toBe(403)
    expect((await attention(plumbright.user, leafline.id)).status).toBe(404)
    expect((await attention(tree.brightside.owner, tree.acme.id)).status).toBe(404)
  })
})
