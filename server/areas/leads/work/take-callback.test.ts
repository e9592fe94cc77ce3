import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createCallback, removeCallback } from '#contract/integrations/callbacks.ts'
import { listLeadEntries } from '#contract/leads/lead-work.ts'
import { getLead } from '#contract/leads/leads.ts'
import {
  hubspotEnv,
  hubspotLists,
  startHubspot,
  type HubspotStandIn,
} from '#server/areas/integrations/connectors/hubspot/stand-in.ts'
import { signedHeaders } from '#server/areas/integrations/connectors/webhook/sign-webhook.ts'
import { machineTime } from '#server/platform/clock.ts'
import { createTestApp, type TestApp } from '#server/test/app.ts'
import { makeConnectionsWorld, type ConnectionsWorld } from '#server/test/connections-world.ts'
import { createDeveloperCaller } from '#server/test/developer-caller.ts'
import { noon_ms } from '#server/test/deliveries-world.ts'

// A destination's software says what became of a lead that it got (decision 331).

let world: ConnectionsWorld
let firm: HubspotStandIn
let destinationId: string
let lead: { id: string; email: string }
let address: { path: string; secret: string }
let messages = 0

beforeAll(async () => {
  firm = await startHubspot(() => (world ? machineTime(world.clock) : noon_ms))
  world = await makeConnectionsWorld({ OUTGOING_ALLOW: firm.host, ...hubspotEnv(firm.url) })
  await world.authorize(world.tree.acme.clients[0]!.id, 'hubspot')
})
afterAll(async () => {
  await world.close()
  await firm.stop()
})
beforeEach(async () => {
  world.wait(11_000)
  const campaign = await world.newCampaign()
  destinationId = await world.use(campaign, 'hubspot', { lists: [hubspotLists.leads] })
  lead = (await world.addLeads(campaign, 1))[0]!
  await world.deliverFor(0.01)
  address = (await owner().call(createCallback, { body: { destination_id: destinationId } })).body.data
})

const owner = () => world.http.as(world.tree.acme.owner)
const client = () => world.http.as(world.tree.acme.clients[0]!.user)
const win = () => ({ lead_id: lead.id, status: 'won' })
const readLead = async () => (await client().call(getLead, { params: { id: lead.id } })).body.data
const entriesOf = async () => (await client().call(listLeadEntries, { params: { id: lead.id } })).body.data

interface Sending {
  http?: TestApp
  id?: string
  at_ms?: number
  secret?: string
  path?: string
  host?: string
  payload?: string
}

async function send(message: object, to: Sending = {}) {
  const text = JSON.stringify(message)
  const {
    id = `msg_${++messages}`,
    at_ms = machineTime(world.clock),
    secret = address.secret,
    path = address.path,
  } = to
  const response = await (to.http ?? world.http).anonymous(to.host).inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/json', ...signedHeaders(id, at_ms, text, [secret]) },
    payload: to.payload ?? text,
  })
  return { status: response.statusCode, body: response.json() as Record<string, unknown> }
}

test('a signed callback sets status and tags, and the lead’s history names the destination', async () => {
  expect((await send({ ...win(), tags: ['Called back'] })).status).toBe(200)
  expect(await readLead()).toMatchObject({ status: 'won', tags: ['Called back'] })
  const entries = await entriesOf()
  expect(entries.map(({ kind }) => kind).toSorted()).toEqual(['status', 'tags'])
  for (const entry of entries)
    expect(entry).toMatchObject({ destination_name: 'HubSpot', author_name: null, by_api: 'F', is_own: 'F' })
})

test('the lead may be named by the record that HubSpot made of it', async () => {
  const record_id = firm.contacts.get(lead.email)!.id
  expect((await send({ record_id, status: 'contacted' })).status).toBe(200)
  expect(await readLead()).toMatchObject({ status: 'contacted' })
})

test('the agency’s own webhooks are told, as of any change of status', async () => {
  const developer = await createDeveloperCaller(world.db, world.http, world.tree.acme.owner)
  await developer.post('webhooks', { url: 'https://hooks.example.com/', events: ['lead.updated'] })
  await send(win())
  const { rows } = await world.db.adminPool.query(`select data from event_message where data->>'id' = $1`, [lead.id])
  expect(rows).toMatchObject([{ data: { status: 'won' } }])
})

test('a message counts once, also if somebody changed the lead in the meantime', async () => {
  await send(win(), { id: 'msg_twice' })
  await send({ lead_id: lead.id, status: 'lost' })
  expect((await send(win(), { id: 'msg_twice' })).status).toBe(200)
  expect(await readLead()).toMatchObject({ status: 'lost' })
})

test('a field that cannot be set is named, and the corrected message may have the same id', async () => {
  const id = 'msg_again'
  const refusal = (field: string) => ({ status: 422, body: { field } })
  expect(await send({ ...win(), status: 'nonsense' }, { id })).toMatchObject(refusal('status'))
  expect(await send({ status: 'won' })).toMatchObject(refusal('lead_id'))
  expect(await send({ ...win(), value: 1 })).toMatchObject(refusal('value'))
  expect((await send(win(), { id })).status).toBe(200)
})

test('a new secret ends the one before, and without an address nothing is taken', async () => {
  const body = { destination_id: destinationId }
  const former = address.secret
  const { secret } = (await client().call(createCallback, { body })).body.data
  expect((await send(win(), { secret: former })).status).toBe(403)
  expect((await send(win(), { secret })).status).toBe(200)
  await client().call(removeCallback, { body })
  expect((await send(win(), { secret })).status).toBe(403)
})

test('one network may call an address 300 times a minute, whatever follows a question mark', async () => {
  const http = await createTestApp(world.db, { clock: world.clock })
  try {
    const sendTo = async (query: string): Promise<number> =>
      (await send(win(), { http, id: 'msg_many', path: `${address.path}?${query}` })).status
    const statuses = new Set<number>()
    for (let at = 0; at < 300; at++) statuses.add(await sendTo(String(at)))
    expect([...statuses]).toEqual([200])
    expect(await sendTo('more')).toBe(429)
  } finally {
    await http.close()
  }
}, 60_000)

describe('is not taken', () => {
  test.each<[string, () => Sending]>([
    ['with another signature', () => ({ secret: `whsec_${Buffer.alloc(32).toString('base64')}` })],
    ['with other bytes than were signed', () => ({ payload: `${JSON.stringify(win())} ` })],
    ['six minutes late', () => ({ at_ms: machineTime(world.clock) - 6 * 60_000 })],
    ['at an address that does not exist', () => ({ path: '/hooks/leads/019a0000-0000-7000-8000-000000000001' })],
    ['at no address at all', () => ({ path: '/hooks/leads/none' })],
    ['on another agency’s host', () => ({ host: world.tree.brightside.owner.host })],
  ])('a message %s', async (_what, to) => {
    expect((await send(win(), to())).status).toBe(403)
    expect(await readLead()).toMatchObject({ status: 'new' })
  })

  test('a message about a lead that the destination did not get, which looks absent', async () => {
    const other = (await world.addLeads(await world.newCampaign(), 1))[0]!
    expect((await send({ lead_id: other.id, status: 'won' })).status).toBe(404)
    expect((await send({ record_id: 'nobody', status: 'won' })).status).toBe(404)
  })
})
