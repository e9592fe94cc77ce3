import { beforeAll, describe, expect, test, vi } from 'vitest'
import { apiScopes } from '#contract/core/api-scopes.ts'
import { newId } from '#server/platform/ids.ts'
import { noLimits } from '#server/test/app.ts'
import { createDeveloperCaller, type DeveloperCaller } from '#server/test/developer-caller.ts'
import { makeCampaign } from '#server/test/factories.ts'
import { openApp } from '#server/test/open-app.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import type { PipelineCampaign } from '#server/test/pipeline-world.ts'
import { openSearchWorld } from '#server/test/search-world.ts'

// What the developer API reads and changes besides clients, campaigns and leads.

const world = await openSearchWorld()
const http = await openApp(world, { limiter: noLimits })
let campaign: PipelineCampaign
let foreign: string
let acme: DeveloperCaller
let operator: DeveloperCaller

beforeAll(async () => {
  const { tree, db } = world
  campaign = await world.makeSearchCampaign()
  foreign = (await makeCampaign(db, tree.brightside.clients[0]!)).id
  acme = await createDeveloperCaller(db, http, tree.acme.owner)
  operator = await createDeveloperCaller(db, http, tree.root.system)
})

const lists = ['visits', 'deliveries', 'keyword-counts', 'balances']

/** All items of a list, read two rows at a time. */
async function readAll(path: string): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = []
  for (let cursor = '', pages = 0; pages < 20; pages++) {
    const page = await acme.get(`${path}?limit=2${cursor}`)
    expect(page.status, page.text).toBe(200)
    rows.push(...page.body.data)
    if (page.body.next_cursor === null) return rows
    cursor = `&cursor=${page.body.next_cursor}`
  }
  throw new Error(`${path} has no end`)
}

test('every list responds, and an unknown or foreign company is absent', async () => {
  for (const list of lists) {
    expect([list, (await acme.get(list)).status]).toEqual([list, 200])
    for (const id of [newId(Date.now()), world.tree.brightside.id, world.tree.brightside.clients[0]!.id])
      expect([list, (await acme.get(`${list}?company_id=${id}`)).status]).toEqual([list, 404])
    expect([list, (await operator.get(list)).body['field']]).toEqual([list, 'company_id'])
  }
  for (const list of ['visits', 'deliveries', 'keyword-counts'])
    for (const id of [newId(Date.now()), foreign])
      expect([list, (await acme.get(`${list}?campaign_id=${id}`)).status]).toEqual([list, 404])
})

test('time ranges from the first to the last year are accepted', async () => {
  const range = 'created_from=0001-01-01T00:00:00Z&created_before=9999-12-31T23:59:59Z'
  for (const list of ['visits', 'leads']) expect((await acme.get(`${list}?${range}`)).status).toBe(200)
})

test('visits, deliveries and balances are read page by page, each row once, and filtered', async () => {
  const person = await world.makePerson({})
  for (let day = 0; day < 3; day++) {
    world.clock.advance(24 * 3_600_000)
    await world.search(person, { text: 'roof repair' })
    await world.outcomes(campaign)
  }
  const visits = await readAll('visits')
  const { rows } = await world.db.adminPool.query<{ id: string }>(
    'select id from visit where agency_id = $1 order by id desc',
    [world.tree.acme.id],
  )
  expect(rows.length).toBeGreaterThan(1)
  expect(visits.map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
  const first = visits.at(-1)!
  expect(first).toMatchObject({ campaign_id: campaign.id, reason: 'lead' })
  const leads = await acme.get('visits?reason=lead')
  expect(leads.body.data.every(({ reason }) => reason === 'lead')).toBe(true)

  const balances = await readAll('balances')
  expect(balances.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['agency_owes', 'client_owes']))
  expect(new Set(balances.map(({ id }) => id)).size).toBe(balances.length)
  const debts = (await acme.get('balances?kind=client_owes')).body.data
  expect(debts.every(({ kind, client_id }) => kind === 'client_owes' && client_id !== null)).toBe(true)
  // Only a client's own fields: not what its agency pays for its leads.
  const ofClient = (await acme.get(`balances?company_id=${String(first['client_id'])}`)).body.data
  expect(ofClient.every(({ kind }) => kind === 'client_owes' || kind === 'client_prepaid')).toBe(true)

  const { rows: deliveryRows } = await world.db.adminPool.query<{ id: string; lead_id: string }>(
    'select id, lead_id from delivery where agency_id = $1 order by id desc',
    [world.tree.acme.id],
  )
  const deliveries = await readAll('deliveries')
  expect(deliveries.map(({ id }) => id)).toEqual(deliveryRows.map(({ id }) => id))
})

test('a cursor of one list is rejected by every other list, and by the same list with another filter', async () => {
  const { body } = await acme.get('visits?limit=1')
  const cursor = String(body.next_cursor)
  for (const path of [...lists.filter((list) => list !== 'visits'), 'leads', 'clients', 'visits?reason=lead']) {
    const answer = await acme.get(`${path}${path.includes('?') ? '&' : '?'}cursor=${cursor}`)
    expect([path, answer.status, answer.body['field']]).toEqual([path, 422, 'cursor'])
  }
})

test('a token that can only read cannot write, and gets the error of its scope', async () => {
  const reader = await createDeveloperCaller(
    world.db,
    http,
    world.tree.acme.owner,
    apiScopes.filter((scope) => scope.endsWith(':read')),
  )
  const writes = [
    reader.post('campaigns', { client_id: world.tree.acme.clients[0]!.id, name: 'x', module: 'local' }),
    reader.put(`campaigns/${campaign.id}/status`, { status: 'pause' }),
    reader.put(`campaigns/${campaign.id}/limit`, { limit_leads: 5, limit_period: 'day' }),
    reader.post('keyword-counts', { campaign_id: campaign.id, keywords: ['roof'] }),
    reader.post('exclusions', { addresses: ['someone@example.test'] }),
    reader.post(`campaigns/${campaign.id}/exclusions`, { addresses: ['someone@example.test'] }),
  ]
  for (const answer of await Promise.all(writes))
    expect([answer.status, answer.body['code']]).toEqual([403, 'insufficient_scope'])
})

describe('a campaign', () => {
  const draft = (name: string) =>
    acme.post('campaigns', {
      client_id: world.tree.acme.clients[0]!.id,
      name,
      module: 'local',
      site_url: 'https://shop.example.test/',
      limit_leads: 20,
      limit_period: 'week',
      report_recipients: ['reports@example.test'],
    })

  test('is created as a draft, started and paused as in the app, and the log names the developer', async () => {
    const campaign = await draft('By API')
    expect(campaign.status, campaign.text).toBe(201)
    expect(campaign.body).toMatchObject({ name: 'By API', status: 'draft', limit_leads: 20, limit_period: 'week' })
    const path = `campaigns/${String(campaign.body['id'])}`
    expect((await acme.get(path)).body).toEqual(campaign.body)
    const answer = await acme.put(`${path}/status`, { status: 'active' })
    expect([answer.status, answer.body['status']]).toEqual([200, 'active'])
    expect((await acme.put(`${path}/status`, { status: 'pause' })).body['status']).toBe('pause')
    const { rows } = await world.db.adminPool.query(
      `select action, actor_kind from activity where campaign_id = $1::uuid order by at, id`,
      [campaign.body['id']],
    )
    expect(rows).toContainEqual({ action: 'campaign.setCampaignActive', actor_kind: 'developer' })
  })

  test('accepts a limit of money or none, and always one of leads', async () => {
    const path = `campaigns/${String((await draft('Limited')).body['id'])}`
    for (const limit_leads of [null, 0])
      expect((await acme.put(`${path}/limit`, { limit_leads, limit_period: 'day' })).status).toBe(422)
    const answer = await acme.put(`${path}/limit`, { limit_leads: 9, limit_period: 'day', month_cap_cents: 50_000 })
    expect([answer.status, answer.body['limit_leads'], answer.body['month_cap_cents']]).toEqual([200, 9, 50_000])
    const answerWithoutCap = await acme.put(`${path}/limit`, {
      limit_leads: 5,
      limit_period: 'day',
      month_cap_cents: null,
    })
    expect([answerWithoutCap.body['limit_leads'], answerWithoutCap.body['month_cap_cents']]).toEqual([5, null])
    expect(answerWithoutCap.body).toMatchObject({ alert_shares: [80, 100], alert_cents: null, alert_payer: false })
  })

  test('is listed with the values that it is read with, also when its limit is for its whole lifetime', async () => {
    const path = `campaigns/${String((await draft('Lifelong')).body['id'])}`
    const answer = await acme.put(`${path}/limit`, { limit_leads: 5, limit_period: 'max' })
    expect([answer.status, answer.body['limit_period']]).toEqual([200, 'max'])
    const { pixel_key: _key, blockers: _blockers, ...campaign } = (await acme.get(path)).body
    const campaigns = (await acme.get('campaigns')).body['data'] as { id: string }[]
    expect(campaigns.find(({ id }) => id === campaign['id'])).toEqual(campaign)
  })

  test('accepts alerts, which are kept when a later call omits them', async () => {
    const id = String((await draft('Alerted')).body['id'])
    const limit = { limit_leads: 5, limit_period: 'day' }
    const putLimit = (more: object = {}) => acme.put(`campaigns/${id}/limit`, { ...limit, ...more })
    const alerts = { alert_shares: [50, 100], alert_cents: 30_000, alert_payer: true }
    expect((await putLimit(alerts)).body).toMatchObject(alerts)
    expect((await putLimit()).body).toMatchObject(alerts)
    const campaigns = (await acme.get('campaigns')).body['data'] as { id: string }[]
    expect(campaigns.find((one) => one.id === id)).toMatchObject(alerts)
    const off = { alert_shares: [], alert_cents: null, alert_payer: false }
    expect((await putLimit(off)).body).toMatchObject(off)
    for (const [field, invalid] of Object.entries({ alert_shares: [101], alert_cents: 0, alert_payer: 'T' }))
      expect((await putLimit({ [field]: invalid })).body['field']).toMatch(field)
  })

  test('that is rejected is reported with the field names of the developer API', async () => {
    const refusal = await acme.post('campaigns', {
      client_id: world.tree.acme.clients[0]!.id,
      name: 'x',
      module: 'local',
      start_date: '2026-02-01',
      end_date: '2026-01-01',
    })
    expect([refusal.status, refusal.body['field']]).toEqual([422, 'end_date'])
    const site = await acme.post('campaigns', {
      client_id: world.tree.acme.clients[0]!.id,
      name: 'x',
      module: 'local',
      site_url: 'no address',
    })
    expect([site.status, site.body['field']]).toEqual([422, 'site_url'])
  })

  test('of another agency is absent, and the operator’s key cannot create one, like its people (R031)', async () => {
    for (const id of [foreign, newId(Date.now())]) {
      expect((await acme.get(`campaigns/${id}`)).status).toBe(404)
      expect((await acme.put(`campaigns/${id}/status`, { status: 'pause' })).status).toBe(404)
      expect((await acme.post(`campaigns/${id}/exclusions`, { addresses: ['a@example.test'] })).status).toBe(404)
    }
    const body = { client_id: world.tree.acme.clients[0]!.id, name: 'x', module: 'local' }
    expect((await operator.post('campaigns', body)).status).toBe(403)
    expect((await operator.put(`campaigns/${campaign.id}/status`, { status: 'pause' })).status).toBe(403)
  })

  test('cannot be created while the agency’s payment has failed', async () => {
    const ofAgency = (status: string | null) =>
      world.db.adminPool.query('update company set payment_status = $2 where id = $1', [world.tree.acme.id, status])
    const { rows } = await world.db.adminPool.query<{ payment_status: string | null }>(
      'select payment_status from company where id = $1',
      [world.tree.acme.id],
    )
    await ofAgency('failed')
    const caller = await createDeveloperCaller(world.db, http, world.tree.acme.owner)
    const body = { client_id: world.tree.acme.clients[0]!.id, name: 'x', module: 'local' }
    expect((await caller.post('campaigns', body)).status).toBe(403)
    await ofAgency(rows[0]!.payment_status)
  })
})

describe('exclusions', () => {
  test('are imported like an uploaded file, and counted', async () => {
    const before = Number((await acme.get('exclusions')).body['addresses'])
    const answer = await acme.post('exclusions', {
      addresses: ['One@Example.test', 'two@example.test', '0cc175b9c0f1b6a831c399e269772661', 'one@example.test'],
    })
    expect(answer.status, answer.text).toBe(202)
    await runJobs(world.db, http.platform)
    const list = (await acme.get('exclusions')).body
    expect(list).toMatchObject({ level: 'agency', addresses: before + 3 })
    expect(list['changes']).toMatchObject([{ id: answer.body['id'], addresses: 3, done_at: expect.any(String) }])
    const ofCampaign = await acme.post(`campaigns/${campaign.id}/exclusions`, { addresses: ['three@example.test'] })
    expect(ofCampaign.status).toBe(202)
    await runJobs(world.db, http.platform)
    expect((await acme.get(`campaigns/${campaign.id}/exclusions`)).body).toMatchObject({
      level: 'campaign',
      addresses: 1,
    })
  })

  test('list all their changes, page by page', async () => {
    const [mine, otherId] = [campaign.id, (await world.makeSearchCampaign()).id]
    const ids: unknown[] = []
    for (let count = 0; count < 5; count++) {
      world.clock.advance(60_000)
      const { body } = await acme.post(`campaigns/${mine}/exclusions`, { addresses: [`page-${count}@example.test`] })
      ids.unshift(body['id'])
    }
    await runJobs(world.db, http.platform)
    const idsRead: unknown[] = []
    let cursor: string | null = ''
    for (let pages = 0; cursor !== null && pages < 9; pages++) {
      const page = await acme.get(`campaigns/${mine}/exclusions?limit=2${cursor && `&cursor=${cursor}`}`)
      expect(page.status, page.text).toBe(200)
      idsRead.push(...(page.body['changes'] as { id: string }[]).map(({ id }) => id))
      cursor = page.body.next_cursor
      for (const path of [`campaigns/${otherId}/exclusions`, 'exclusions'])
        if (cursor) expect((await acme.get(`${path}?cursor=${cursor}`)).body['field']).toBe('cursor')
    }
    expect(idsRead.slice(0, 5)).toEqual(ids)
    expect(new Set(idsRead).size).toBe(idsRead.length)
  })

  test('with one invalid address change nothing, and the error names it', async () => {
    const refusal = await acme.post('exclusions', { addresses: ['fine@example.test', '=cmd()'] })
    expect([refusal.status, refusal.body['field']]).toEqual([422, 'addresses.1'])
  })
})

test('a keyword count is queued, completed and read', async () => {
  const count = await acme.post('keyword-counts', {
    campaign_id: campaign.id,
    keywords: ['attic fan', '"roof leak"'],
    target_location: 'State',
    states: ['TX'],
  })
  expect(count.status, count.text).toBe(202)
  expect(count.body).toMatchObject({ status: 'pending', states: ['TX'], count: null })
  await runJobs(world.db, http.platform)
  const [first] = (await acme.get(`keyword-counts?campaign_id=${campaign.id}`)).body.data
  expect(first).toMatchObject({ id: count.body['id'], status: 'done', count: 0 })
  const refusal = await acme.post('keyword-counts', {
    campaign_id: campaign.id,
    keywords: ['roof'],
    zip_codes: ['78701'],
  })
  expect([refusal.status, refusal.body['field']]).toEqual([422, 'zip_codes'])
})

describe('an Idempotency-Key', () => {
  const body = () => ({ client_id: world.tree.acme.clients[0]!.id, name: 'Once', module: 'local' })
  const campaignsNamed = async (name: string) =>
    (await world.db.adminPool.query('select 1 from campaign where name = $1', [name])).rowCount

  test('makes a repeated call take effect once and return the same response', async () => {
    const headers = { 'idempotency-key': 'order-1' }
    const first = await acme.post('campaigns', body(), headers)
    expect([first.status, first.headers['idempotent-replayed']]).toEqual([201, undefined])
    const again = await acme.post('campaigns', body(), headers)
    expect([again.status, again.text, again.headers['idempotent-replayed']]).toEqual([201, first.text, 'true'])
    expect(await campaignsNamed('Once')).toBe(1)
  })

  test('makes concurrent calls take effect once', async () => {
    const input = { ...body(), name: 'At once' }
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => acme.post('campaigns', input, { 'idempotency-key': 'order-2' })),
    )
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]!.status).toBe(201)
    expect(await campaignsNamed('At once')).toBe(1)
  })

  test('holds one connection while calls wait for the first, and does not block other calls', async () => {
    const key = 'order-slow'
    const hash = http.platform.secrets.keyedHash(JSON.stringify(['developer answer', world.tree.acme.id, key]))
    const holder = await world.db.adminPool.connect()
    const waiting = async (): Promise<number> =>
      (
        await world.db.adminPool.query<{ count: number }>(
          `select count(*)::integer as count from pg_locks
            where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`,
        )
      ).rows[0]!.count
    await holder.query('begin')
    await holder.query('select pg_advisory_xact_lock(hashtextextended($1, 31))', [hash.toString('hex')])
    const input = { ...body(), name: 'Slow' }
    const calls = Array.from({ length: 20 }, () => acme.post('campaigns', input, { 'idempotency-key': key }))
    await vi.waitUntil(async () => (await waiting()) > 0, { timeout: 5_000, interval: 20 })
    // Long enough for all that were sent so far to have arrived.
    for (let n = 0; n < 20; n++) expect((await acme.get('clients')).status).toBe(200)
    expect(await waiting()).toBe(1)
    await holder.query('commit')
    holder.release()
    expect(new Set((await Promise.all(calls)).map(({ status }) => status))).toEqual(new Set([201]))
    expect(await campaignsNamed('Slow')).toBe(1)
  })

  test('is rejected with another body, for another operation and if it is malformed', async () => {
    const headers = { 'idempotency-key': 'order-3' }
    expect((await acme.post('campaigns', { ...body(), name: 'Third' }, headers)).status).toBe(201)
    const others = [
      await acme.post('campaigns', { ...body(), name: 'Fourth' }, headers),
      await acme.post('exclusions', { addresses: ['a@example.test'] }, headers),
      await acme.post('campaigns', body(), { 'idempotency-key': 'two words' }),
    ]
    for (const answer of others) expect([answer.status, answer.body['field']]).toEqual([422, 'Idempotency-Key'])
    expect(await campaignsNamed('Fourth')).toBe(0)
  })

  test('can be reused after a failed call, and after a day', async () => {
    const headers = { 'idempotency-key': 'order-4' }
    expect((await acme.post('campaigns', { ...body(), module: 'nothing' }, headers)).status).toBe(422)
    expect((await acme.post('campaigns', { ...body(), name: 'Fifth' }, headers)).status).toBe(201)
    world.clock.advance(24 * 3_600_000)
    expect((await acme.post('campaigns', { ...body(), name: 'Sixth' }, headers)).status).toBe(201)
  })

  test('of one company has no effect for another', async () => {
    const brightside = await createDeveloperCaller(world.db, http, world.tree.brightside.owner)
    const input = { client_id: world.tree.brightside.clients[0]!.id, name: 'Theirs', module: 'local' }
    const answer = await brightside.post('campaigns', input, { 'idempotency-key': 'order-1' })
    expect([answer.status, answer.body['name']]).toEqual([201, 'Theirs'])
  })
})

test('a deprecated operation names the date of its deprecation and its successor', async () => {
  const answer = await http.anonymous('acme.localhost').inject({ method: 'POST', url: '/api/v1/developer/token' })
  expect(answer.headers).toMatchObject({
    deprecation: '@1795305600',
    link: '</api/v1/developer/oauth/token>; rel="successor-version"',
  })
})
