import { beforeAll, describe, expect, test } from 'vitest'
import { apiVersion, readingScopes } from '#contract/core/api-scopes.ts'
import { readDeveloperApi, removeCredential } from '#contract/developers/credentials.ts'
import { issueDeveloperToken } from '#contract/developers/sso.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { makeLeads } from '#server/test/deliveries-world.ts'
import { createKey } from '#server/test/developer-caller.ts'
import { makeCampaign } from '#server/test/factories.ts'
import { openTree } from '#server/test/open-tree.ts'

// The developer API as other people's software uses it: over HTTP, with nothing but a credential.

const start_ms = Date.now()
const clock = createStillClock(start_ms)
const campaigns: { id: string; clientId: string }[] = []
let key: Key
let operatorsKey: Key

interface Key {
  client_id: string
  secret_key: string
}

const { db, http, tree } = await openTree({ clock })
beforeAll(async () => {
  await db.adminPool.query('update company set api_mode = true')
  key = await createKey(http, tree.acme.owner)
  operatorsKey = await createKey(http, tree.root.system)
  for (const client of [tree.acme.clients[0]!, tree.acme.clients[1]!, tree.brightside.clients[0]!]) {
    const { id } = await makeCampaign(db, client)
    campaigns.push({ id, clientId: client.id })
    const { rootId, agencyId } = client.user
    const path = { rootId, agencyId: agencyId!, clientId: client.id, campaignId: id }
    await makeLeads(db.adminPool, path, 5, start_ms - 60_000)
  }
})

const host = 'acme.localhost'
const ask = (payload: string, headers: Record<string, string>, at = host) =>
  http.anonymous(at).inject({ method: 'POST', url: '/api/v1/developer/oauth/token', payload, headers })
const askForm = (form: Record<string, string>, headers: Record<string, string> = {}, at = host) =>
  ask(new URLSearchParams(form).toString(), { 'content-type': 'application/x-www-form-urlencoded', ...headers }, at)
const grant = { grant_type: 'client_credentials' }
const credential = ({ client_id, secret_key }: Key) => ({ client_id, client_secret: secret_key })

async function tokenFor(scope?: string, of: Key = key, at = host): Promise<string> {
  const answer = await askForm({ ...grant, ...credential(of), ...(scope !== undefined && { scope }) }, {}, at)
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return (answer.json() as { access_token: string }).access_token
}

const get = (token: string, path: string, headers: Record<string, string> = {}, at = host) =>
  http.anonymous(at).inject({
    method: 'GET',
    url: `/api/v1/developer/${path}`,
    headers: { authorization: `Bearer ${token}`, ...headers },
  })

interface Page {
  data: Record<string, string>[]
  next_cursor: string | null
}

describe('a token', () => {
  test('is issued for a form or JSON body, and for credentials in the body or HTTP Basic', async () => {
    const json = await ask(JSON.stringify({ ...grant, ...credential(key) }), { 'content-type': 'application/json' })
    const basic = Buffer.from(`${key.client_id}:${key.secret_key}`).toString('base64')
    const byHeader = await askForm({ ...grant, scope: 'leads:read' }, { authorization: `Basic ${basic}` })
    expect(json.json()).toMatchObject({ token_type: 'Bearer', expires_in: 900, scope: readingScopes.join(' ') })
    expect([byHeader.statusCode, byHeader.json().scope]).toEqual([200, 'leads:read'])
    expect(byHeader.headers['cache-control']).toContain('no-store')
    // The name of an authentication scheme is case-insensitive (RFC 9110, 11.1).
    expect((await askForm(grant, { authorization: `basic ${basic}` })).statusCode).toBe(200)
    const request = { method: 'GET', url: '/api/v1/developer/clients' } as const
    const headers = { authorization: `bearer ${json.json().access_token}` }
    expect((await http.anonymous(host).inject({ ...request, headers })).statusCode).toBe(200)
  })

  test.each([
    ['an unknown grant', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
    ['an unknown scope', { scope: 'leads:read money:take' }, 400, 'invalid_scope'],
    ['a wrong secret', { client_secret: 'A'.repeat(43) }, 401, 'invalid_client'],
    ['no secret', { client_secret: undefined }, 400, 'invalid_request'],
    ['an unknown field', { audience: 'x' }, 400, 'invalid_request'],
  ])('is rejected for %s with the OAuth error', async (_what, change, status, error) => {
    const body = { ...grant, ...credential(key), ...change }
    const answer = await ask(JSON.stringify(body), { 'content-type': 'application/json' })
    expect([answer.statusCode, answer.json().error]).toEqual([status, error])
    expect(answer.json().error_description).not.toBe('')
  })

  test('is rejected for a form with a repeated field, and other operations accept no forms', async () => {
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    const twice = await ask('grant_type=client_credentials&scope=a&scope=b', type)
    expect([twice.statusCode, twice.json().field]).toEqual([400, 'scope'])
    const login = await http
      .anonymous(host)
      .inject({ method: 'POST', url: '/api/v1/developer/token', payload: 'client_id=a', headers: type })
    expect([login.statusCode, login.json().code]).toEqual([400, 'malformed'])
  })

  test('of an agency is not issued on another agency’s host', async () => {
    expect((await askForm({ ...grant, ...credential(key) }, {}, 'brightside.localhost')).statusCode).toBe(401)
  })

  test('works only on its own host, even with concurrent requests', async () => {
    const token = await tokenFor()
    const hosts = [host, 'brightside.localhost', host, 'localhost', 'brightside.localhost', host]
    for (let turn = 0; turn < 3; turn++) {
      const answers = await Promise.all(hosts.map((at) => get(token, 'clients', {}, at)))
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 401, 200, 401, 401, 200])
      clock.advance(5_000)
    }
  })
})

describe('a list', () => {
  test('of leads is read page by page to its end, each lead once, newest first', async () => {
    const token = await tokenFor()
    const ids: string[] = []
    let path = 'leads?limit=3'
    for (let pages = 0; pages < 10; pages++) {
      const page = (await get(token, path)).json() as Page
      ids.push(...page.data.map(({ id }) => id!))
      if (page.next_cursor === null) break
      path = `leads?limit=3&cursor=${page.next_cursor}`
    }
    expect(ids).toHaveLength(10)
    expect(new Set(ids).size).toBe(10)
    const { rows } = await db.adminPool.query<{ id: string }>(
      'select id from lead where agency_id = $1 order by created_at desc, id desc',
      [tree.acme.id],
    )
    expect(ids).toEqual(rows.map(({ id }) => id))
  })

  test('is filtered by client, campaign and time', async () => {
    const token = await tokenFor()
    const [first] = campaigns
    const count = async (query: string) => ((await get(token, `leads?${query}`)).json() as Page).data.length
    expect(await count(`company_id=${first!.clientId}`)).toBe(5)
    expect(await count(`campaign_id=${first!.id}`)).toBe(5)
    expect(await count(`created_from=${new Date(start_ms).toISOString()}`)).toBe(0)
    expect(await count('created_from=0001-01-01T00:00:00Z&created_before=9999-12-31T23:59:59Z')).toBe(10)
    expect(await count('kind=test')).toBe(0)
  })

  test('of clients and campaigns shows only the agency’s own', async () => {
    const token = await tokenFor()
    const clients = (await get(token, 'clients')).json() as Page
    expect(clients.data.map(({ id }) => id).toSorted()).toEqual(tree.acme.clients.map(({ id }) => id).toSorted())
    const list = (await get(token, 'campaigns')).json() as Page
    expect(list.data.map(({ id }) => id).toSorted()).toEqual([campaigns[0]!.id, campaigns[1]!.id].toSorted())
    const first = (await get(token, 'campaigns?limit=1')).json() as Page
    const second = (await get(token, `campaigns?limit=1&cursor=${first.next_cursor}`)).json() as Page
    expect([second.data.length, second.next_cursor]).toEqual([1, null])
    expect(second.data[0]!['id']).not.toBe(first.data[0]!['id'])
  })

  test('rejects a cursor of another query or another list and a modified one, naming the field', async () => {
    const token = await tokenFor()
    const { next_cursor: cursor } = (await get(token, 'leads?limit=1')).json() as Page
    const changedCursor = `${cursor!.startsWith('A') ? 'B' : 'A'}${cursor!.slice(1)}`
    const paths = [
      `leads?limit=1&cursor=${cursor}&kind=lead`,
      `leads?limit=1&cursor=${cursor}&company_id=${tree.acme.id}`,
      `campaigns?cursor=${cursor}`,
      `clients?cursor=${cursor}`,
      `leads?cursor=${changedCursor}`,
      'leads?cursor=AAAA',
    ]
    for (const path of paths) {
      const { statusCode, headers, body } = await get(token, path)
      expect([path, statusCode, JSON.parse(body).field]).toEqual([path, 422, 'cursor'])
      expect(headers['content-type']).toMatch(/^application\/problem\+json/)
    }
    expect((await get(token, `leads?limit=2&cursor=${cursor}`)).statusCode).toBe(200)
  })

  test('of leads includes what else their campaign sends', async () => {
    const token = await tokenFor()
    await db.adminPool.query(
      `update lead set information = '{"job_title":"Buyer"}', search = '{"phrases":["roof repair"]}'
        where id = (select id from lead where campaign_id = $1 order by id limit 1)`,
      [campaigns[0]!.id],
    )
    const answer = await get(token, `leads?campaign_id=${campaigns[0]!.id}`)
    const { data } = answer.json() as {
      data: { searched_for: string[] | null; information: Record<string, string> | null }[]
    }
    expect(data).toHaveLength(5)
    const richLeads = data.filter(
      ({ information, searched_for: searches }) => information !== null || searches !== null,
    )
    expect(richLeads).toMatchObject([{ searched_for: ['roof repair'], information: { job_title: 'Buyer' } }])
  })

  test('of leads requires a company when the operator reads it', async () => {
    const token = await tokenFor(undefined, operatorsKey, 'localhost')
    const whole = await get(token, 'leads', {}, 'localhost')
    expect([whole.statusCode, whole.json().field]).toEqual([422, 'company_id'])
    const ofOne = await get(token, `leads?company_id=${tree.brightside.id}`, {}, 'localhost')
    expect((ofOne.json() as Page).data).toHaveLength(5)
  })
})

describe('an unauthorized request', () => {
  test('for another company’s data gets 404, as for absent data', async () => {
    const token = await tokenFor()
    for (const id of [tree.brightside.id, tree.brightside.clients[0]!.id, newId(Date.now())]) {
      for (const list of ['clients', 'campaigns', 'leads']) {
        const answer = await get(token, `${list}?company_id=${id}`)
        expect([list, answer.statusCode, answer.json().code]).toEqual([list, 404, 'not_found'])
      }
    }
    for (const id of [campaigns[2]!.id, newId(Date.now())])
      expect((await get(token, `leads?campaign_id=${id}`)).statusCode).toBe(404)
  })

  test('outside the scope of the token gets a code of its own', async () => {
    const token = await tokenFor('clients:read')
    expect((await get(token, 'clients')).statusCode).toBe(200)
    for (const list of ['campaigns', 'leads']) {
      const answer = await get(token, list)
      expect([answer.statusCode, answer.json().code, answer.json().type]).toEqual([
        403,
        'insufficient_scope',
        'urn:problem:insufficient_scope',
      ])
      expect(answer.headers['www-authenticate']).toContain('insufficient_scope')
    }
    // A token for single sign-on alone has no scope at all.
    const { body } = await http.anonymous(host).call(issueDeveloperToken, { body: key })
    expect((await get(body.access_token, 'leads')).json().code).toBe('insufficient_scope')
  })

  test('with a person’s session is rejected', async () => {
    const answer = await http.as(tree.acme.owner).inject({ method: 'GET', url: '/api/v1/developer/leads' })
    expect([answer.statusCode, answer.json().status]).toEqual([403, 403])
  })
})

test('the OpenAPI document lists each operation with its scope and problem responses', async () => {
  const { body } = await http.anonymous(host).call(readDeveloperApi)
  const { paths, components } = body as { paths: Record<string, Record<string, object>>; components: object }
  for (const [list, scope] of [
    ['clients', 'clients:read'],
    ['campaigns', 'campaigns:read'],
    ['leads', 'leads:read'],
  ])
    expect(paths[`/api/v1/developer/${list}`]!['get']).toMatchObject({
      security: [{ oauth: [scope] }],
      responses: { 403: { content: { 'application/problem+json': {} } } },
    })
  const token = paths['/api/v1/developer/oauth/token']!['post']!
  expect(token).toMatchObject({ requestBody: { content: { 'application/x-www-form-urlencoded': {} } } })
  expect(components).toMatchObject({
    securitySchemes: { oauth: { flows: { clientCredentials: { scopes: { 'leads:read': expect.any(String) } } } } },
  })
})

describe('every response', () => {
  test('names its version, and another version is rejected', async () => {
    const token = await tokenFor()
    expect((await get(token, 'clients')).headers['api-version']).toBe(apiVersion)
    expect((await get(token, 'clients', { 'api-version': apiVersion })).statusCode).toBe(200)
    const answer = await get(token, 'clients', { 'api-version': '2020-01-01' })
    expect([answer.statusCode, answer.json().field]).toEqual([422, 'api-version'])
  })

  test('shows how many requests remain, and a problem says when to retry', async () => {
    const token = await tokenFor('clients:read')
    clock.advance(120_000)
    const readRemaining = async () => Number((await get(token, 'clients')).headers['ratelimit-remaining'])
    const first = await readRemaining()
    expect(await readRemaining()).toBe(first - 1)
    for (let count = 2; count < 240; count++) await get(token, 'clients')
    const refusal = await get(token, 'clients')
    expect([refusal.statusCode, refusal.json().code, refusal.headers['ratelimit-remaining']]).toEqual([
      429,
      'too_many',
      '0',
    ])
    expect(Number(refusal.headers['retry-after'])).toBeGreaterThan(0)
    clock.advance(120_000)
    expect((await get(token, 'clients')).statusCode).toBe(200)
  })
})

describe('the end of a token', () => {
  test('comes after 15 minutes', async () => {
    const token = await tokenFor()
    clock.advance(15 * 60_000 - 1_000)
    expect((await get(token, 'clients')).statusCode).toBe(200)
    clock.advance(2_000)
    const answer = await get(token, 'clients')
    expect([answer.statusCode, answer.headers['www-authenticate']]).toEqual([401, 'Bearer'])
  })

  test('comes with the removal of its key, and when the company’s API mode is turned off', async () => {
    http.forget()
    const token = await tokenFor()
    await db.adminPool.query('update company set api_mode = false where id = $1', [tree.acme.id])
    clock.advance(5_000)
    expect((await get(token, 'clients')).statusCode).toBe(401)
    await db.adminPool.query('update company set api_mode = true where id = $1', [tree.acme.id])
    expect((await get(token, 'clients')).statusCode).toBe(200)
    const params = { companyID: tree.acme.id, clientId: key.client_id }
    expect((await http.as(tree.acme.owner).call(removeCredential, { params })).status).toBe(200)
    expect((await get(token, 'clients')).statusCode).toBe(401)
  })
})
