import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { simulateCampaign, type RuleToLeaveOut, type Simulation } from '#contract/leads/simulation.ts'
import { setJob, makeB2bCampaign } from '#server/test/b2b-world.ts'
import { openApp } from '#server/test/open-app.ts'
import { md5, start_ms, type PipelineCampaign, type PipelinePerson } from '#server/test/pipeline-world.ts'
import { openSearchWorld } from '#server/test/search-world.ts'

const hour_ms = 3_600_000
const day_ms = 24 * hour_ms

const world = await openSearchWorld()
const http = await openApp(world)
const moveTo = (at_ms: number): void => world.clock.advance(at_ms - world.clock.now())
beforeEach(() => moveTo(start_ms))
afterEach(() => world.db.adminPool.query('delete from money_cap'))

const ask = (campaign: PipelineCampaign, days: '7' | '30' = '7', user = world.tree.acme.owner) =>
  http.as(user).call(simulateCampaign, { params: { id: campaign.id, days } })

async function simulate(campaign: PipelineCampaign, days: '7' | '30' = '7'): Promise<Simulation> {
  const { status, body } = await ask(campaign, days)
  expect(status).toBe(200)
  return body.data
}

/** A person's visit at the current time, resolved at once. */
const visit = (campaign: PipelineCampaign, person: PipelinePerson) =>
  world.visit(campaign, { hashes: [md5(person.email)] })

const reasonsOf = ({ reasons }: Simulation) => Object.fromEntries(reasons.map(({ reason, count }) => [reason, count]))
function countOf(reasons: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const reason of reasons) counts[reason] = (counts[reason] ?? 0) + 1
  return counts
}
const settle = (campaign: PipelineCampaign, settings: string) =>
  world.db.adminPool.query(`update campaign set ${settings}, updated_at = $2 where id = $1`, [
    campaign.id,
    new Date(world.clock.now()),
  ])

/** A deterministic pseudorandom generator. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

describe('A simulation', () => {
  test('shows what a draft would have made of its site’s visits, and writes nothing', async () => {
    const busy = await world.makeCampaign({
      name: 'Pricing visitors',
      status: 'pause',
      site_hosts: ['plumbright.test'],
    })
    const draft = await world.makeCampaign({
      status: 'draft',
      site_hosts: ['plumbright.test'],
      national_targeting: false,
      states: ['IL'],
      retail_price_e4: 20_000,
      wholesale_price_e4: 5_000,
    })
    const [ada, eve] = [await world.makePerson(), await world.makePerson({ state: 'TX', zip: '75001' })]
    for (const person of [ada, ada, eve]) await visit(busy, person)
    await world.visit(busy, { hashes: [md5('nobody@example.com')] })
    const tables = ['visit', 'lead', 'ledger_transfer', 'limit_use', 'visit_count']
    const before = await Promise.all(tables.map((table) => world.count(table, draft)))
    const rules = await world.count('campaign_rules', draft)
    const result = await simulate(draft)
    expect(result).toMatchObject({
      source: 'site',
      source_name: 'Pricing visitors',
      events: 4,
      people: 2,
      leads: 1,
      cost: 20_000,
      wholesale: 5_000,
    })
    expect(reasonsOf(result)).toEqual({ no_match: 1, outside_target: 1, returning: 1, lead: 1 })
    expect(result.by_day.map(({ events, leads }) => [events, leads])).toEqual([
      ...Array.from({ length: 6 }, () => [0, 0]),
      [4, 1],
    ])
    expect(await Promise.all(tables.map((table) => world.count(table, draft)))).toEqual(before)
    expect(await world.count('campaign_rules', draft)).toBe(rules)
  })

  test('shows what would come without a rule', async () => {
    const campaign = await world.makeCampaign({
      start_date: '2025-10-01',
      reidentification: 'never',
      require_phone: true,
      limit_leads: 1,
      limit_period: 'total',
    })
    const people = [await world.makePerson({ phone_e164: null }), await world.makePerson(), await world.makePerson()]
    for (const person of people) await visit(campaign, person)
    const without = async (rule: RuleToLeaveOut | '') => {
      const { body } = await http
        .as(world.tree.acme.clients[0]!.user)
        .call(simulateCampaign, { params: { id: campaign.id, days: '7' }, query: { without: rule } })
      return reasonsOf(body.data)
    }
    expect(await without('')).toEqual({ phone_missing: 1, limit_reached: 1, lead: 1 })
    expect(await without('phone_missing')).toEqual({ limit_reached: 2, lead: 1 })
    expect(await without('limit_reached')).toEqual({ phone_missing: 1, lead: 2 })
  })

  test.each([
    ['at any time', []],
    ['at its hours', ['mon 08:00-12:00', 'mon 14:00-20:00', 'wed 00:00-24:00', 'fri 20:00-06:00', 'sun 10:00-16:00']],
  ])('matches what the resolver made of the same visits while the campaign ran %s', async (_when, active_hours) => {
    const random = numbers(20_261_122)
    const campaign = await world.makeCampaign({
      active_hours,
      start_date: '2025-10-01',
      reidentification: '1 week',
      require_phone: true,
    })
    const people = await Promise.all(
      Array.from({ length: 5 }, (_, at) => world.makePerson(at % 4 === 0 ? { phone_e164: null } : {})),
    )
    for (let at_ms = start_ms - 20 * day_ms; at_ms < start_ms; at_ms += (6 + random(18)) * hour_ms) {
      moveTo(at_ms)
      const mark = random(8) === 0 ? 'bot' : null
      await world.visit(campaign, { hashes: [md5(people[random(people.length)]!.email)], mark })
    }
    moveTo(start_ms)
    const counts = countOf((await world.visits(campaign)).map(({ reason }) => reason))
    expect(counts['lead']).toBeGreaterThan(3)
    expect((counts['outside_hours'] ?? 0) > 3).toBe(active_hours.length > 0)
    expect(reasonsOf(await simulate(campaign, '30'))).toEqual(counts)
  })

  test.each(['day', 'week', 'month'])('reaches a limit by the %s when the resolver did', async (period) => {
    const random = numbers(period.length)
    const campaign = await world.makeCampaign({ limit_leads: 2, limit_period: period, reidentification: 'never' })
    const people = await Promise.all(Array.from({ length: 20 }, () => world.makePerson()))
    for (let at_ms = start_ms - 6 * day_ms; at_ms < start_ms; at_ms += (2 + random(6)) * hour_ms) {
      moveTo(at_ms)
      await visit(campaign, people[random(people.length)]!)
    }
    moveTo(start_ms)
    const visits = await world.visits(campaign)
    const leads = visits.filter(({ reason }) => reason === 'lead').length
    const limitReached = visits.filter(({ reason }) => reason === 'limit_reached').length
    expect(limitReached).toBeGreaterThan(0)
    const result = await simulate(campaign, '30')
    expect([result.leads, reasonsOf(result)['limit_reached']]).toEqual([leads, limitReached])
    expect(result.limit_met_on).not.toBeNull()
  })

  test('spreads the leads of a day as the resolver did', { timeout: 60_000 }, async () => {
    // With six leads a day, one is due every two hours from 8 a.m.
    const campaign = await world.makeCampaign({
      start_date: '2025-10-01',
      limit_leads: 6,
      spreads_evenly: true,
      active_hours: ['fri', 'sat', 'sun'].map((day) => `${day} 08:00-20:00`),
    })
    for (let at_ms = start_ms - 4 * day_ms + hour_ms / 2; at_ms < start_ms - day_ms / 2; at_ms += 1.25 * hour_ms) {
      moveTo(at_ms)
      await visit(campaign, await world.makePerson())
    }
    moveTo(start_ms)
    const counts = countOf((await world.visits(campaign)).map(({ reason }) => reason))
    expect(Object.keys(counts).toSorted()).toEqual(['lead', 'limit_reached', 'outside_hours', 'paced'])
    expect(reasonsOf(await simulate(campaign))).toEqual(counts)
  })

  test('offers people who searched on closed days again on the next open one', async () => {
    const draft = { status: 'draft', active_hours: ['mon 09:00-17:00'] }
    const [long, short] = [
      await world.makeSearchCampaign({ keyword: 'gutter' }, draft),
      await world.makeSearchCampaign({ keyword: 'gutter', windowDays: 1 }, draft),
    ]
    for (const [person, days] of [
      [await world.makePerson(), 2],
      [await world.makePerson(), 0],
    ] as const)
      await world.search(person, { text: 'gutter', at_ms: start_ms - days * day_ms - hour_ms })
    expect(reasonsOf(await simulate(long))).toEqual({ outside_hours: 1, lead: 2 })
    expect(reasonsOf(await simulate(short))).toEqual({ outside_hours: 1, lead: 1 })
  })

  test('reaches a spend cap when the resolver did, and resets with the month', async () => {
    // A lead costs $1.25; the last month ended eleven days ago.
    const campaign = await world.makeCampaign({ month_cap_cents: 800, start_date: '2025-10-01' })
    for (let day = 20; day > 0; day--) {
      moveTo(start_ms - day * day_ms)
      await visit(campaign, await world.makePerson())
    }
    moveTo(start_ms)
    const counts = countOf((await world.visits(campaign)).map(({ reason }) => reason))
    expect(counts).toEqual({ lead: 12, cap_reached: 8 })
    const result = await simulate(campaign, '30')
    expect(reasonsOf(result)).toEqual(counts)
    expect(result.cost).toBe(12 * 12_500)
    expect(result.caps).toEqual([{ of: 'campaign', met_on: '2025-12-29', met_days: 8 }])
  })

  const capCompany = (agencyId: string, clientId: string | null, cents: number) =>
    world.db.adminPool.query(
      `insert into money_cap (agency_id, company_id, client_id, root_id, month_cap_cents, updated_at)
       values ($1, $2, $3, $4, $5, $6)`,
      [agencyId, clientId ?? agencyId, clientId, world.tree.root.id, cents, new Date(world.clock.now())],
    )

  test.each([
    ['agency’s', 'agency'],
    ['client’s', 'client'],
  ] as const)('reaches its %s cap when the resolver did, including other campaigns’ spending', async (_whose, of) => {
    // A lead costs the client $1.25 and the agency $0.50. No other campaign spends there.
    const { acme, brightside } = world.tree
    const agency = of === 'agency' ? brightside : acme
    const { id: clientId, user } = agency.clients.at(-1)!
    const client = { agencyId: agency.id, clientId }
    moveTo(start_ms - 20 * day_ms)
    const [campaign, otherCampaign] = [
      await world.makeCampaign(
        { start_date: '2025-10-01', month_cap_cents: 1_200, time_zone: 'America/Los_Angeles' },
        client,
      ),
      await world.makeCampaign({ start_date: '2025-10-01' }, client),
    ]
    if (of === 'client') await capCompany(agency.id, clientId, 1_400)
    else await capCompany(agency.id, null, 600)
    const random = numbers(1_090)
    for (let at_ms = start_ms - 20 * day_ms; at_ms < start_ms; at_ms += (3 + random(18)) * hour_ms) {
      moveTo(at_ms)
      await visit(random(2) === 0 ? campaign : otherCampaign, await world.makePerson())
    }
    moveTo(start_ms)
    const counts = countOf((await world.visits(campaign)).map(({ reason }) => reason))
    expect(counts['lead']).toBeGreaterThan(5)
    expect(counts['cap_reached']).toBeGreaterThan(3)
    const result = (await ask(campaign, '30', agency.owner)).body.data
    expect(reasonsOf(result)).toEqual(counts)
    expect(result.caps.find((cap) => cap.of === of)!.met_days).toBeGreaterThan(1)
    const toClient = (await ask(campaign, '30', user)).body.data
    expect(toClient.caps.map((cap: { of: string }) => cap.of)).toEqual(
      of === 'client' ? ['campaign', 'client'] : ['campaign'],
    )
    expect(toClient.leads > result.leads, 'nothing of an agency’s cap is to be seen').toBe(of === 'agency')
  })

  test('respects earlier real leads, and those of the client’s other campaigns if configured', async () => {
    const [before, after] = [await world.makePerson(), await world.makePerson()]
    const campaign = await world.makeCampaign({ start_date: '2025-10-01', reidentification: 'never' })
    const otherCampaign = await world.makeCampaign({ start_date: '2025-10-01', reidentification: 'never' })
    moveTo(start_ms - 40 * day_ms)
    await visit(campaign, before)
    await visit(otherCampaign, after)
    moveTo(start_ms)
    await visit(campaign, before)
    await visit(campaign, after)
    expect(reasonsOf(await simulate(campaign))).toEqual({ returning: 1, lead: 1 })
    await settle(campaign, 'reidentification_across_client = true')
    expect(reasonsOf(await simulate(campaign))).toEqual({ returning: 2 })
  })

  test('counts companies as the resolver does if a campaign takes one lead per company', async () => {
    const random = numbers(58)
    const campaign = await makeB2bCampaign(
      world,
      { companyWindow: '1 week' },
      { start_date: '2025-10-01', reidentification: 'never' },
    )
    const firms = ['northwind.example', 'contoso.example', 'fabrikam.example']
    const people = await Promise.all(
      Array.from({ length: 12 }, async (_, at) =>
        setJob(world, await world.makePerson(), {
          company_domain: firms[at % 3]!,
          ...(at % 4 === 0 && { industry: 'Farming' }),
        }),
      ),
    )
    for (let at_ms = start_ms - 20 * day_ms; at_ms < start_ms; at_ms += (8 + random(24)) * hour_ms) {
      moveTo(at_ms)
      await visit(campaign, people[random(people.length)]!)
    }
    moveTo(start_ms)
    const counts = countOf((await world.visits(campaign)).map(({ reason }) => reason))
    expect(counts['company_returning']).toBeGreaterThan(0)
    expect(counts['lead']).toBeGreaterThan(firms.length)
    expect(reasonsOf(await simulate(campaign, '30'))).toEqual(counts)
  })

  test('covers identified visitors only: a company’s unknown visitors match nobody, despite suggested contacts', async () => {
    const campaign = await makeB2bCampaign(world)
    await setJob(world, await world.makePerson(), { company_domain: 'strangers.example' })
    await world.visit(campaign, { company: 'strangers.example' })
    await world.visit(campaign, { company: 'nobody.example' })
    expect((await world.visits(campaign)).map(({ reason }) => reason).toSorted()).toEqual(['lead', 'no_contact'])
    expect(reasonsOf(await simulate(campaign))).toEqual({ no_match: 2 })
  })

  test('makes a lead of each visit if the same person may return at any time', async () => {
    const campaign = await world.makeCampaign({ reidentification: 'always' })
    const person = await world.makePerson()
    for (let n = 0; n < 3; n++) await visit(campaign, person)
    expect(await simulate(campaign)).toMatchObject({ leads: 3, people: 1 })
  })

  test('leaves out people who are excluded by a list, opted out, or bought', async () => {
    const campaign = await world.makeCampaign({ status: 'pause' })
    const people = await Promise.all(Array.from({ length: 4 }, () => world.makePerson()))
    for (const person of people) await visit(campaign, person)
    await world.visit(campaign, { kind: 'conversion', hashes: [md5(people[0]!.email)], value_cents: 100 })
    await world.db.adminPool.query(
      `insert into exclusion (agency_id, root_id, level, client_id, hash, created_at)
       values ($1, $2, 'client', $3, decode($4, 'hex'), now())`,
      [campaign.agencyId, world.tree.root.id, campaign.clientId, md5(people[1]!.email)],
    )
    await world.db.adminPool.query(
      `insert into opt_out (hash, reason, created_at) values (decode($1, 'hex'), 'page', now())`,
      [md5(people[2]!.email)],
    )
    expect(reasonsOf(await simulate(campaign))).toEqual({ opted_out: 1, excluded_client: 1, converted: 1, lead: 1 })
  })

  test('runs searches through a campaign’s own stages, highest scores first', async () => {
    const campaign = await world.makeSearchCampaign(
      { keyword: 'roof repair, -free', leastSearches: 2 },
      { status: 'draft', limit_leads: 1, limit_period: 'day' },
    )
    const [often, twice, once, free] = await Promise.all(Array.from({ length: 4 }, () => world.makePerson()))
    for (const [person, count] of [
      [twice, 2],
      [often, 4],
      [once, 1],
    ] as const)
      for (let n = 0; n < count; n++)
        await world.search(person!, { text: 'roof repair chicago', at_ms: start_ms - hour_ms * (n + 1) })
    await world.search(free!, { text: 'free roof repair', at_ms: start_ms - hour_ms })
    const result = await simulate(campaign)
    expect(result).toMatchObject({ source: 'searches', people: 4, leads: 1, limit_met_days: 1 })
    expect(reasonsOf(result)).toEqual({
      negative_keyword: 1,
      too_few_searches: 1,
      limit_reached: 2,
      returning: 3,
      lead: 1,
    })
  })

  test('shows a client what they would have paid, and nothing about wholesale', async () => {
    const campaign = await world.makeCampaign()
    await visit(campaign, await world.makePerson())
    const { body } = await ask(campaign, '7', world.tree.acme.clients[0]!.user)
    expect(body.data).toMatchObject({ leads: 1, cost: 12_500 })
    expect(body.data).not.toHaveProperty('wholesale')
    expect((await ask(campaign, '7', world.tree.acme.clients[1]!.user)).status).toBe(404)
  })
})
