import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Reason } from '#contract/leads/reasons.ts'
import { readFirstDate, readReportAnalytics, readRootRevenue } from '#contract/reports/analytics.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { makeCampaign, type TestAgency, type TestCampaign, type TestUser } from '#server/test/factories.ts'
import { countVisit, insertLeads, type LeadParts } from '#server/test/lead-rows.ts'
import { propertySeed } from '#server/test/property-seed.ts'
import { updateReportDaysJob } from '#server/areas/reports/update-report-days.ts'
import { openTree } from '#server/test/open-tree.ts'

/** Noon on November 20 in New York. */
const now_ms = Date.UTC(2026, 10, 20, 17)
const clock = createStillClock(now_ms)
const from_ms = Date.UTC(2026, 10, 10)

/** A visit's outcome and time, within the last eleven days. */
const happening = fc.record({
  reason: fc.constantFrom<Reason>('no_key', 'no_match', 'outside_target', 'returning', 'lead'),
  at_ms: fc.integer({ min: from_ms, max: now_ms }),
  place: fc.nat({ max: 3 }),
})

const { db, http, tree } = await openTree({ clock })
beforeAll(async () => {
  const { acme, brightside, other } = tree
  const places: [TestAgency, TestAgency['clients'][0], TestCampaign][] = []
  for (const [agency, client] of [
    [acme, acme.clients[0]!],
    [acme, acme.clients[1]!],
    [brightside, brightside.clients[0]!],
    [other.agency, other.agency.clients[0]!],
  ] as const)
    places.push([agency, client, await makeCampaign(db, client, { name: `Of ${client.name}` })])
  const happenings = fc.sample(happening, { numRuns: 400, seed: propertySeed })
  for (const [n, [agency, client, campaign]] of places.entries()) {
    const here = happenings.filter(({ place }) => place === n)
    await inScope(db.appPool, { kind: 'agency', rootId: agency.owner.rootId, agencyId: agency.id }, async (tx) => {
      for (const { reason, at_ms } of here) await countVisit(tx, agency, { client, campaign, at_ms, reason })
    })
    const leads = here.filter(({ reason }) => reason === 'lead')
    await insertLeads(db, agency, [
      ...leads.map(({ at_ms }): LeadParts => ({ client, campaign, at_ms })),
      { client, campaign, at_ms: now_ms - 3_600_000, kind: 'test' },
    ])
  }
  await db.adminPool.query('update campaign set created_at = $1', [new Date(from_ms)])
})

const days = { start: '2026-11-16', end: '2026-11-20' }
const analytics = async (
  user: TestUser,
  more: Partial<Record<'companyID' | 'start' | 'end' | 'moduleType', string>> = {},
) =>
  http
    .as(user)
    .call(readReportAnalytics, { params: { ...days, companyID: 'all', moduleType: 'all', ...more }, query: {} })
const revenue = async (user: TestUser, more: Partial<typeof days> = {}) =>
  http.as(user).call(readRootRevenue, { params: { ...days, ...more } })

/** The same from the source rows. */
async function readDirectly(where: string, start: string, end: string) {
  const span = `>= ($1::date::timestamp at time zone 'America/New_York') and`
  const { rows: visits } = await db.adminPool.query<{ reason: Reason; count: number }>(
    `select reason, sum(count)::integer as count from visit_count
      where hour ${span} hour < (($2::date + 1)::timestamp at time zone 'America/New_York') and ${where} group by reason`,
    [start, end],
  )
  const { rows } = await db.adminPool.query<{ leads: number; wholesale_e4: number; retail_e4: number }>(
    `select count(*)::integer as leads, coalesce(sum(wholesale_price_e4), 0)::float8 as wholesale_e4,
       coalesce(sum(retail_price_e4), 0)::float8 as retail_e4 from lead
      where kind = 'lead' and created_at ${span} created_at < (($2::date + 1)::timestamp at time zone 'America/New_York') and ${where}`,
    [start, end],
  )
  return { ...rows[0]!, funnel: new Map(visits.map(({ reason, count }) => [reason, count])) }
}

describe.each([
  ['before any day is aggregated', async () => {}],
  ['after the days before today are', () => updateReportDaysJob.run(http.platform, {})],
  ['after they are a second time', () => updateReportDaysJob.run(http.platform, {})],
])('C117, C118: %s', (_when, run) => {
  beforeAll(run)

  test('the operator gets the sums of the raw rows, to the cent and by day', async () => {
    const { status, body } = await analytics(tree.root.system)
    expect(status).toBe(200)
    const { funnel, ...money } = await readDirectly(`root_id = '${tree.root.id}'`, days.start, days.end)
    expect(money.leads).toBeGreaterThan(10)
    expect(body.totals).toMatchObject(money)
    expect(new Map(body.funnel.flatMap(({ reason, count }) => (count ? [[reason, count]] : [])))).toEqual(funnel)
    expect(body.totals.visits).toBe([...funnel.values()].reduce((sum, count) => sum + count, 0))
    expect(body.totals.matched).toBe(body.totals.visits - funnel.get('no_key')! - funnel.get('no_match')!)
    expect(body.by_day.map(({ date }) => date)).toEqual(['16', '17', '18', '19', '20'].map((day) => `2026-11-${day}`))
    for (const { date, previous, ...sums } of body.by_day) {
      const { funnel: _of, ...ofDay } = await readDirectly(`root_id = '${tree.root.id}'`, date, date)
      expect({ date, ...sums }).toMatchObject({ date, ...ofDay })
      expect(previous.leads).toBeGreaterThanOrEqual(0)
    }
    // Today is not over, so it and the day that corresponds to it are not compared.
    for (const [sums, of, start, end] of [
      [body.compared, 'compared_count', '2026-11-16', '2026-11-19'],
      [body.previous, 'previous_count', '2026-11-11', '2026-11-14'],
    ] as const) {
      const { funnel: reasons, ...plain } = await readDirectly(`root_id = '${tree.root.id}'`, start, end)
      expect(sums).toMatchObject(plain)
      expect(new Map(body.funnel.flatMap((row) => (row[of] ? [[row.reason, row[of]]] : [])))).toEqual(reasons)
    }
    expect(body.by_module).toEqual([{ leadspeek_type: 'local', ...body.totals }])
  })

  test('each agency has its own row, and filtering by agency shows its clients’ rows', async () => {
    const { body } = await analytics(tree.root.admin)
    expect(body.total).toBe(2)
    for (const agency of [tree.acme, tree.brightside]) {
      const { funnel: _of, ...money } = await readDirectly(`agency_id = '${agency.id}'`, days.start, days.end)
      expect(body.data.find(({ company_id }) => company_id === agency.id)).toMatchObject(money)
    }
    const inside = await analytics(tree.root.system, { companyID: tree.acme.id })
    expect(inside.body.total).toBe(2)
    for (const client of tree.acme.clients) {
      const { funnel: _of, ...money } = await readDirectly(`client_id = '${client.id}'`, days.start, days.end)
      expect(inside.body.data.find(({ company_id }) => company_id === client.id)).toMatchObject(money)
    }
    const { funnel: _of, ...money } = await readDirectly(`agency_id = '${tree.acme.id}'`, days.start, days.end)
    expect(inside.body.totals).toMatchObject(money)
  })

  test('the operator’s revenue is what its agencies’ leads cost them', async () => {
    const { status, body } = await revenue(tree.root.system)
    expect(status).toBe(200)
    const { funnel: _of, ...money } = await readDirectly(`root_id = '${tree.root.id}'`, days.start, days.end)
    expect(body.total).toEqual(money)
    expect(body.by_day.reduce((sum, day) => sum + day.wholesale_e4, 0)).toBe(money.wholesale_e4)
    expect(body.by_module).toEqual([{ leadspeek_type: 'local', ...money }])
  })
})

test('C117 is empty for a module without data, and shows nothing of others', async () => {
  const { body } = await analytics(tree.root.system, { moduleType: 'local', start: '2026-10-01', end: '2026-10-02' })
  expect(body.totals).toEqual({ visits: 0, matched: 0, leads: 0, wholesale_e4: 0, retail_e4: 0 })
  expect(body.funnel).toEqual([])
})

test('C117, C118 return zeros up to the latest possible date', async () => {
  const last = { start: '9999-12-01', end: '9999-12-31' }
  for (const { status, body } of [await analytics(tree.root.system, last), await revenue(tree.root.system, last)])
    expect([status, body.by_day.length, body.by_day.at(-1)?.date]).toEqual([200, 31, last.end])
})

test('R142: report analytics is only for the operator; no agency and no administrator without the right has it', async () => {
  const { id } = tree.root.admin
  expect((await analytics(tree.acme.owner)).status).toBe(403)
  expect((await analytics(tree.acme.clients[0]!.user)).status).toBe(403)
  expect((await revenue(tree.acme.owner)).status).toBe(403)
  await db.adminPool.query(`update app_user set permissions = '{"settings.enable": true}' where id = $1`, [id])
  http.forget()
  expect((await analytics(tree.root.admin)).status).toBe(403)
  expect((await revenue(tree.root.admin)).status).toBe(403)
  await db.adminPool.query(`update app_user set permissions = '{"report_analytics": true}' where id = $1`, [id])
  http.forget()
  expect((await analytics(tree.root.admin)).status).toBe(200)
  expect((await revenue(tree.root.admin)).status).toBe(200)
})

test('C117 of a foreign agency looks absent; a client has no report of its own', async () => {
  expect((await analytics(tree.root.system, { companyID: tree.other.agency.id })).status).toBe(404)
  const { status, body } = await analytics(tree.root.system, { companyID: tree.acme.clients[0]!.id })
  expect([status, body]).toEqual([422, expect.objectContaining({ field: 'companyID' })])
})

test.each([
  ['end', { start: '2026-03-02', end: '2026-03-01' }],
  ['start', { start: '2024-12-31', end: '2026-01-01' }],
  ['start', { start: '2026-02-30' }],
  ['start', { start: '0001-01-01', end: '0001-01-31' }],
])('C118 is rejected for its %s: %o', async (field, asked) => {
  const { status, body } = await revenue(tree.root.system, asked)
  expect([status, body]).toEqual([422, expect.objectContaining({ field })])
})

describe('C115: the first date', () => {
  const first = async (user: TestUser, companyID: string, more = {}) =>
    http.as(user).call(readFirstDate, {
      params: { companyID, clientID: 'all', start: 'all', end: 'all', ...more },
    })

  test('is the first day with a billed lead, for the agency and for each client', async () => {
    const { rows } = await db.adminPool.query<{ first: string; last: string }>(
      `select min((created_at at time zone 'America/New_York')::date)::text as first,
         max((created_at at time zone 'America/New_York')::date)::text as last from lead where kind = 'lead' and agency_id = $1`,
      [tree.acme.id],
    )
    const { body } = await first(tree.acme.owner, tree.acme.id)
    expect(body).toEqual({ first_date: rows[0]!.first, last_date: rows[0]!.last, time_zone: 'America/New_York' })
    const [client] = tree.acme.clients
    expect((await first(client!.user, client!.id)).status).toBe(200)
  })

  test('is null for days without any; days in the wrong order are rejected; foreign companies are absent', async () => {
    const none = await first(tree.acme.owner, tree.acme.id, { start: '2026-01-01', end: '2026-01-31' })
    expect(none.body).toMatchObject({ first_date: null, last_date: null })
    const refusal = await first(tree.acme.owner, tree.acme.id, { start: '2026-02-01', end: '2026-01-31' })
    expect([refusal.status, refusal.body]).toEqual([422, expect.objectContaining({ field: 'end' })])
    expect((await first(tree.brightside.owner, tree.acme.id)).status).toBe(404)
    expect((await first(tree.acme.owner, tree.acme.id, { clientID: tree.brightside.clients[0]!.id })).status).toBe(404)
  })
})
