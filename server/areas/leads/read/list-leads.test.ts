import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { listLeads } from '#contract/leads/leads.ts'
import { createStillClock } from '#server/platform/clock.ts'
import {
  makeAgency,
  makeCampaign,
  type TestAgency,
  type TestCampaign,
  type TestClient,
  type TestUser,
} from '#server/test/factories.ts'
import { insertLeads, type TestLead } from '#server/test/lead-rows.ts'
import { openTree } from '#server/test/open-tree.ts'

const now_ms = Date.UTC(2026, 10, 20, 12)
const clock = createStillClock(now_ms)
const absent = '01900000-0000-7000-8000-000000000000'

let agency: TestAgency
let one: TestClient
let two: TestClient
let campaigns: TestCampaign[]
let leads: TestLead[]

const { db, http, tree } = await openTree({ clock })
beforeAll(async () => {
  agency = await makeAgency(db, { rootId: tree.root.id }, 'Lister', ['One', 'Two'])
  ;[one, two] = agency.clients as [TestClient, TestClient]
  campaigns = [await makeCampaign(db, one), await makeCampaign(db, one), await makeCampaign(db, two)]
  leads = await insertLeads(db, agency, randomLeads())
  await insertLeads(db, tree.acme, [
    { client: tree.acme.clients[0]!, campaign: await makeCampaign(db, tree.acme.clients[0]!), at_ms: now_ms },
  ])
})

/** Ten days with empty and crowded hours, equal timestamps and a clock change in New York (November 1). */
function randomLeads() {
  const firsts = ['Ann', 'Bob', 'Zoë', 'Émile', 'anna']
  const lasts = ['Smith', 'Smithson', 'Ng', "O'Neil", 'de la Cruz']
  const [sample] = fc.sample(
    fc.array(
      fc.record({
        minutes: fc.oneof(
          fc.nat(20 * 24 * 60),
          fc.nat(30).map((minute) => 5 * 24 * 60 + minute),
        ),
        campaign: fc.nat(2),
        kind: fc.constantFrom('lead', 'lead', 'lead', 'test' as const),
        first: fc.constantFrom(...firsts),
        last: fc.constantFrom(...lasts),
        digits: fc.nat(99),
      }),
      { minLength: 400, maxLength: 400 },
    ),
    { seed: 7, numRuns: 1 },
  )
  return sample!.map(({ minutes, campaign, kind, first, last, digits }, n) => ({
    client: campaign === 2 ? two : one,
    campaign: campaigns[campaign]!,
    at_ms: now_ms - minutes * 60_000,
    kind: kind as 'lead' | 'test',
    firstName: first,
    lastName: last,
    email: n % 9 === 0 ? null : `${first}.${n}@example.com`,
    phone: n % 7 === 0 ? null : `+121255501${String(digits).padStart(2, '0')}`,
  }))
}

interface Asked {
  who: 'agency' | 'one' | 'two'
  campaign: number | null
  kind: 'all' | 'lead' | 'test'
  sortby: 'created_at' | 'last_name' | 'email' | 'all'
  order: 'asc' | 'desc' | 'none'
  search: string
  days: [number, number] | null
  page: number
  perPage: number
}

const dayOf = (n: number): string => new Date(Date.UTC(2026, 9, 28 + n)).toISOString().slice(0, 10)
/** New York is at UTC-4 through October 31 and at UTC-5 from November 2; November 1 begins at -4 and ends at -5. */
const startOf = (n: number): number => Date.UTC(2026, 9, 28 + n, n <= 4 ? 4 : 5)

/** A naive implementation of the page. */
function naivePage(asked: Asked): { ids: string[]; total: number } {
  const words = asked.search.toLowerCase().split(' ').filter(Boolean)
  const clientId = asked.who === 'one' ? one.id : asked.who === 'two' ? two.id : null
  const matches = leads.filter(
    (lead) =>
      (clientId === null || lead.client.id === clientId) &&
      (asked.campaign === null || lead.campaign === campaigns[asked.campaign]) &&
      (asked.kind === 'all' || lead.kind === asked.kind) &&
      (!asked.days || (lead.at_ms >= startOf(asked.days[0]) && lead.at_ms < startOf(asked.days[1] + 1))) &&
      words.every((word) =>
        /^\d+$/.test(word)
          ? (lead.phone ?? '').slice(-10).startsWith(word)
          : [lead.firstName, lead.lastName, lead.email ?? ''].some((text) => text.toLowerCase().startsWith(word)),
      ),
  )
  const isSorted = asked.order !== 'none' && asked.sortby !== 'all'
  const key = (lead: TestLead): Buffer | number =>
    !isSorted || asked.sortby === 'created_at'
      ? lead.at_ms
      : Buffer.from((asked.sortby === 'email' ? (lead.email ?? '') : lead.lastName).toLowerCase())
  const compare = (a: TestLead, b: TestLead): number => {
    const [first, second] = [key(a), key(b)]
    const byKey = typeof first === 'number' ? first - (second as number) : Buffer.compare(first, second as Buffer)
    return byKey || (a.id < b.id ? -1 : 1)
  }
  matches.sort((a, b) => (asked.order === 'asc' ? 1 : -1) * compare(a, b))
  const from = (asked.page - 1) * asked.perPage
  return { ids: matches.slice(from, from + asked.perPage).map((lead) => lead.id), total: matches.length }
}

const ask = (user: TestUser, params: Record<string, string>, query: Record<string, string | number> = {}) =>
  http.as(user).call(listLeads, { params: { companyID: agency.id, ...params }, query })

async function askedPage(asked: Asked): Promise<{ ids: string[]; total: number }> {
  const clientID = asked.who === 'agency' ? 'all' : asked.who === 'one' ? one.id : two.id
  const days: Record<string, string> = asked.days ? { start: dayOf(asked.days[0]), end: dayOf(asked.days[1]) } : {}
  const { status, body } = await ask(
    agency.owner,
    { clientID, ...days },
    {
      Page: asked.page,
      PerPage: asked.perPage,
      kind: asked.kind,
      sortby: asked.sortby,
      order: asked.order,
      searchQuery: asked.search,
      ...(asked.campaign !== null && { campaign: campaigns[asked.campaign]!.id }),
    },
  )
  expect(status, JSON.stringify(body)).toBe(200)
  return { ids: body.data.map((row) => row.id), total: body.total }
}

describe('a page of leads', () => {
  test('equals the result of a naive query over all leads, for any parameters', async () => {
    const queries = fc.record<Asked>({
      who: fc.constantFrom('agency', 'one', 'two'),
      campaign: fc.constantFrom(null, null, 0, 1, 2),
      kind: fc.constantFrom('all', 'lead', 'test'),
      sortby: fc.constantFrom('created_at', 'last_name', 'email', 'all'),
      order: fc.constantFrom('asc', 'desc', 'none'),
      search: fc.constantFrom('', '', '', 'smith', 'ann sm', 'ZO', 'é', '2125550', "o'n", 'ann.1', 'nobody'),
      days: fc.constantFrom<Asked['days']>(null, null, [0, 30], [4, 4], [3, 5], [2, 10], [25, 30]),
      page: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 45 })),
      perPage: fc.constantFrom(1, 7, 10, 100),
    })
    const ownerOf = ['one', 'one', 'two']
    const fitting = queries.filter(
      ({ who, campaign }) => who === 'agency' || campaign === null || ownerOf[campaign] === who,
    )
    await fc.assert(
      fc.asyncProperty(fitting, async (asking) => {
        expect(await askedPage(asking)).toEqual(naivePage(asking))
      }),
      { numRuns: 500 },
    )
  })

  test('leads page by page to every lead exactly once', async () => {
    const ids: string[] = []
    for (let page = 1; ids.length < leads.length; page++) {
      const { ids: pageIds } = await askedPage({ ...everything, page, perPage: 17 })
      expect(pageIds.length).toBeGreaterThan(0)
      ids.push(...pageIds)
    }
    expect(new Set(ids)).toEqual(new Set(leads.map((lead) => lead.id)))
    expect(ids.length).toBe(leads.length)
  })

  test('includes the whole row, the time zone of its days, and paging', async () => {
    const newest = naivePage({ ...everything, page: 1, perPage: 1 }).ids[0]
    const lead = leads.find(({ id }) => id === newest)!
    const { body } = await ask(agency.owner, {}, { PerPage: 1 })
    expect(body).toEqual({
      current_page: 1,
      last_page: 400,
      per_page: 1,
      total: 400,
      // R173: reports name the time zone of their days.
      time_zone: 'America/New_York',
      data: [
        {
          id: lead.id,
          kind: lead.kind,
          created_at: new Date(lead.at_ms).toISOString(),
          company_id: lead.client.id,
          company_name: lead.client.name,
          leadspeek_api_id: lead.campaign.id,
          campaignName: lead.campaign.name,
          first_name: lead.firstName,
          last_name: lead.lastName,
          email: lead.email ?? '',
          phone: lead.phone ?? '',
          street: '1 Main St',
          city: 'Miami',
          state: 'FL',
          zip: '33101',
          page_url: 'https://site.localhost/',
          match_key: 'md5',
          confidence: expect.closeTo(0.98, 5),
          retail_price: 1.5,
          wholesale_price: 0.5,
          credit: null,
          converted_at: null,
          status: 'new',
          assignee: null,
          next_action: null,
          value_cents: null,
          tags: [],
        },
      ],
    })
  })

  test('is empty for a client without leads', async () => {
    const bare = tree.acme.clients[1]!
    const { status, body } = await ask(bare.user, { companyID: bare.id })
    expect({ status, data: body.data, total: body.total, last: body.last_page }).toEqual({
      status: 200,
      data: [],
      total: 0,
      last: 1,
    })
  })
})

const everything: Asked = {
  who: 'agency',
  campaign: null,
  kind: 'all',
  sortby: 'all',
  order: 'none',
  search: '',
  days: null,
  page: 1,
  perPage: 10,
}

describe('a search', () => {
  const countFound = async (searchQuery: string): Promise<number> => {
    const { status, body } = await ask(agency.owner, {}, { searchQuery })
    expect(status).toBe(200)
    return body.total
  }
  test('accepts phone numbers as people write them', async () => {
    const count = leads.filter((lead) => lead.phone === '+12125550142').length
    expect(count).toBeGreaterThan(0)
    for (const text of ['2125550142', '(212) 555-0142', '+1 212-555-0142', '1.212.555.0142'])
      expect(await countFound(text)).toBe(count)
  })

  test('looks for text with an @ only in email addresses', async () => {
    expect(await countFound('ann.1@example.com')).toBe(
      leads.filter((lead) => lead.email === 'Ann.1@example.com').length,
    )
    expect(await countFound('@')).toBe(0)
  })

  test.each(['%', '_', '\\', "'", '"; drop table lead', '\u{10FFFF}', '*:*', '( )'])(
    'takes %j literally',
    async (text) => {
      expect(await countFound(text)).toBe(0)
    },
  )
})

describe('a client', () => {
  test('sees its own leads without what its agency pays', async () => {
    const { status, raw, body } = await ask(one.user, { companyID: one.id }, { PerPage: 100 })
    expect(status).toBe(200)
    expect(body.total).toBe(leads.filter((lead) => lead.client === one).length)
    expect(new Set(body.data.map((row) => row.company_id))).toEqual(new Set([one.id]))
    expect(raw.payload).not.toContain('wholesale')
    expect(body.data[0]!.retail_price).toBe(1.5)
  })

  test('gets the same not-found response for another client’s leads as for nonexistent ones', async () => {
    const answers = []
    for (const [companyID, clientID] of [
      [two.id, 'all'],
      [agency.id, 'all'],
      [one.id, two.id],
      [one.id, tree.acme.clients[0]!.id],
      [one.id, absent],
      [absent, 'all'],
    ] as const) {
      const { status, body } = await ask(one.user, { companyID, clientID })
      answers.push({ status, ...body, request_id: '' })
    }
    expect(answers[0]).toMatchObject({ status: 404, code: 'not_found' })
    for (const answer of answers) expect(answer).toEqual(answers[0])
  })

  test('cannot filter its list by somebody else’s campaign', async () => {
    for (const campaign of [campaigns[2]!.id, absent]) {
      expect((await ask(one.user, { companyID: one.id }, { campaign })).status).toBe(404)
      expect((await ask(agency.owner, { clientID: one.id }, { campaign })).status).toBe(404)
    }
  })
})

describe('an agency', () => {
  test('gets the same not-found response for another agency’s clients as for nonexistent ones', async () => {
    for (const clientID of [tree.acme.clients[0]!.id, tree.acme.id, absent])
      expect((await ask(agency.owner, { clientID })).status).toBe(404)
    expect((await ask(agency.owner, { companyID: tree.acme.id })).status).toBe(404)
  })

  test('lets administrators read leads only if their role allows it, and no sales people', async () => {
    expect((await ask(agency.admin, {})).status).toBe(200)
    expect((await ask(agency.bareAdmin, {})).status).toBe(403)
    expect((await ask(tree.root.salesRep, {})).status).toBe(403)
    expect((await ask(tree.root.system, {})).body.total).toBe(400)
    expect((await ask(tree.other.system, {})).status).toBe(404)
  })
})

describe('an invalid parameter', () => {
  test.each([
    ['start', { start: '2026-13-01' }, {}],
    ['end', { start: '2026-11-02', end: '2026-11-01' }, {}],
    ['clientID', { clientID: 'x' }, {}],
    ['Page', {}, { Page: 0 }],
    ['PerPage', {}, { PerPage: 101 }],
    ['sortby', {}, { sortby: 'retail_price' }],
    ['order', {}, { order: 'up' }],
    ['kind', {}, { kind: 'x' }],
    ['campaign', {}, { campaign: 'x' }],
    ['moduleType', {}, { moduleType: 'siteid' }],
    ['searchQuery', {}, { searchQuery: 'x'.repeat(101) }],
    ['wholesale', {}, { wholesale: 1 }],
  ])('%s is rejected by name', async (field, params, query) => {
    const { status, body } = await ask(agency.owner, params as Record<string, string>, query as Record<string, string>)
    expect({ status, field: body.field }).toEqual({ status: 422, field })
  })
})
