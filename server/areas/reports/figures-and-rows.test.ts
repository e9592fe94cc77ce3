import { beforeAll, describe, expect, test } from 'vitest'
import { listLeads } from '#contract/leads/leads.ts'
import { summarizeVisits } from '#contract/leads/visits.ts'
import { readCampaignDays } from '#contract/reports/campaign-days.ts'
import { readReportChart } from '#contract/reports/dashboard.ts'
import { readReportTable } from '#contract/reports/tables.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { makeCampaign, type TestCampaign } from '#server/test/factories.ts'
import { insertLeads, type LeadParts } from '#server/test/lead-rows.ts'
import { openTree } from '#server/test/open-tree.ts'

// A figure links to the rows that it counts (decision 242): the list behind it has the same total.

/** Noon on November 20 in New York. */
const clock = createStillClock(Date.UTC(2026, 10, 20, 17))
const { db, http, tree } = await openTree({ clock })
const { acme } = tree
const [plumbright, leafline] = [acme.clients[0]!, acme.clients[1]!]
let campaigns: { site: TestCampaign; shop: TestCampaign; searches: TestCampaign }
const owner = http.as(acme.owner)

beforeAll(async () => {
  campaigns = {
    site: await makeCampaign(db, plumbright),
    shop: await makeCampaign(db, leafline),
    searches: await makeCampaign(db, plumbright, { module: 'locator' }),
  }
  const at = (campaign: TestCampaign, time: string, count: number, kind: 'lead' | 'test' = 'lead'): LeadParts[] =>
    Array.from({ length: count }, () => ({
      client: campaign === campaigns.shop ? leafline : plumbright,
      campaign,
      at_ms: Date.parse(time),
      kind,
    }))
  await insertLeads(db, acme, [
    // In New York this is still the 19th.
    ...at(campaigns.site, '2026-11-20T04:59:00Z', 2),
    ...at(campaigns.site, '2026-11-20T05:00:00Z', 3),
    ...at(campaigns.site, '2026-11-20T12:00:00Z', 4, 'test'),
    ...at(campaigns.shop, '2026-11-20T13:00:00Z', 5),
    ...at(campaigns.searches, '2026-11-20T13:00:00Z', 6),
    ...at(campaigns.site, '2026-11-10T13:00:00Z', 7),
  ])
  await countVisits()
})

/** A visit for each lead, and some that became none. */
const countVisits = (): Promise<unknown> =>
  db.adminPool.query(
    `insert into visit_count (agency_id, hour, campaign_id, reason, root_id, client_id, count)
     select agency_id, date_trunc('hour', created_at), campaign_id, 'lead', root_id, client_id, count(*)
       from lead where agency_id = $1 and kind = 'lead' group by 1, 2, 3, 5, 6
     union all select $1, '2026-11-20 05:00Z', $2, 'no_match', $3, $4, 9`,
    [acme.id, campaigns.site.id, tree.root.id, plumbright.id],
  )

type Filter = { start: string; end: string; clientID?: string; moduleType?: 'local' | 'locator'; campaign?: string }

/** The total of the list that a figure of leads links to. */
async function listed({ start, end, clientID = 'all', ...query }: Filter): Promise<number> {
  const params = { companyID: acme.id, clientID, start, end }
  return (await owner.call(listLeads, { params, query: { ...query, kind: 'lead' } })).body.total
}

const today = { start: '2026-11-20', end: '2026-11-20' }
const month = { start: '2026-10-22', end: '2026-11-20' }

describe('the list behind a figure has its total:', () => {
  test('each day, the period and the campaigns of a dashboard', async () => {
    const params = { companyID: acme.id, clientID: 'all', ...month }
    const { body } = await owner.call(readReportChart, { params, query: { moduleType: 'local' } })
    expect([body.leads_today, body.total.leads]).toEqual([8, 17])
    expect(await listed({ ...today, moduleType: 'local' })).toBe(body.leads_today)
    expect(await listed({ ...month, moduleType: 'local' })).toBe(body.total.leads)
    for (const { date, leads } of body.days.filter((day) => day.leads > 0))
      expect([date, await listed({ start: date, end: date, moduleType: 'local' })]).toEqual([date, leads])
    for (const { leadspeek_api_id: campaign, leads } of body.campaigns)
      expect(await listed({ ...month, campaign })).toBe(leads)
  })

  test('each day of a campaign’s page', async () => {
    const { body } = await owner.call(readCampaignDays, { params: { id: campaigns.site.id } })
    const days = body.days.filter(({ leads }) => leads > 0)
    expect(days.map(({ leads }) => leads)).toEqual([7, 2, 3])
    for (const { date, leads } of days)
      expect(await listed({ start: date, end: date, campaign: campaigns.site.id })).toBe(leads)
  })

  test('the rows and totals of a report, by campaign, client, module and day', async () => {
    const params = { companyID: acme.id, clientID: 'all', ...month }
    const rowsOf = async (kind: 'campaigns' | 'clients' | 'modules' | 'days') => {
      const { body } = await owner.call(readReportTable, { params: { ...params, kind }, query: {} })
      const at = body.columns.indexOf('leads')
      return body.rows.map(({ key, values }) => ({ key, leads: values[at] ?? 0 })).filter(({ leads }) => leads > 0)
    }
    for (const { key, leads } of await rowsOf('campaigns'))
      expect(await listed({ ...month, campaign: key })).toBe(leads)
    for (const { key, leads } of await rowsOf('clients')) expect(await listed({ ...month, clientID: key })).toBe(leads)
    for (const { key, leads } of await rowsOf('modules'))
      expect(await listed({ ...month, moduleType: key as 'local' })).toBe(leads)
    for (const { key, leads } of await rowsOf('days')) expect(await listed({ start: key, end: key })).toBe(leads)
  })

  test('visits of a day, as the list of visits sums them up', async () => {
    const params = { companyID: acme.id, clientID: 'all', ...today }
    const { body } = await owner.call(readReportTable, { params: { ...params, kind: 'funnel' }, query: {} })
    const summary = await owner.call(summarizeVisits, { params, query: {} })
    expect(summary.body.total).toBe(23)
    expect(body.total[body.columns.indexOf('visits')]).toBe(summary.body.total)
    expect(Object.fromEntries(body.rows.map(({ key, values }) => [key, values[0]]))).toMatchObject(
      Object.fromEntries(summary.body.reasons.map(({ reason, count }) => [reason, count])),
    )
  })

  test('also where there are more than pages reach', async () => {
    await db.adminPool.query(
      `update lead_day set leads = 20000 where agency_id = $1 and of_id = $1 and module = 'locator' and state = ''`,
      [acme.id],
    )
    const params = { companyID: acme.id, clientID: 'all', ...today }
    const query = { kind: 'lead', moduleType: 'locator', PerPage: 50 } as const
    expect((await owner.call(listLeads, { params, query })).body).toMatchObject({ total: 20_000, last_page: 200 })
  })
})
