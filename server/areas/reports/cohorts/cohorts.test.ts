import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { cohortWeeks, readCohorts } from '#contract/reports/cohorts.ts'
import type { Reason } from '#contract/leads/reasons.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { makeCampaign, type TestAgency, type TestCampaign, type TestClient } from '#server/test/factories.ts'
import { insertVisits } from '#server/test/lead-rows.ts'
import { openTree } from '#server/test/open-tree.ts'
import { propertySeed } from '#server/test/property-seed.ts'
import { whileRefused } from '#server/test/refuse-rows.ts'
import { updateCohortsJob } from '#server/areas/reports/cohorts/update-cohorts.ts'

// Random visits over ten weeks; the stored cohorts are compared with the source rows.

const day_ms = 86_400_000
/** Friday, noon on November 20 in New York. */
const now_ms = Date.UTC(2026, 10, 20, 17)
const from_ms = Date.UTC(2026, 8, 10, 12)
const clock = createStillClock(from_ms)

interface Place {
  agency: TestAgency
  client: TestClient
  campaign: TestCampaign
}

const happening = fc.record({
  at_ms: fc.integer({ min: from_ms, max: now_ms }),
  browser: fc.option(fc.nat({ max: 40 }), { freq: 12 }),
  place: fc.nat({ max: 2 }),
  reason: fc.constantFrom<Reason>('no_match', 'returning', 'lead'),
  buys: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
})

const { db, http, tree } = await openTree({ clock })
beforeAll(async () => {
  const { acme, brightside } = tree
  const places: Place[] = []
  for (const [agency, client] of [
    [acme, acme.clients[0]!],
    [acme, acme.clients[1]!],
    [brightside, brightside.clients[0]!],
  ] as const)
    places.push({ agency, client, campaign: await makeCampaign(db, client) })
  const browsers = Array.from({ length: 41 }, (_, n) => newId(from_ms + n))
  const happenings = fc.sample(happening, { numRuns: 500, seed: propertySeed })
  for (const [n, { agency, client, campaign }] of places.entries()) {
    const here = happenings.filter(({ place }) => place === n)
    const visits = await insertVisits(
      db,
      agency,
      here.map(({ at_ms, browser, reason }) => ({
        client,
        campaign,
        at_ms,
        reason,
        visitorId: browser === null ? null : browsers[browser]!,
      })),
    )
    for (const [person, visit] of visits.entries())
      if (here[person]!.buys)
        await db.adminPool.query(
          `insert into conversion (agency_id, campaign_id, person_id, root_id, client_id, visit_id, value_cents, at)
           values ($1, $2, $3, $4, $5, $6, 100, $7)`,
          [agency.id, campaign.id, person, agency.owner.rootId, client.id, visit.id, new Date(visit.at_ms)],
        )
  }
})

const readCells = async (client: TestClient | null, agency = tree.acme) => {
  const params = { companyID: agency.id, clientID: client?.id ?? 'all' }
  const { status, body } = await http.as(agency.owner).call(readCohorts, { params })
  expect(status).toBe(200)
  return body
}

interface Cell {
  first: string
  after: number
  visitors: number
  leads: number
  conversions: number
}

/** The same from visits and conversions, up to a New York day. */
async function readDirectly(agency: TestAgency, client: TestClient | null, through: string): Promise<Cell[]> {
  const { rows } = await db.adminPool.query<Cell>(
    `with seen as (
       select visit.client_id, visitor_id, reason, date_trunc('week', at at time zone 'America/New_York')::date as week,
              (select count(*) from conversion where conversion.agency_id = $1 and conversion.visit_id = visit.id) as bought
         from visit
        where agency_id = $1 and ($2::uuid is null or client_id = $2) and visitor_id is not null
          and (at at time zone 'America/New_York')::date <= $3::date),
     placed as (
       select seen.*, min(week) over (partition by client_id, visitor_id) as first from seen)
     select first::text, ((week - first) / 7)::integer as after, count(distinct (client_id, visitor_id))::integer as visitors,
            count(*) filter (where reason = 'lead')::integer as leads, sum(bought)::integer as conversions
       from placed group by 1, 2`,
    [agency.id, client?.id ?? null, through],
  )
  return rows
}

const cellsOf = (body: Awaited<ReturnType<typeof readCells>>): Cell[] =>
  body.data.flatMap(({ first_week, weeks }) =>
    weeks.flatMap((week, after) =>
      week.visitors + week.leads + week.conversions === 0 ? [] : [{ first: first_week, after, ...week }],
    ),
  )
const inOrder = (cells: readonly Cell[]): Cell[] =>
  cells.toSorted((a, b) => (a.first === b.first ? a.after - b.after : a.first < b.first ? -1 : 1))

async function compare(through: string): Promise<void> {
  for (const [agency, client] of [
    [tree.acme, null],
    [tree.acme, tree.acme.clients[0]!],
    [tree.acme, tree.acme.clients[1]!],
    [tree.brightside, null],
  ] as const) {
    const body = await readCells(client, agency)
    expect(body.kept_through).toBe(through)
    expect(inOrder(cellsOf(body))).toEqual(inOrder(await readDirectly(agency, client, through)))
  }
}

describe('cohorts of returning visitors', () => {
  test('are empty before any day is counted', async () => {
    expect(await readCells(null)).toEqual({ kept_through: null, time_zone: 'America/New_York', data: [] })
  })

  test('equal the raw rows, whether days are aggregated one by one, many at once, or again', async () => {
    for (const at_ms of [from_ms + day_ms, from_ms + 2 * day_ms, from_ms + 24 * day_ms, now_ms]) {
      clock.advance(at_ms - clock.now())
      http.forget()
      await updateCohortsJob.run(http.platform, {})
      await compare(new Date(at_ms - day_ms).toISOString().slice(0, 10))
    }
    await updateCohortsJob.run(http.platform, {})
    await compare('2026-11-19')
    const { data } = await readCells(null)
    expect(data.length).toBeGreaterThan(5)
    expect(data.length).toBeLessThanOrEqual(cohortWeeks)
    expect(data[0]!.first_week > data[1]!.first_week).toBe(true)
    // The week itself and each later one, up to the last that is counted.
    for (const { first_week, weeks } of data)
      expect(weeks).toHaveLength((Date.parse('2026-11-16') - Date.parse(first_week)) / (7 * day_ms) + 1)
  })

  test('are private to an agency: another agency’s client is not found', async () => {
    const params = { companyID: tree.acme.id, clientID: tree.brightside.clients[0]!.id }
    expect((await http.as(tree.acme.owner).call(readCohorts, { params })).status).toBe(404)
  })
})

test('an agency whose cohorts cannot be stored does not block others', async () => {
  clock.advance(day_ms)
  const storeAll = async () => {
    await updateCohortsJob.run(http.platform, {})
    const { rows } = await db.adminPool.query<{ id: string }>(
      `select agency_id as id from cohort_watermark where kept_through = '2026-11-20'`,
    )
    return rows.map(({ id }) => id)
  }
  const first = [tree.acme.id, tree.brightside.id].toSorted()[0]!
  const others = await whileRefused(db, 'cohort_watermark', `agency_id <> '${first}'`, storeAll)
  expect(others).not.toContain(first)
  expect(others).toContain(first === tree.acme.id ? tree.brightside.id : tree.acme.id)
  expect(await storeAll()).toContain(first)
})
