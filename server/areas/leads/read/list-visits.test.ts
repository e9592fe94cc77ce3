import { beforeAll, describe, expect, test } from 'vitest'
import { listVisits, summarizeVisits } from '#contract/leads/visits.ts'
import { reasons, type Reason } from '#contract/leads/reasons.ts'
import {
  makeAgency,
  makeCampaign,
  type TestAgency,
  type TestCampaign,
  type TestClient,
  type TestUser,
} from '#server/test/factories.ts'
import { countVisit, insertLeads, insertVisits, type TestLead, type TestVisit } from '#server/test/lead-rows.ts'
import { openTree } from '#server/test/open-tree.ts'

const minute_ms = 60_000
const hour_ms = 60 * minute_ms
/** Noon in New York, two days before the test's current date. */
const start_ms = Date.UTC(2026, 10, 18, 17)
const absent = '01900000-0000-7000-8000-000000000000'

let agency: TestAgency
let one: TestClient
let two: TestClient
let campaigns: TestCampaign[]
let lead: TestLead
let visits: TestVisit[]

const { db, http, tree } = await openTree()
beforeAll(async () => {
  agency = await makeAgency(db, { rootId: tree.root.id }, 'Visitor', ['One', 'Two'])
  ;[one, two] = agency.clients as [TestClient, TestClient]
  campaigns = [await makeCampaign(db, one, { name: 'A' }), await makeCampaign(db, one), await makeCampaign(db, two)]
  ;[lead] = (await insertLeads(db, agency, [
    { client: one, campaign: campaigns[0]!, at_ms: start_ms, firstName: 'Zoë', lastName: 'Ng' },
  ])) as [TestLead]
  const endings: Reason[] = ['bot', 'no_key', 'no_match', 'returning', 'lead', 'limit_reached']
  visits = await insertVisits(
    db,
    agency,
    Array.from({ length: 60 }, (_, n) => ({
      client: n % 3 === 2 ? two : one,
      campaign: campaigns[n % 3]!,
      at_ms: start_ms + n * 47 * minute_ms,
      reason: endings[n % 6]!,
      leadId: n === 3 ? lead.id : null,
    })),
  )
  const privacy = { client: one, campaign: campaigns[0]!, at_ms: start_ms, reason: 'privacy_gpc' as const }
  for (let n = 0; n < 5; n++) await countVisit(db.adminPool, agency, privacy)
})

const ask = (user: TestUser, params: Record<string, string> = {}, query: Record<string, string | number> = {}) =>
  http.as(user).call(listVisits, { params: { companyID: agency.id, ...params }, query })

async function allPages(
  params: Record<string, string> = {},
  query: Record<string, string | number> = {},
): Promise<string[]> {
  const ids: string[] = []
  let before: string | null = null
  do {
    const { status, body }: Awaited<ReturnType<typeof ask>> = await ask(agency.owner, params, {
      PerPage: 7,
      ...query,
      ...(before && { before }),
    })
    expect(status).toBe(200)
    ids.push(...body.data.map((row) => row.id))
    before = body.next
  } while (before)
  return ids
}

const idsOf = (keep: (visit: TestVisit, n: number) => boolean): string[] =>
  visits
    .filter(keep)
    .map((visit) => visit.id)
    .sort()
    .reverse()

describe('visits', () => {
  test('are listed newest first, each once, across all pages', async () => {
    expect(await allPages()).toEqual(idsOf(() => true))
    expect(await allPages({ clientID: one.id })).toEqual(idsOf((visit) => visit.client === one))
  })

  test('are filtered by reason, campaign, and days in New York', async () => {
    for (const reason of ['bot', 'lead'] as const)
      expect(await allPages({}, { reason })).toEqual(idsOf((visit) => visit.reason === reason))
    expect(await allPages({}, { reason: 'opted_out' })).toEqual([])
    expect(await allPages({}, { campaign: campaigns[1]!.id })).toEqual(
      idsOf((visit) => visit.campaign === campaigns[1]),
    )
    const midnight_ms = Date.UTC(2026, 10, 19, 5)
    const day = { start: '2026-11-19', end: '2026-11-19' }
    expect(await allPages(day)).toEqual(
      idsOf((visit) => visit.at_ms >= midnight_ms && visit.at_ms < midnight_ms + 24 * hour_ms),
    )
    expect(await allPages({ end: '2026-11-18' })).toEqual(idsOf((visit) => visit.at_ms < midnight_ms))
  })

  test('say why there is no lead, or who became a lead', async () => {
    const { body } = await ask(agency.owner, {}, { PerPage: 100 })
    const withLead = body.data.find((row) => row.lead_id === lead.id)!
    expect(withLead).toMatchObject({ reason: 'returning', person_name: 'Zoë Ng', campaignName: 'A', match_key: 'md5' })
    const bot = body.data.find((row) => row.reason === 'bot')!
    expect(bot).toMatchObject({
      person_name: null,
      lead_id: null,
      page_url: 'https://site.localhost/pricing',
      title: 'Pricing',
    })
    expect(body.time_zone).toBe('America/New_York')
  })

  test('are the client’s own, and others’ are not found', async () => {
    const list = await ask(one.user, { companyID: one.id }, { PerPage: 100 })
    expect(new Set(list.body.data.map((row) => row.company_id))).toEqual(new Set([one.id]))
    for (const params of [
      { companyID: two.id, clientID: 'all' },
      { companyID: agency.id, clientID: 'all' },
      { companyID: one.id, clientID: two.id },
    ])
      expect((await ask(one.user, params)).status).toBe(404)
    for (const clientID of [tree.acme.clients[0]!.id, absent])
      expect((await ask(agency.owner, { clientID })).status).toBe(404)
    for (const campaign of [campaigns[2]!.id, absent])
      expect((await ask(one.user, { companyID: one.id }, { campaign })).status).toBe(404)
  })

  test.each([
    ['start', { start: 'yesterday' }, {}],
    ['end', { start: '2026-11-02', end: '2026-11-01' }, {}],
    ['PerPage', {}, { PerPage: 0 }],
    ['before', {}, { before: 'x' }],
    ['reason', {}, { reason: 'because' }],
    ['campaign', {}, { campaign: 'x' }],
    ['Page', {}, { Page: 2 }],
  ])('are rejected with an invalid %s', async (field, params, query) => {
    const { status, body } = await ask(agency.owner, params, query as Record<string, string>)
    expect({ status, field: body.field }).toEqual({ status: 422, field })
  })
})

describe('the summary of visits', () => {
  const summary = (user: TestUser, params: Record<string, string> = {}, query: Record<string, string> = {}) =>
    http.as(user).call(summarizeVisits, { params: { companyID: agency.id, ...params }, query })

  test('counts each reason in stage order, including those that are only counted', async () => {
    const { body } = await summary(agency.owner)
    expect(body.reasons).toEqual([
      { reason: 'bot', count: 10, counted_only: false },
      { reason: 'privacy_gpc', count: 5, counted_only: true },
      { reason: 'no_key', count: 10, counted_only: false },
      { reason: 'no_match', count: 10, counted_only: false },
      { reason: 'returning', count: 10, counted_only: false },
      { reason: 'limit_reached', count: 10, counted_only: false },
      { reason: 'lead', count: 10, counted_only: false },
    ])
    expect(body.total).toBe(65)
    expect(body.reasons.map(({ reason }) => reasons.indexOf(reason))).toEqual(
      body.reasons.map(({ reason }) => reasons.indexOf(reason)).toSorted((a, b) => a - b),
    )
  })

  test('is filtered by client, campaign, and days', async () => {
    const countOf = async (params: Record<string, string>, query: Record<string, string> = {}): Promise<number> =>
      (await summary(agency.owner, params, query)).body.total
    expect(await countOf({ clientID: two.id })).toBe(20)
    expect(await countOf({}, { campaign: campaigns[0]!.id })).toBe(25)
    const midnight_ms = Date.UTC(2026, 10, 19, 5)
    expect(await countOf({ end: '2026-11-18' })).toBe(visits.filter(({ at_ms }) => at_ms < midnight_ms).length + 5)
    expect(await countOf({ start: '2027-01-01' })).toBe(0)
  })

  test('is restricted in the same way as the list', async () => {
    expect((await summary(one.user, { companyID: one.id })).body.total).toBe(45)
    expect((await summary(one.user, { companyID: two.id })).status).toBe(404)
    expect((await summary(agency.owner, { clientID: tree.acme.clients[0]!.id })).status).toBe(404)
    expect((await summary(one.user, { companyID: one.id }, { campaign: campaigns[2]!.id })).status).toBe(404)
    expect((await summary(agency.bareAdmin)).status).toBe(403)
  })
})
