import { beforeAll, describe, expect, test } from 'vitest'
import { createCredential, readCredentials, removeCredential } from '#contract/developers/credentials.ts'
import { acceptAgreement } from '#contract/agreements/acceptances.ts'
import { dataScopes } from '#contract/core/api-scopes.ts'
import { pathWith, noLimits } from '#server/test/app.ts'
import { createDeveloperCaller } from '#server/test/developer-caller.ts'
import { makeCampaign } from '#server/test/factories.ts'
import { openTree } from '#server/test/open-tree.ts'
import { describeDeveloperApi, developerOperations } from '../describe-api.ts'
import { exampleInputOf } from '../documents/example-inputs.ts'
import { sandboxAnswers } from './answers.ts'
import { sandboxId } from './ids.ts'

// Test keys: a made-up company's rows in the shape of real ones, and no access to real data (decision 82).

let token: string
let key: { client_id: string; secret_key: string }
const host = 'acme.localhost'

const { db, http, tree } = await openTree({ limiter: noLimits })
beforeAll(async () => {
  await db.adminPool.query('update company set api_mode = true')
  const { owner } = tree.acme
  const acceptance = {
    user_id: owner.id,
    company_id: owner.companyId,
    company_name: 'x',
    is_marketing_services_agreement_developer: 'T',
    location_menu: 'developer',
    document_type: 'default_agency',
  }
  await http.as(owner).call(acceptAgreement, { body: acceptance })
  key = await makeKey('test')
  const answer = await askToken(key)
  token = (answer.json() as { access_token: string }).access_token
})

async function makeKey(mode: 'live' | 'test'): Promise<typeof key> {
  const { owner } = tree.acme
  const body = { subdomain: owner.host, email: owner.email, mode }
  return (await http.as(owner).call(createCredential, { body })).body.data.user
}

const askToken = ({ client_id, secret_key: client_secret }: typeof key) =>
  http.anonymous(host).inject({
    method: 'POST',
    url: '/api/v1/developer/oauth/token',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({
      grant_type: 'client_credentials',
      client_id,
      client_secret,
      scope: dataScopes.join(' '),
    }),
  })

async function ask(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
) {
  const answer = await http.anonymous(host).inject({
    method,
    url: path.startsWith('/') ? path : `/api/v1/developer/${path}`,
    headers: {
      authorization: `Bearer ${token}`,
      ...headers,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  })
  return {
    status: answer.statusCode,
    headers: answer.headers,
    body: answer.json() as Record<string, unknown> & { data: { id: string }[] },
  }
}

const inSandbox = developerOperations.filter(({ scope }) => scope !== undefined && dataScopes.includes(scope))

describe('a test key', () => {
  test('is recognizable by its name, and limited to the same number as live keys', async () => {
    expect(key.client_id).toMatch(/^test_[a-z2-7]{16}$/)
    const live = await makeKey('live')
    expect(live.client_id).toMatch(/^dev_/)
    const second = await makeKey('test')
    const { owner } = tree.acme
    const third = await http.as(owner).call(createCredential, {
      body: { subdomain: owner.host, email: owner.email, mode: 'test' },
    })
    expect(third.status).toBe(409)
    const { body } = await http.as(owner).call(readCredentials, { params: { companyID: tree.acme.id } })
    expect(body.data.credentials.map(({ mode }) => mode).toSorted()).toEqual(['live', 'test', 'test'])
    // The key shown as the company's is one that works.
    expect(body.data.client_id).toBe(live.client_id)
    for (const { client_id } of [second, live])
      await http.as(owner).call(removeCredential, { params: { companyID: tree.acme.id, clientId: client_id } })
  })

  test('gets the documented status from each operation that needs a scope', async () => {
    for (const operation of inSandbox) {
      const { params, query, body } = exampleInputOf(operation.name, [])
      expect([operation.name, operation.name in sandboxAnswers]).toEqual([operation.name, true])
      for (const [schema, example] of [
        [operation.params, params],
        [operation.query, query],
        [operation.body, body],
      ] as const)
        if (schema && example)
          expect([operation.name, schema.safeParse(example).error?.message]).toEqual([operation.name, undefined])
      const search = new URLSearchParams(Object.entries(query ?? {}).map(([name, value]) => [name, String(value)]))
      const path = pathWith(operation, { ...params })
      const answer = await ask(operation.method, search.size > 0 ? `${path}?${search}` : path, body)
      expect([operation.name, answer.status, JSON.stringify(answer.body)]).toEqual([
        operation.name,
        operation.status ?? 200,
        expect.any(String),
      ])
    }
  })

  test('reads lists page by page to their end, each row once, with the given filters', async () => {
    const ids: string[] = []
    for (let cursor = '', pages = 0; pages < 10; pages++) {
      const { body } = await ask('GET', `leads?limit=50${cursor}`)
      ids.push(...body.data.map(({ id }) => id))
      if (body['next_cursor'] === null) break
      cursor = `&cursor=${String(body['next_cursor'])}`
    }
    expect([ids.length, new Set(ids).size]).toEqual([120, 120])
    const { body } = await ask('GET', `leads?company_id=${sandboxId('client', 1)}&kind=lead&limit=100`)
    expect(new Set(body.data.map((row) => (row as unknown as { client_id: string }).client_id))).toEqual(
      new Set([sandboxId('client', 1)]),
    )
    const range = 'created_from=0001-01-01T00:00:00Z&created_before=9999-12-31T23:59:59Z'
    expect((await ask('GET', `visits?${range}`)).status).toBe(200)
    expect((await ask('GET', 'leads?cursor=AAAA')).body['field']).toBe('cursor')
  })

  test('gets the same errors as a live key', async () => {
    const refusal = await ask('POST', 'campaigns', { client_id: sandboxId('client', 0), name: 'x', module: 'nothing' })
    expect([refusal.status, refusal.body['field']]).toEqual([422, 'module'])
    expect((await ask('GET', `campaigns/${sandboxId('campaign', 99)}`)).status).toBe(404)
    expect((await ask('GET', `leads?company_id=${sandboxId('client', 99)}`)).status).toBe(404)
  })
})

test.each([
  [
    'a campaign that ends before it begins',
    'campaigns',
    { start_date: '2026-12-31', end_date: '2026-01-01' },
    'end_date',
  ],
  ['a campaign in the past century', 'campaigns', { start_date: '1999-12-31' }, 'start_date'],
  ['a campaign with keywords of another product', 'campaigns', { keywords: ['roof repair'] }, 'keywords'],
  ['a campaign in no time zone', 'campaigns', { time_zone: 'Mars/Olympus' }, 'time_zone'],
  ['a campaign about sensitive keywords', 'campaigns', { module: 'locator', keywords: ['hiv test'] }, 'keywords'],
  ['a count in places that its target does not use', 'keyword-counts', { states: ['TX'] }, 'states'],
  ['a count in an unknown state', 'keyword-counts', { target_location: 'State', states: ['ZZ'] }, 'states'],
  ['a count in no ZIP code', 'keyword-counts', { target_location: 'Zip Code' }, 'zip_codes'],
  [
    'a count in an unknown ZIP code',
    'keyword-counts',
    { target_location: 'Zip Code', zip_codes: ['00000'] },
    'zip_codes',
  ],
  ['a count about sensitive keywords', 'keyword-counts', { keywords: ['hiv test'] }, 'keywords'],
  ['a webhook in a private network', 'webhooks', { url: 'https://10.0.0.1/hook' }, 'url'],
  ['a webhook without encryption', 'webhooks', { url: 'http://example.com/hook' }, 'url'],
  ['a replay of everything', `webhooks/${sandboxId('webhook', 0)}/replay`, {}, 'message_id'],
  ['a count for another product', 'keyword-counts', { campaign_id: sandboxId('campaign', 0) }, 'campaign_id'],
  ['an exclusion that is no address', 'exclusions', { addresses: ['a@example.com', 'nobody'] }, 'addresses.1'],
])('a test key’s call is rejected like a live key’s: %s', async (_what, path, given, field) => {
  const bodies: Record<string, object> = {
    campaigns: { name: 'x', module: 'local', client_id: sandboxId('client', 0) },
    'keyword-counts': { keywords: ['roof repair'], campaign_id: sandboxId('campaign', 1) },
    webhooks: { events: ['lead.created'] },
  }
  const refusal = await ask('POST', path, { ...bodies[path], ...given })
  expect([refusal.status, refusal.body['field']]).toEqual([422, field])
})

test('a test key’s call is rejected like a live key’s for what does not exist or is too much', async () => {
  const [webhook, absent] = [`webhooks/${sandboxId('webhook', 0)}`, sandboxId('campaign', 99)]
  const refusal = await ask('PUT', webhook, { url: 'https://127.0.0.1/hook' })
  expect([refusal.status, refusal.body['field']]).toEqual([422, 'url'])
  const replay = (message: number) => ask('POST', `${webhook}/replay`, { message_id: sandboxId('message', message) })
  expect([(await replay(0)).body, (await replay(99)).status]).toEqual([{ count: 1 }, 404])
  const since = await ask('POST', `${webhook}/replay`, { since: '0001-01-01T00:00:00Z' })
  expect(since.body).toEqual({ count: 2 })
  for (const list of ['leads', 'visits', 'deliveries', 'keyword-counts'])
    expect([list, (await ask('GET', `${list}?campaign_id=${absent}`)).status]).toEqual([list, 404])
  const others = `campaign_id=${sandboxId('campaign', 0)}&company_id=${sandboxId('client', 2)}`
  expect((await ask('GET', `leads?${others}`)).status).toBe(404)
  const backwards = await ask('GET', 'usage?from=2026-11-20&to=2026-11-19')
  expect([backwards.status, backwards.body['field']]).toEqual([422, 'to'])
  expect((await ask('GET', 'usage?from=2026-01-01&to=2026-11-20')).body['field']).toBe('from')
})

describe('nothing real', () => {
  test('is visible: real IDs are absent, and no list contains a real row', async () => {
    const campaign = await makeCampaign(db, tree.acme.clients[0]!)
    expect((await ask('GET', `campaigns/${campaign.id}`)).status).toBe(404)
    expect((await ask('PUT', `campaigns/${campaign.id}/status`, { status: 'pause' })).status).toBe(404)
    expect((await ask('GET', `leads?company_id=${tree.acme.clients[0]!.id}`)).status).toBe(404)
    const { body } = await ask('GET', 'clients')
    const real = new Set(tree.acme.clients.map(({ id }) => id))
    expect(body.data.some(({ id }) => real.has(id))).toBe(false)
  })

  test('is changed: writes leave every table as it was', async () => {
    const tables = [
      'campaign',
      'event_endpoint',
      'event_message',
      'keyword_count',
      'exclusion_change',
      'developer_answer',
    ]
    const count = async () =>
      Promise.all(
        tables.map(async (table) => (await db.adminPool.query(`select count(*) from ${table}`)).rows[0] as unknown),
      )
    const before = await count()
    for (const operation of inSandbox.filter(({ method }) => method !== 'GET')) {
      const { params, body } = exampleInputOf(operation.name, [])
      await ask(operation.method, pathWith(operation, { ...params }), body)
    }
    expect(await count()).toEqual(before)
  })

  test('is signed in: test keys cannot issue single sign-on tokens', async () => {
    const statusOf = async (path: string, payload: object, headers: Record<string, string> = {}) =>
      (
        await http.anonymous(host).inject({
          method: 'POST',
          url: `/api/v1/developer/${path}`,
          headers: { 'content-type': 'application/json', ...headers },
          payload: JSON.stringify(payload),
        })
      ).statusCode
    const person = { email: tree.acme.clients[0]!.user.email, subdomain: host }
    expect(await statusOf('token', key)).toBe(401)
    expect(await statusOf('sso/token', { ...key, ...person })).toBe(401)
    expect(await statusOf('sso/token', person, { authorization: `Bearer ${token}` })).toBe(403)
  })

  test('is counted: the call is in the log but not in usage', async () => {
    await ask('GET', 'balances')
    await http.callLog.flush()
    const owner = await createDeveloperCaller(db, http, tree.acme.owner)
    const log = await owner.get(`requests?operation=listDeveloperBalances&client_id=${key.client_id}&limit=1`)
    expect(log.body.data).toMatchObject([{ status: 200, client_id: key.client_id }])
    const usage = await owner.get('usage')
    expect(usage.body.data.filter(({ operation }) => operation === 'listDeveloperBalances')).toEqual([])
  })
})

test('the document has three examples for each operation that is not deprecated', () => {
  const { paths } = describeDeveloperApi('Acme', 'https://app.example.com') as {
    paths: Record<string, Record<string, { deprecated?: boolean; 'x-codeSamples'?: { source: string }[] }>>
  }
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    expect(operation['x-codeSamples']?.length).toBe(operation.deprecated ? undefined : 3)
    for (const { source } of operation['x-codeSamples'] ?? []) expect(source).toContain('https://app.example.com')
  }
})

test('an Idempotency-Key of a test key is rejected with another body, and does not apply to a live key', async () => {
  const headers = { 'idempotency-key': 'tried-1' }
  const input = exampleInputOf('createDeveloperCampaign', []).body as object
  const first = await ask('POST', 'campaigns', input, headers)
  const again = await ask('POST', 'campaigns', input, headers)
  expect([first.status, again.status, again.body]).toEqual([201, 201, first.body])
  expect([first.headers['idempotent-replayed'], again.headers['idempotent-replayed']]).toEqual([undefined, 'true'])
  const answer = await ask('POST', 'campaigns', { ...input, name: 'Another' }, headers)
  expect([answer.status, answer.body['field']]).toEqual([422, 'Idempotency-Key'])
  const live = await createDeveloperCaller(db, http, tree.acme.owner)
  const real = { client_id: tree.acme.clients[0]!.id, name: 'Real', module: 'local' }
  expect((await live.post('campaigns', real, headers)).status).toBe(201)
})
