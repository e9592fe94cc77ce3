import type { Pool } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startMailbox, type Mailbox } from '#demo/mailbox.ts'
import { getCampaign } from '#contract/campaigns/campaigns.ts'
import {
  applyCount,
  smallestShown,
  listCampaignCounts,
  maxPending,
  maxPendingOfClient,
  queueCount,
  readCampaignCounts,
  readCountConfig,
} from '#contract/keywords/counts.ts'
import { closeMail } from '#server/platform/mail.ts'
import { createTestApp, noLimits, type TestApp } from '#server/test/app.ts'
import type { TestUser } from '#server/test/factories.ts'
import type { PipelineCampaign, PipelinePerson } from '#server/test/pipeline-world.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { createSearchWorld, type SearchWorld } from '#server/test/search-world.ts'

const day_ms = 86_400_000

let world: SearchWorld
let http: TestApp
let mailbox: Mailbox
let owner: TestUser
let campaign: PipelineCampaign
beforeAll(async () => {
  world = await createSearchWorld()
  mailbox = await startMailbox({ now: () => world.clock.now() })
  http = await createTestApp(world.db, {
    clock: world.clock,
    limiter: noLimits,
    env: { SMTP_URL: mailbox.smtpUrl },
  })
  owner = world.tree.acme.owner
})
afterAll(async () => {
  await http.close()
  closeMail(http.platform)
  await mailbox.close()
  await world.close()
})
beforeEach(async () => {
  await world.db.adminPool.query('delete from graphile_worker._private_jobs')
  await world.db.adminPool.query('delete from keyword_count')
  campaign = await world.makeSearchCampaign()
})

/** Keywords that nobody else in this file searches for, so that tests can share one world. */
let phrases = 0
const newPhrase = (): string => `gutter q${++phrases}x`

const people = (count: number, home: Record<string, string | null> = {}): Promise<PipelinePerson[]> =>
  Promise.all(Array.from({ length: count }, () => world.makePerson(home)))
const searchAll = async (
  who: readonly PipelinePerson[],
  input: Parameters<SearchWorld['search']>[1],
): Promise<void> => {
  for (const person of who) await world.search(person, input)
}

const queue = (body: object, user = owner, of = campaign) =>
  http.as(user).call(queueCount, { body: { leadspeek_api_id: of.id, ...body } })
const history = async (input: { type?: string; query?: Record<string, string | number> } = {}, user = owner) =>
  (
    await http
      .as(user)
      .call(listCampaignCounts, { params: { id: campaign.id, type: input.type ?? 'all' }, query: input.query })
  ).body
/** Queues a count and runs it. */
async function count(body: object) {
  const answer = await queue(body)
  expect(answer.body.message).toBe('Your count is in the queue.')
  await runJobs(world.db, http.platform)
  return (await history()).data.find(({ id }) => id === answer.body.data.id)!
}
const refusalOf = ({ status, body }: { status: number; body: { field?: string | undefined } }) => [status, body.field]
const entriesOf = async (action: string) =>
  (
    await world.db.adminPool.query('select before, after from activity where action = $1 and campaign_id = $2', [
      action,
      campaign.id,
    ])
  ).rows

describe('a count', () => {
  test('R213, R215: includes each person who searched in the past 7 days once, with or without geography', async () => {
    const phrase = newPhrase()
    const here = await people(12, { zip: '60601', state: 'IL' })
    await searchAll([...here, ...(await people(11, { zip: '78701', state: 'TX', city: 'Austin' }))], { text: phrase })
    await searchAll(here, { text: `best ${phrase} near me` })
    await searchAll(await people(10), { text: phrase, at_ms: world.clock.now() - 7 * day_ms - 1 })
    const countShown = await count({ keyword: phrase, target_location: 'Zip Code', zip_code: '60601\n60602' })
    expect(countShown).toMatchObject({
      status: 'done',
      target_location: 'Zip Code',
      zip_code: '60601\n60602',
      count: 12,
      count_without_geo: 23,
      api_version: 1,
      progress: 100,
      queue_place: null,
    })
    expect(await count({ keyword: phrase })).toMatchObject({ count: 23, count_without_geo: 23 })
  })

  test('includes a search from exactly 7 days ago, but no page view', async () => {
    const phrase = newPhrase()
    await searchAll(await people(10), { text: phrase, at_ms: world.clock.now() - 7 * day_ms })
    await searchAll(await people(10), { text: phrase, kind: 'page' })
    expect((await count({ keyword: phrase })).count).toBe(10)
  })

  test('interprets keywords as campaigns do: any order and ending, exact, negative', async () => {
    const phrase = newPhrase()
    const [word] = phrase.split(' ').slice(1)
    await searchAll(await people(10), { text: `repairing ${phrase}s` })
    await searchAll(await people(10), { text: phrase })
    await searchAll(await people(10), { text: `free ${phrase}` })
    expect((await count({ keyword: `${word} gutters` })).count).toBe(20)
    expect((await count({ keyword: `"${phrase}"` })).count).toBe(10)
    expect((await count({ keyword: `${phrase}\n-free` })).count).toBe(10)
  })

  test('R216, R217: returns Yes or No with api_version 2, and names cities with their states', async () => {
    const phrase = newPhrase()
    await searchAll(await people(10, { zip: '78701', state: 'TX', city: 'Austin' }), { text: phrase })
    await searchAll(await people(10, { zip: '99999', state: 'CA' }), { text: phrase })
    const target = { target_location: 'State', states: 'TX, CA', cities: 'austin', api_version: 2 }
    expect(await count({ keyword: phrase, ...target })).toMatchObject({
      states: 'CA,TX',
      cities: 'Austin TX',
      count_without_geo: 1,
      count: 20,
    })
    expect(await count({ keyword: newPhrase(), ...target })).toMatchObject({ count_without_geo: 0, count: 0 })
  })

  test('R213: below 10 people is neither shown nor stored: No Result', async () => {
    const phrase = newPhrase()
    await searchAll(await people(smallestShown - 1), { text: phrase })
    expect(await count({ keyword: phrase })).toMatchObject({ status: 'done', count: 0, count_without_geo: 0 })
    const { rows } = await world.db.adminPool.query('select count, count_without_geo from keyword_count')
    expect(rows).toEqual([{ count: 0, count_without_geo: 0 }])
    expect((await history({ type: 'noresult' })).total).toBe(1)
    await world.search(await world.makePerson(), { text: phrase })
    expect((await count({ keyword: phrase })).count).toBe(smallestShown)
    expect((await history({ type: 'success' })).total).toBe(1)
  })

  test('R211: emails whoever requested it when it is done, with a link to the counts', async () => {
    const phrase = newPhrase()
    await searchAll(await people(10), { text: phrase })
    const countShown = await count({ keyword: phrase })
    expect(countShown.status).toBe('done')
    const mail = mailbox.messages()[0]!
    expect(mail.subject).toBe('Keyword count done: Roof repair seekers')
    expect(mail.text).toContain('Historical Count: 10')
    expect(mail.text).toContain(`/campaign-management/${campaign.id}/keyword-counts`)
  })
})

describe('the queue', () => {
  test('R211: shows each count its place in the agency’s queue, even to a client who sees no others', async () => {
    const otherCampaign = await world.makeSearchCampaign({}, { client_id: world.tree.acme.clients[1]!.id })
    await queue({ keyword: 'roof' }, owner, otherCampaign)
    world.clock.advance(1)
    await queue({ keyword: 'roof' })
    const { data } = (
      await http.as(world.tree.acme.clients[0]!.user).call(readCampaignCounts, { params: { id: campaign.id } })
    ).body
    expect(data.pending.map(({ queue_place, progress, count: told }) => [queue_place, progress, told])).toEqual([
      [2, 0, null],
    ])
    expect(data.latest).toBeNull()
    const { rows } = await world.db.adminPool.query('select queue_name from graphile_worker.jobs')
    expect(new Set(rows.map((row) => row.queue_name))).toEqual(new Set([`keyword-counts:${world.tree.acme.id}`]))
  })

  test('holds a fixed number of an agency’s counts and no more', async () => {
    for (let n = 0; n < maxPending; n++) expect((await queue({ keyword: `roof ${n}` })).status).toBe(200)
    expect((await queue({ keyword: 'roof' })).status).toBe(409)
  })

  test('holds no more when counts of several campaigns are requested at once', async () => {
    const others = await Promise.all([1, 2].map(() => world.makeSearchCampaign()))
    for (let n = 0; n < maxPending - 1; n++) expect((await queue({ keyword: `roof ${n}` })).status).toBe(200)
    const answers = await Promise.all([campaign, ...others].map((of) => queue({ keyword: 'roof' }, owner, of)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  })

  test('leaves room for others: a client’s own people fill at most their share of it', async () => {
    const [client, otherClient] = world.tree.acme.clients
    const allow = async (permissions: object): Promise<void> => {
      for (const { user } of [client!, otherClient!]) {
        await world.db.adminPool.query('update app_user set permissions = $2 where id = $1', [user.id, permissions])
        http.forget(user)
      }
    }
    await allow({ 'campaign.create': true })
    const ofOther = await world.makeSearchCampaign({}, { client_id: otherClient!.id })
    for (let n = 0; n < maxPendingOfClient; n++)
      expect((await queue({ keyword: `roof ${n}` }, client!.user)).status).toBe(200)
    const { status, body } = await queue({ keyword: 'roof' }, client!.user)
    expect([status, body.message]).toEqual([409, 'At most 10 counts of yours can wait. Try again when some are done.'])
    expect((await queue({ keyword: 'roof' }, otherClient!.user, ofOther)).status).toBe(200)
    expect((await queue({ keyword: 'roof' })).status).toBe(200)
    await allow({})
  })

  test('R212: keeps why a count failed; Retry queues it again, but not while another is processing', async () => {
    const failing = {
      ...http.platform,
      identityPool: { connect: () => Promise.reject(new Error('away')) } as unknown as Pool,
    }
    const { id } = (await queue({ keyword: newPhrase() })).body.data
    await runJobs(world.db, { ...failing })
    expect((await history({ type: 'failed' })).data).toMatchObject([
      { id, status: 'error', failure: 'unavailable', count: null },
    ])
    await queue({ keyword: 'roof' })
    expect(refusalOf(await queue({ count_id: id }))).toEqual([409, 'count_id'])
    await runJobs(world.db, http.platform)
    expect(refusalOf(await queue({ count_id: id, keyword: 'roof' }))).toEqual([422, 'keyword'])
    expect((await queue({ count_id: id })).body.data).toMatchObject({
      id,
      status: 'pending',
      failure: null,
      queue_place: 1,
    })
    await runJobs(world.db, http.platform)
    expect((await history({ type: 'failed' })).total).toBe(0)
    expect((await queue({ count_id: id })).status).toBe(409)
    expect(await entriesOf('campaign.keywordCountRetried')).toHaveLength(1)
  })

  test('counts once if a job is delivered twice', async () => {
    const { id } = (await queue({ keyword: newPhrase() })).body.data
    const { rows } = await world.db.adminPool.query('select payload from graphile_worker._private_jobs')
    await runJobs(world.db, http.platform)
    const before = await history()
    await world.db.adminPool.query(`select graphile_worker.add_job('count-keywords', $1::json)`, [rows[0].payload])
    expect(await runJobs(world.db, http.platform)).toEqual(['count-keywords'])
    expect(await history()).toEqual(before)
    expect(before.data[0]!.id).toBe(id)
  })
})

describe('the history', () => {
  test('R210, R214: is newest first with its number, or sorted by count both ways, filtered by status', async () => {
    const few = newPhrase()
    const many = newPhrase()
    await searchAll(await people(10), { text: few })
    await searchAll(await people(12), { text: many })
    await count({ keyword: few })
    await count({ keyword: many })
    await queue({ keyword: 'roof' })
    const counts = async (query: Record<string, string>) => (await history({ query })).data.map((row) => row.count)
    expect((await history()).data.map((row) => row.number)).toEqual([3, 2, 1])
    expect(await counts({ sort: 'count', order: 'asc' })).toEqual([10, 12, null])
    expect(await counts({ sort: 'count', order: 'desc' })).toEqual([12, 10, null])
    expect((await history({ type: 'pending' })).data).toHaveLength(1)
    expect(await history({ query: { Page: 2 } })).toMatchObject({ data: [], total: 3, current_page: 2 })
  })

  test('shows its configuration to the operator that owns it, and to no other', async () => {
    const config = (root: string) => http.as(owner).call(readCountConfig, { params: { root } })
    expect((await config(world.tree.root.id)).body.data).toMatchObject({ lookback_days: 7, least_count: 10 })
    expect(refusalOf(await config(world.tree.other.rootId))).toEqual([422, 'root'])
  })
})

describe('applying a count', () => {
  const apply = (type: string, count_id: string, body = {}) =>
    http.as(owner).call(applyCount, { params: { id: campaign.id, type }, body: { count_id, ...body } })
  const detail = async () => (await http.as(owner).call(getCampaign, { params: { id: campaign.id } })).body.data

  test('sets the campaign’s keywords and location; the log keeps both before and after', async () => {
    const { id } = await count({ keyword: 'slate roof\n-jobs', target_location: 'State', states: 'TX,IL' })
    expect((await apply('all', id)).body.message).toBe('Changes saved successfully')
    expect(await detail()).toMatchObject({
      keyword: 'slate roof\n-jobs',
      locationtarget: 'State',
      state: ['IL', 'TX'],
    })
    expect(await entriesOf('campaign.applyCount')).toMatchObject([
      {
        before: { keyword: 'roof repair', locationtarget: 'National Targeting', state: [] },
        after: { keyword: 'slate roof\n-jobs', locationtarget: 'State', state: ['IL', 'TX'] },
      },
    ])
  })

  test('can set just its keywords or its location; cities become their ZIP codes', async () => {
    const { id } = await count({ keyword: 'slate', target_location: 'State', states: 'IL', cities: 'Naperville' })
    await apply('location', id)
    expect(await detail()).toMatchObject({ keyword: 'roof repair', locationtarget: 'Zip Code' })
    expect((await detail()).zip.split('\n')).toContain('60540')
    const national = await count({ keyword: 'slate' })
    await apply('keyword', national.id)
    expect(await detail()).toMatchObject({ keyword: 'slate', locationtarget: 'Zip Code' })
    await apply('location', national.id)
    expect(await detail()).toMatchObject({ locationtarget: 'National Targeting', zip: '' })
  })

  test('is refused while it is pending, for a count of another campaign, and over a newer state', async () => {
    const { id } = (await queue({ keyword: 'slate' })).body.data
    expect(refusalOf(await apply('all', id))).toEqual([409, 'count_id'])
    await runJobs(world.db, http.platform)
    expect((await apply('all', id, { updated_at: '2020-01-01T00:00:00Z' })).status).toBe(409)
    const otherCampaign = await world.makeSearchCampaign()
    const strange = (await queue({ keyword: 'slate' }, owner, otherCampaign)).body.data
    await runJobs(world.db, http.platform)
    expect(refusalOf(await apply('all', strange.id))).toEqual([422, 'count_id'])
    expect(refusalOf(await queue({ count_id: strange.id }))).toEqual([422, 'count_id'])
    expect(await entriesOf('campaign.applyCount')).toEqual([])
  })
})

describe('invalid input changes nothing and names its field', () => {
  test.each([
    ['no keyword', 'keyword', {}],
    ['negative keywords alone', 'keyword', { keyword: '-free' }],
    ['501 keywords', 'keyword', { keyword: Array.from({ length: 501 }, (_none, n) => `k${n}`).join('\n') }],
    ['a sensitive keyword', 'keyword', { keyword: 'diabetes treatment' }],
    ['states without their target', 'states', { keyword: 'roof', states: 'TX' }],
    ['no state', 'states', { keyword: 'roof', target_location: 'State' }],
    ['an unknown state', 'states', { keyword: 'roof', target_location: 'State', states: 'XX' }],
    [
      'a city of another state',
      'cities',
      { keyword: 'roof', target_location: 'State', states: 'IL', cities: 'Austin TX' },
    ],
    [
      'a city that both states have',
      'cities',
      { keyword: 'roof', target_location: 'State', states: 'IL,MO', cities: 'Springfield' },
    ],
    ['no ZIP code', 'zip_code', { keyword: 'roof', target_location: 'Zip Code' }],
    ['letters for a ZIP code', 'zip_code', { keyword: 'roof', target_location: 'Zip Code', zip_code: 'abcde' }],
    ['an unknown ZIP code', 'zip_code', { keyword: 'roof', target_location: 'Zip Code', zip_code: '00000' }],
    ['a version that is none', 'api_version', { keyword: 'roof', api_version: 3 }],
  ])('%s', async (_what, field, body) => {
    const answer = await queue(body)
    expect(refusalOf(answer)).toEqual([422, field])
    expect((await history()).total).toBe(0)
  })

  test('is a Site ID campaign, or a client who may not create campaigns', async () => {
    const site = await world.makeCampaign()
    expect(refusalOf(await queue({ keyword: 'roof' }, owner, site))).toEqual([422, 'leadspeek_api_id'])
    const client = world.tree.acme.clients[0]!
    expect((await queue({ keyword: 'roof' }, client.user)).status).toBe(403)
  })
})
