import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { previewIntegration, saveCampaignIntegration, testIntegration } from '#contract/integrations/connections.ts'
import {
  createCustomIntegration,
  getCustomIntegration,
  listCustomIntegrations,
  maxCustomIntegrations,
  removeCustomIntegration,
  saveCustomIntegration,
} from '#contract/integrations/custom.ts'
import { listDestinations, updateDestination } from '#contract/integrations/destinations.ts'
import { listReceipts, takeBackLead } from '#contract/integrations/take-back.ts'
import { makeConnectionsWorld, type ConnectionsWorld } from '#server/test/connections-world.ts'
import { takeBackJob } from '../../take-back/run-take-back.ts'
import { startOwnServer, type OwnServerStandIn } from './stand-in.ts'

// Custom integrations, against a server that requires its key in a header.

let world: ConnectionsWorld
let server: OwnServerStandIn
/** Where the company moves its server to. */
let movedServer: OwnServerStandIn
let client: string

beforeAll(async () => {
  server = await startOwnServer('let-me-in')
  movedServer = await startOwnServer('let-me-in')
  world = await makeConnectionsWorld({ OUTGOING_ALLOW: `${server.host},${movedServer.host}` })
  client = world.tree.acme.clients[0]!.id
})
beforeEach(() => {
  world.wait(2_000)
  server.key = 'let-me-in'
  server.leads.clear()
})
afterAll(async () => {
  await world.close()
  await Promise.all([server, movedServer].map((one) => one.stop()))
})

const owner = () => world.http.as(world.tree.acme.owner)
const person = () => world.http.as(world.tree.acme.clients[0]!.user)
const ourKey = [{ name: 'X-Api-Key', secret: 'let-me-in' }]

const create = (more: object = {}, companyId = client) =>
  owner().call(createCustomIntegration, {
    body: { company_id: companyId, name: 'Our CRM', url: `${server.url}/leads`, headers: ourKey, ...more },
  })
const save = (integrationId: string, change: object) =>
  owner().call(saveCustomIntegration, { body: { company_id: client, integration_id: integrationId, ...change } })

async function made(more: object = {}, companyId = client): Promise<string> {
  const answer = await create(more, companyId)
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body.data.integration_id
}

describe('R237: a company’s own integrations', () => {
  test('can be several, are listed by name and looked up by id, and never show header values', async () => {
    const company = world.tree.acme.clients[1]!.id
    const second = await made({ name: 'warehouse', headers: [] }, company)
    const first = await made({ name: 'CRM' }, company)
    const list = await owner().call(listCustomIntegrations, { params: { company } })
    expect(list.body.data.map(({ integration_id }) => integration_id)).toEqual([first, second])
    const one = await owner().call(getCustomIntegration, { params: { company, integration: first } })
    expect(one.body.data).toMatchObject({
      name: 'CRM',
      url: `${server.url}/leads`,
      header_names: ['X-Api-Key'],
      status: 'connected',
      campaigns: 0,
    })
    expect(list.raw.body + one.raw.body).not.toContain('let-me-in')
    const { rows } = await world.db.adminPool.query('select credential_sealed from connection where id = $1', [first])
    expect(rows[0].credential_sealed).not.toContain('let-me-in')
    const log = await world.db.adminPool.query(
      `select coalesce(string_agg(to_jsonb(activity)::text, ''), '') as text from activity`,
    )
    expect(log.rows[0].text).toContain('integration.createCustomIntegration')
    expect(log.rows[0].text).not.toContain('let-me-in')
  })

  test('T122: require a company for a lookup and an integration for a detail call', async () => {
    const get = (path: string) => owner().inject({ method: 'GET', url: path })
    expect((await get('/api/integrations/')).statusCode).toBe(422)
    expect((await get('/api/integrations/all')).statusCode).toBe(422)
    const detail = await get(`/api/integrations/${client}/`)
    expect([detail.statusCode, detail.json().field]).toEqual([422, 'integration'])
    const nameless = await owner().call(saveCustomIntegration, { body: { company_id: client } as never })
    expect([nameless.status, nameless.body.field]).toEqual([422, 'integration_id'])
  })

  test('are not found by other companies', async () => {
    const integration = await made()
    const elsewhere = world.tree.acme.clients[1]!
    const otherCaller = world.http.as(elsewhere.user)
    expect(
      (await otherCaller.call(getCustomIntegration, { params: { company: elsewhere.id, integration } })).status,
    ).toBe(404)
    expect((await otherCaller.call(getCustomIntegration, { params: { company: client, integration } })).status).toBe(
      404,
    )
    const body = { company_id: elsewhere.id, integration_id: integration }
    expect((await otherCaller.call(saveCustomIntegration, { body: { ...body, name: 'Mine' } })).status).toBe(404)
    expect((await otherCaller.call(removeCustomIntegration, { body })).status).toBe(404)
    const campaign = await world.newCampaign(elsewhere)
    const use = { leadspeek_api_id: campaign.campaignId, integration_slug: 'custom' as const, enable: 'T' as const }
    expect(
      (await otherCaller.call(saveCampaignIntegration, { body: { ...use, integration_id: integration } })).status,
    ).toBe(404)
  })

  test('count the campaigns that send to them, without removed ones', async () => {
    const integration = await made()
    const [campaign, removedCampaign] = [await world.newCampaign(), await world.newCampaign()]
    for (const one of [campaign, removedCampaign]) await use(one.campaignId, integration)
    const count = async () =>
      (await owner().call(getCustomIntegration, { params: { company: client, integration } })).body.data.campaigns
    expect(await count()).toBe(2)
    await world.db.adminPool.query('update campaign set removed_at = now() where id = $1', [removedCampaign.campaignId])
    expect(await count()).toBe(1)
  })

  test('reject a private address, and one integration too many', async () => {
    for (const url of [
      'https://10.0.0.1/',
      'https://169.254.169.254/latest',
      'http://example.com/',
      'https://[::1]/',
    ]) {
      const answer = await create({ url })
      expect([answer.status, answer.body.field]).toEqual([422, 'url'])
    }
    const company = world.tree.brightside.clients[0]!.id
    const otherCaller = world.http.as(world.tree.brightside.owner)
    const add = (name: string) =>
      otherCaller.call(createCustomIntegration, { body: { company_id: company, name, url: server.url, headers: [] } })
    const answers = await Promise.all(Array.from({ length: maxCustomIntegrations + 2 }, (_, n) => add(`No. ${n}`)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(maxCustomIntegrations)
  })
})

describe('hostile headers are rejected by name', () => {
  const wide = 'x'.repeat(1_900)
  test.each([
    ['hop-by-hop', [{ name: 'Transfer-Encoding', secret: 'chunked' }], 'headers.0.name'],
    ['the host', [{ name: 'hOsT', secret: 'elsewhere' }], 'headers.0.name'],
    ['a length', [{ name: 'Content-Length', secret: '0' }], 'headers.0.name'],
    ['a proxy’s', [{ name: 'Proxy-Authorization', secret: 'x' }], 'headers.0.name'],
    ['the id that tells repeats', [{ name: 'webhook-id', secret: 'x' }], 'headers.0.name'],
    ['a second line in a value', [{ name: 'X-A', secret: 'a\r\nHost: b' }], 'headers.0.secret'],
    ['a line end alone', [{ name: 'X-A', secret: 'a\n' }], 'headers.0.secret'],
    ['a second line in a name', [{ name: 'X-A\r\nX-B', secret: 'a' }], 'headers.0.name'],
    ['an empty name', [{ name: '', secret: 'a' }], 'headers.0.name'],
    ['a name with a colon', [{ name: 'X:A', secret: 'a' }], 'headers.0.name'],
    ['letters that are not ASCII', [{ name: 'X-A', secret: 'ключ' }], 'headers.0.secret'],
    ['a duplicate', [...ourKey, { name: 'x-api-key', secret: 'b' }], 'headers.1.name'],
    ['too long a value', [{ name: 'X-A', secret: 'x'.repeat(2_001) }], 'headers.0.secret'],
    ['too much together', ['A', 'B', 'C'].map((name) => ({ name, secret: wide })), 'headers.2.secret'],
    ['too many', Array.from({ length: 11 }, (_, n) => ({ name: `X-${n}`, secret: 'a' })), 'headers'],
    ['no value', [{ name: 'X-A' }], 'headers.0.secret'],
  ])('%s', async (_what, headers, field) => {
    const answer = await create({ headers })
    expect([answer.status, answer.body.field]).toEqual([422, field])
  })
})

describe('a saved value', () => {
  test('is kept when omitted and replaced when given', async () => {
    const id = await made()
    const campaign = await world.newCampaign()
    const body = {
      leadspeek_api_id: campaign.campaignId,
      integration_slug: 'custom' as const,
      integration_id: id,
      details: {},
    }
    const arrives = async () => (await owner().call(testIntegration, { body })).body.data.delivered
    expect(
      (await save(id, { name: 'Renamed', url: `${server.url}/v2`, headers: [{ name: 'x-API-key' }] })).status,
    ).toBe(200)
    expect(await arrives()).toBe('T')
    await save(id, { headers: [{ name: 'X-Api-Key', secret: 'wrong' }] })
    expect(await arrives()).toBe('F')
  })

  test('is never sent to another host when the address changes', async () => {
    const id = await made()
    const answer = await save(id, { url: 'https://hooks.example.com/' })
    expect([answer.status, answer.body.field]).toEqual([422, 'headers'])
    const answerWithHeader = await save(id, { url: 'https://hooks.example.com/', headers: [{ name: 'X-Api-Key' }] })
    expect([answerWithHeader.status, answerWithHeader.body.field]).toEqual([422, 'headers.0.secret'])
    const anew = await save(id, {
      url: 'https://hooks.example.com/',
      headers: [{ name: 'X-Api-Key', secret: 'theirs' }],
    })
    expect(anew.body.data.url).toBe('https://hooks.example.com/')
  })
})

const use = (campaignId: string, integrationId: string, more: object = {}) =>
  owner().call(saveCampaignIntegration, {
    body: {
      leadspeek_api_id: campaignId,
      integration_slug: 'custom',
      integration_id: integrationId,
      enable: 'T',
      ...more,
    },
  })

test('a paused one that is removed from a campaign and chosen again is no longer paused', async () => {
  const [integration, { campaignId }] = [await made(), await world.newCampaign()]
  const statuses = async () =>
    (await owner().call(listDestinations, { params: { id: campaignId } })).body.data.map((row) => [
      row.status,
      row.paused_at,
    ])
  await use(campaignId, integration)
  const [row] = (await owner().call(listDestinations, { params: { id: campaignId } })).body.data
  await owner().call(updateDestination, { body: { destination_id: row!.id, active: 'F' } })
  expect((await use(campaignId, integration, { enable: 'F' })).status).toBe(200)
  expect(await statuses()).toEqual([])
  expect((await use(campaignId, integration)).status).toBe(200)
  expect(await statuses()).toEqual([['ok', null]])
})

describe('leads', () => {
  test('are previewed and sent under the configured field names, or under our own by default', async () => {
    const fields = [
      { lead: 'email', target: 'contact_email' },
      { lead: 'zip', target: 'Post code' },
    ] as const
    const id = await made({ details: { fields } })
    const campaign = await world.newCampaign()
    expect((await use(campaign.campaignId, id)).status).toBe(200)
    const [lead] = await world.addLeads(campaign, 1)
    await world.db.adminPool.query('update lead set person_id = 1 where id = $1', [lead!.id])
    const body = { leadspeek_api_id: campaign.campaignId, integration_slug: 'custom' as const, integration_id: id }
    const preview = await owner().call(previewIntegration, { body: { ...body, details: { fields: [...fields] } } })
    expect(preview.body.data).toEqual({
      is_example: 'F',
      fields: [
        { target: 'type', value: 'lead.created' },
        { target: 'id', value: lead!.id },
        { target: 'contact_email', value: lead!.email },
        { target: 'Post code', value: '78701' },
      ],
    })
    await world.deliverFor(1)
    expect(server.leads.get(lead!.id)).toEqual({
      type: 'lead.created',
      id: lead!.id,
      contact_email: lead!.email,
      'Post code': '78701',
    })
    await use(campaign.campaignId, id, { details: { fields: [] } })
    const [next] = await world.addLeads(campaign, 1)
    await world.deliverFor(1)
    expect(server.leads.get(next!.id)).toMatchObject({
      email: next!.email,
      first_name: 'Ada',
      campaignName: expect.any(String),
    })
    const refusal = await use(campaign.campaignId, id, { details: { fields: [{ lead: 'email', target: 'id' }] } })
    expect([refusal.status, refusal.body.field]).toEqual([422, 'details.fields.0.target'])
  })

  test('are sent to several integrations in parallel, and can be stopped for just one', async () => {
    const [first, second] = [await made({ name: 'One' }), await made({ name: 'Two' })]
    const campaign = await world.newCampaign()
    await use(campaign.campaignId, first)
    await use(campaign.campaignId, second)
    const list = async () =>
      (await owner().call(listDestinations, { params: { id: campaign.campaignId } })).body.data
        .filter(({ kind }) => kind === 'custom')
        .map(({ integration_id, account }) => [account, integration_id])
        .sort()
    expect(await list()).toEqual([
      ['One', first],
      ['Two', second],
    ])
    await use(campaign.campaignId, first, { enable: 'F' })
    expect(await list()).toEqual([['Two', second]])
    const refusal = await owner().call(saveCampaignIntegration, {
      body: { leadspeek_api_id: campaign.campaignId, integration_slug: 'custom', enable: 'F' },
    })
    expect([refusal.status, refusal.body.field]).toEqual([422, 'integration_id'])
  })

  test('are sent again under the same id when the response was lost, and wait while the server is down', async () => {
    const campaign = await world.newCampaign()
    await use(campaign.campaignId, await made())
    const [lead] = await world.addLeads(campaign, 1)
    const before = server.received.length
    const when = ({ text }: { text: string }) => text.includes(lead!.id)
    server.fail({ kind: 'lose-answer' }, { when })
    server.fail({ kind: 'answer', response: { status: 503 } }, { when })
    await world.deliverFor(2)
    const requests = server.received.slice(before).filter(when)
    expect(requests).toHaveLength(3)
    expect(new Set(requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect([...server.leads.keys()]).toEqual([lead!.id])
    expect(await world.deliveriesOf(campaign)).toMatchObject([{ status: 'delivered', attempts: 3 }])
  })

  test('are kept when the key is rejected, and sent once a new key is given', async () => {
    const id = await made()
    const campaign = await world.newCampaign()
    await use(campaign.campaignId, id)
    server.key = 'changed'
    const [lead] = await world.addLeads(campaign, 1)
    await world.deliverFor(1)
    const answer = await owner().call(getCustomIntegration, { params: { company: client, integration: id } })
    expect(answer.body.data).toMatchObject({ status: 'reconnect', cause: 'token_expired' })
    expect(await world.destinationOf(campaign)).toMatchObject({ status: 'disabled', cause: 'token_expired' })
    await save(id, { headers: [{ name: 'X-Api-Key', secret: 'changed' }] })
    await world.deliverFor(1)
    expect([...server.leads.keys()]).toEqual([lead!.id])
  })

  test('of a client are sent to its agency’s integration if the agency chose that', async () => {
    const id = await made({}, world.tree.acme.id)
    const campaign = await world.newCampaign()
    const body = {
      leadspeek_api_id: campaign.campaignId,
      integration_slug: 'custom' as const,
      integration_id: id,
      enable: 'T' as const,
      connection: 'agency' as const,
    }
    expect((await person().call(saveCampaignIntegration, { body })).status).toBe(422)
    expect((await owner().call(saveCampaignIntegration, { body })).status).toBe(200)
    const [lead] = await world.addLeads(campaign, 1)
    await world.deliverFor(1)
    expect(server.leads.has(lead!.id)).toBe(true)
  })

  test('are left to people to take back from a host that was replaced by another one', async () => {
    const id = await made()
    const campaign = await world.newCampaign()
    await use(campaign.campaignId, id)
    const [early] = await world.addLeads(campaign, 1)
    await world.deliverFor(0.01)
    world.wait(1_000)
    expect((await save(id, { url: `${movedServer.url}/leads`, headers: ourKey })).status).toBe(200)
    world.wait(1_000)
    const [late] = await world.addLeads(campaign, 1)
    await world.deliverFor(0.01)
    expect([...movedServer.leads.keys()]).toEqual([late!.id])
    for (const lead of [early!, late!]) await owner().call(takeBackLead, { body: { lead_id: lead.id } })
    await takeBackJob.run(world.http.platform, { rootId: campaign.rootId })
    const statusOf = async ({ id: lead }: { id: string }) =>
      (await owner().call(listReceipts, { params: { lead } })).body.data.map(({ status }) => status)
    expect([await statusOf(early!), await statusOf(late!)]).toEqual([['manual'], ['done']])
    movedServer.leads.clear()
  })

  test('are taken back, and no longer sent once the integration is removed', async () => {
    const id = await made()
    const campaign = await world.newCampaign()
    await use(campaign.campaignId, id)
    const [lead, otherLead] = await world.addLeads(campaign, 2)
    await world.deliverFor(1)
    await owner().call(takeBackLead, { body: { lead_id: lead!.id } })
    await takeBackJob.run(world.http.platform, { rootId: campaign.rootId })
    expect([...server.leads.keys()]).toEqual([otherLead!.id])
    expect(
      (await owner().call(removeCustomIntegration, { body: { company_id: client, integration_id: id } })).status,
    ).toBe(200)
    expect((await owner().call(getCustomIntegration, { params: { company: client, integration: id } })).status).toBe(
      404,
    )
    const { rows } = await world.db.adminPool.query('select credential_sealed from connection where id = $1', [id])
    expect(rows[0].credential_sealed).toBeNull()
    expect(await world.destinationOf(campaign)).toBeUndefined()
  })
})
