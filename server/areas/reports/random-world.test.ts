import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Module } from '#contract/campaigns/modules.ts'
import type { Operation, WireAnswerOf } from '#contract/core/operation.ts'
import { reasons, type Reason } from '#contract/leads/reasons.ts'
import { reportAgencies } from '#contract/reports/agencies.ts'
import { readFirstDate, readReportAnalytics, readRootRevenue } from '#contract/reports/analytics.ts'
import { readReportChart } from '#contract/reports/dashboard.ts'
import { readReportTable } from '#contract/reports/tables.ts'
import { reportKinds, type ReportColumn, type ReportKind } from '#contract/reports/table-names.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { newId } from '#server/platform/ids.ts'
import {
  makeCampaign,
  type TestAgency,
  type TestCampaign,
  type TestClient,
  type TestUser,
} from '#server/test/factories.ts'
import { countVisit, insertLeads } from '#server/test/lead-rows.ts'
import { propertySeed } from '#server/test/property-seed.ts'
import { updateReportDaysJob } from '#server/areas/reports/update-report-days.ts'
import { openTree } from '#server/test/open-tree.ts'

// A random world: every report is compared with its source rows, to the cent.

/** Noon on November 20 in New York. */
const now_ms = Date.UTC(2026, 10, 20, 17)
const clock = createStillClock(now_ms)
const from_ms = Date.UTC(2026, 9, 1)

interface Place {
  agency: TestAgency
  client: TestClient
  campaign: TestCampaign
}
const places: Place[] = []

/** A visit's outcome, time and place; for a lead also its prices and whether the person bought something. */
const happening = fc.record({
  reason: fc.constantFrom<Reason>('no_key', 'no_match', 'outside_target', 'returning', 'no_funds', 'lead', 'lead'),
  at_ms: fc.integer({ min: from_ms, max: now_ms }),
  place: fc.nat({ max: 6 }),
  retail_e4: fc.integer({ min: 0, max: 99_999 }),
  wholesale_e4: fc.integer({ min: 0, max: 49_999 }),
  bought_cents: fc.option(fc.integer({ min: 0, max: 1_000_000 }), { freq: 3 }),
})

const { db, http, tree } = await openTree({ clock })
beforeAll(async () => {
  const { acme, brightside, other } = tree
  for (const [agency, client, module] of [
    [acme, acme.clients[0]!, 'local'],
    [acme, acme.clients[0]!, 'locator'],
    [acme, acme.clients[1]!, 'local'],
    [acme, acme.clients[1]!, 'enhance'],
    [brightside, brightside.clients[0]!, 'local'],
    [brightside, brightside.clients[0]!, 'b2b'],
    [other.agency, other.agency.clients[0]!, 'local'],
  ] as const satisfies readonly (readonly [TestAgency, TestClient, Module])[])
    places.push({
      agency,
      client,
      campaign: await makeCampaign(db, client, { name: `${module} of ${client.name}`, module }),
    })
  const happenings = fc.sample(happening, { numRuns: 700, seed: propertySeed })
  for (const [n, { agency, client, campaign }] of places.entries()) {
    const here = happenings.filter(({ place }) => place === n)
    const leads = here.filter(({ reason }) => reason === 'lead')
    await inScope(db.appPool, { kind: 'agency', rootId: agency.owner.rootId, agencyId: agency.id }, async (tx) => {
      for (const { reason, at_ms } of here) await countVisit(tx, agency, { client, campaign, at_ms, reason })
      for (const [person, { bought_cents, at_ms }] of leads.entries())
        if (bought_cents !== null)
          await tx.query(
            `insert into conversion (agency_id, campaign_id, person_id, root_id, client_id, visit_id, value_cents, at)
             values ($1, $2, $3, $4, $5, $6, $7, $8)`,
            [
              agency.id,
              campaign.id,
              person,
              agency.owner.rootId,
              client.id,
              newId(at_ms),
              // A thank-you page may report no value.
              bought_cents % 5 === 0 ? null : bought_cents,
              new Date(at_ms),
            ],
          )
    })
    await insertLeads(db, agency, [
      ...leads.map(({ at_ms, retail_e4, wholesale_e4 }) => ({
        client,
        campaign,
        at_ms,
        prices: { retail_e4, wholesale_e4 },
      })),
      { client, campaign, at_ms: now_ms - 3_600_000, kind: 'test' as const },
    ])
  }
  await db.adminPool.query('update campaign set created_at = $1', [new Date(from_ms)])
})

interface Plain {
  visits: number
  matched: number
  leads: number
  retail_e4: number
  wholesale_e4: number
  conversions: number
  value_e4: number
  funnel: Map<string, number>
}

/** The same from the source rows. `where` uses columns that all three tables have. */
async function readDirectly(where: string, start: string, end: string): Promise<Plain> {
  const span = (column: string): string =>
    `${column} >= ($1::date::timestamp at time zone 'America/New_York')
     and ${column} < (($2::date + 1)::timestamp at time zone 'America/New_York') and ${where}`
  const campaign = 'join campaign on campaign.agency_id = row.agency_id and campaign.id = row.campaign_id'
  const readRows = async <Row>(text: string): Promise<Row[]> =>
    (await db.adminPool.query<Row & object>(text, [start, end])).rows
  const visits = await readRows<{ reason: Reason; count: number }>(
    `select row.reason, sum(row.count)::integer as count from visit_count row ${campaign} where ${span('row.hour')} group by 1`,
  )
  const [leads] = await readRows<Pick<Plain, 'leads' | 'retail_e4' | 'wholesale_e4'>>(
    `select count(*)::integer as leads, coalesce(sum(row.retail_price_e4), 0)::float8 as retail_e4,
       coalesce(sum(row.wholesale_price_e4), 0)::float8 as wholesale_e4
     from lead row ${campaign} where row.kind = 'lead' and ${span('row.created_at')}`,
  )
  const [purchases] = await readRows<Pick<Plain, 'conversions' | 'value_e4'>>(
    `select count(*)::integer as conversions, coalesce(sum(row.value_cents), 0)::float8 * 100 as value_e4
     from conversion row ${campaign} where ${span('row.at')}`,
  )
  const funnel = new Map(visits.map(({ reason, count }) => [reason as string, count]))
  const all = visits.reduce((sum, { count }) => sum + count, 0)
  const unknownVisits = (funnel.get('no_key') ?? 0) + (funnel.get('no_match') ?? 0)
  return { ...leads!, ...purchases!, funnel, visits: all, matched: all - unknownVisits }
}

const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole)
const columnOf: Readonly<Record<ReportColumn, (plain: Plain) => number | null>> = {
  visits: ({ visits }) => visits,
  match_rate: ({ matched, visits }) => share(matched, visits),
  leads: ({ leads }) => leads,
  cost_per_lead: ({ retail_e4, leads }) => (leads === 0 ? null : Math.round(retail_e4 / leads)),
  spend: ({ retail_e4 }) => retail_e4,
  wholesale: ({ wholesale_e4 }) => wholesale_e4,
  margin: ({ retail_e4, wholesale_e4 }) => retail_e4 - wholesale_e4,
  conversions: ({ conversions }) => conversions,
  value: ({ value_e4 }) => value_e4,
  return_on_spend: ({ value_e4, retail_e4 }) => share(value_e4, retail_e4),
  share: () => null,
}
const valuesOf = (columns: readonly ReportColumn[], plain: Plain): (number | null)[] =>
  columns.map((column) => columnOf[column](plain))

const days = { start: '2026-11-01', end: '2026-11-20' }
/** Today is not over, so it is left out of what is compared, and so is the day that corresponds to it. */
const comparedDays = { start: '2026-11-01', end: '2026-11-19' }
const before = { start: '2026-10-12', end: '2026-10-30' }
const ask = async <O extends Operation>(
  user: TestUser,
  operation: O,
  params: Record<string, string>,
  query: Record<string, string> = {},
): Promise<WireAnswerOf<O>> => {
  const { status, body } = await http.as(user).call(operation, { params, query })
  expect(status).toBe(200)
  return body
}
const table = (more: { kind: string; clientID?: string }, query: Record<string, string> = {}) =>
  ask(tree.acme.owner, readReportTable, { companyID: tree.acme.id, clientID: 'all', ...days, ...more }, query)
/** Consecutive New York dates from a start date. */
const datesOf = (start: string, count: number): string[] =>
  Array.from({ length: count }, (_, n) => new Date(Date.parse(start) + n * 86_400_000).toISOString().slice(0, 10))

interface Filter {
  where: string
  clientID?: string
  moduleType?: string
}

const filters = (): (Filter & { title: string })[] => [
  { title: 'all', where: '' },
  {
    title: 'one client',
    where: ` and row.client_id = '${tree.acme.clients[1]!.id}'`,
    clientID: tree.acme.clients[1]!.id,
  },
  { title: 'one module', where: ` and campaign.module = 'local'`, moduleType: 'local' },
  {
    title: 'both',
    where: ` and row.client_id = '${tree.acme.clients[0]!.id}' and campaign.module = 'locator'`,
    clientID: tree.acme.clients[0]!.id,
    moduleType: 'locator',
  },
]

async function compareTable(kind: ReportKind, { where, clientID = 'all', moduleType = 'all' }: Filter): Promise<void> {
  const condition = `row.agency_id = '${tree.acme.id}'${where}`
  const body = await table({ kind, clientID }, { moduleType })
  const all = await readDirectly(condition, days.start, days.end)
  const allCompared = await readDirectly(condition, comparedDays.start, comparedDays.end)
  const allBefore = await readDirectly(condition, before.start, before.end)
  expect(all.leads).toBeGreaterThan(5)
  expect(body.hidden_rows).toBe(0)
  if (kind === 'funnel') {
    expect(new Map(body.rows.flatMap(({ key, values }) => (values[0] ? [[key, values[0]]] : [])))).toEqual(all.funnel)
    expect(body.total).toEqual([all.visits, 1])
    expect(body.rows.map(({ key }) => key)).toEqual(
      reasons.filter((reason) => all.funnel.has(reason) || allBefore.funnel.has(reason)),
    )
    return
  }
  expect(body.total).toEqual(valuesOf(body.columns, all))
  expect(body.comparison).toBe('without_today')
  expect(body.compared_total).toEqual(valuesOf(body.columns, allCompared))
  expect(body.previous_total).toEqual(valuesOf(body.columns, allBefore))
  await compareRows(kind, condition, body)
  const sum = body.rows.reduce((total, { values }) => total + values[body.columns.indexOf('leads')]!, 0)
  expect(sum).toBe(all.leads)
}

async function compareRows(
  kind: Exclude<ReportKind, 'funnel'>,
  own: string,
  body: WireAnswerOf<typeof readReportTable>,
): Promise<void> {
  const datesBefore = datesOf(before.start, 20)
  for (const [n, { key, values, previous, ...row }] of body.rows.entries()) {
    const ofRow = {
      campaigns: 'row.campaign_id',
      clients: 'row.client_id',
      modules: 'campaign.module',
      days: `'${key}'`,
    }[kind]
    const isOver = kind !== 'days' || key <= comparedDays.end
    expect(row.comparison).toBe(kind === 'days' ? (isOver ? 'whole' : 'none') : 'without_today')
    const wholeDays = kind === 'days' ? { start: key, end: key } : comparedDays
    const { leads } = await readDirectly(`${own} and ${ofRow} = '${key}'`, wholeDays.start, wholeDays.end)
    expect(row.compared).toBe(isOver ? leads : 0)
    const [now, earlier] = kind === 'days' ? [key, datesBefore[n]!] : [null, null]
    expect([key, values]).toEqual([
      key,
      valuesOf(body.columns, await readDirectly(`${own} and ${ofRow} = '${key}'`, now ?? days.start, now ?? days.end)),
    ])
    expect(previous).toEqual(
      valuesOf(
        body.columns,
        await readDirectly(`${own} and ${ofRow} = '${key}'`, earlier ?? before.start, earlier ?? before.end),
      ),
    )
  }
}

async function compareOthers(): Promise<void> {
  const { acme, root } = tree
  const ofAcme = await readDirectly(`row.agency_id = '${acme.id}'`, days.start, days.end)
  const money = ({ leads, retail_e4, wholesale_e4 }: Plain) => ({ leads, retail_e4, wholesale_e4 })
  const chart = await ask(acme.owner, readReportChart, { companyID: acme.id, clientID: 'all', ...days })
  expect(chart.total).toEqual({ ...money(ofAcme), enriched_e4: 0 })
  for (const { leadspeek_api_id, leads, retail_e4, wholesale_e4 } of chart.campaigns)
    expect({ leads, retail_e4, wholesale_e4 }).toEqual(
      money(await readDirectly(`row.campaign_id = '${leadspeek_api_id}'`, days.start, days.end)),
    )
  expect(chart.states.reduce((sum, { leads }) => sum + leads, 0)).toBe(ofAcme.leads)

  const ofRoot = await readDirectly(`row.root_id = '${root.id}'`, days.start, days.end)
  const revenue = await ask(root.system, readRootRevenue, days)
  expect(revenue.total).toEqual(money(ofRoot))

  const agencies = await ask(root.system, reportAgencies, days)
  for (const { company_id, leads, retail_cents, wholesale_cents } of agencies.data) {
    const plain = await readDirectly(`row.agency_id = '${company_id}'`, days.start, days.end)
    expect(leads).toBe(plain.leads)
    expect(Math.abs(retail_cents * 100 - plain.retail_e4)).toBeLessThanOrEqual(50)
    expect(Math.abs(wholesale_cents * 100 - plain.wholesale_e4)).toBeLessThanOrEqual(50)
  }
  const { rows } = await db.adminPool.query<{ first: string; last: string }>(
    `select min((created_at at time zone 'America/New_York')::date)::text as first,
       max((created_at at time zone 'America/New_York')::date)::text as last
     from lead where agency_id = $1 and kind = 'lead'`,
    [acme.id],
  )
  const first = await ask(acme.owner, readFirstDate, {
    companyID: acme.id,
    clientID: 'all',
    start: 'all',
    end: 'all',
  })
  expect(first).toMatchObject({ first_date: rows[0]!.first, last_date: rows[0]!.last })
}

/** Report Analytics of all agencies, and of one: totals, each module, each agency or client. */
async function compareAnalytics(): Promise<void> {
  const { acme, root } = tree
  for (const [companyID, whole, column] of [
    ['all', `row.root_id = '${root.id}'`, 'agency_id'],
    [acme.id, `row.agency_id = '${acme.id}'`, 'client_id'],
  ] as const) {
    const directly = async (where: string) => {
      const plain = await readDirectly(where, days.start, days.end)
      const { visits, matched, leads, retail_e4, wholesale_e4 } = plain
      return { visits, matched, leads, retail_e4, wholesale_e4 }
    }
    const report = await ask(root.system, readReportAnalytics, { ...days, companyID, moduleType: 'all' })
    expect(report.totals).toEqual(await directly(whole))
    expect(Math.min(report.by_module.length, report.data.length)).toBeGreaterThan(1)
    for (const { leadspeek_type: module, ...sums } of report.by_module)
      expect(sums).toEqual(await directly(`${whole} and campaign.module = '${module}'`))
    for (const { company_id, company_name: _, ...sums } of report.data)
      expect(sums).toEqual(await directly(`row.${column} = '${company_id}'`))
  }
}

describe.each([
  ['before any day is aggregated', async () => {}],
  [
    'after the days before today are',
    async () => {
      // More than a month of days, of which each run processes a part.
      await updateReportDaysJob.run(http.platform, {})
      await updateReportDaysJob.run(http.platform, {})
    },
  ],
  [
    'after only some of them are',
    async () => {
      await db.adminPool.query(`update report_day_watermark set kept_through = '2026-11-07'`)
      await db.adminPool.query(`delete from report_day where day > '2026-11-07'`)
    },
  ],
])('random data, %s:', (_when, run) => {
  beforeAll(run)

  test.each([...reportKinds])('an agency gets correct sums %s, filtered or not, with previous days', async (kind) => {
    for (const filter of filters()) await compareTable(kind, filter)
  })

  test('the dashboard, the operator’s reports, and the first day agree', compareOthers)
  test('the operator’s analytics agree, by module and company too', compareAnalytics)
})
