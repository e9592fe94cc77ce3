import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getIntegration, getServiceFields } from '#contract/integrations/connections.ts'
import { listServiceChoices } from '#contract/integrations/service-choices.ts'
import { listReceipts, takeBackLead } from '#contract/integrations/take-back.ts'
import type { IntegrationDetails } from '#contract/integrations/services.ts'
import { takeBackJob } from '#server/areas/integrations/take-back/run-take-back.ts'
import { machineTime } from '#server/platform/clock.ts'
import { makeConnectionsWorld, type ConnectionsWorld } from '#server/test/connections-world.ts'
import { noon_ms } from '#server/test/deliveries-world.ts'
import type { ReceivedRequest } from '../stand-in.ts'
import { hubspotEnv, hubspotLists, startHubspot, type HubspotStandIn } from './stand-in.ts'

let world: ConnectionsWorld
let firm: HubspotStandIn
let client: string

beforeAll(async () => {
  firm = await startHubspot(() => (world ? machineTime(world.clock) : noon_ms))
  world = await makeConnectionsWorld({ OUTGOING_ALLOW: firm.host, ...hubspotEnv(firm.url) })
  client = world.tree.acme.clients[0]!.id
  const answer = await world.authorize(client, 'hubspot')
  expect(answer.body.data).toMatchObject({ status: 'connected', account: 'Hub 4711' })
})
beforeEach(() => world.wait(11_000))
afterAll(async () => {
  await world.close()
  await firm.stop()
})

const owner = () => world.http.as(world.tree.acme.owner)
const leadsList = { lists: [hubspotLists.leads] }
const isUpsert = ({ url }: ReceivedRequest): boolean => url.pathname.endsWith('/upsert')
const isListed = (email: string): boolean =>
  firm.lists.get(hubspotLists.leads)!.members.has(firm.contacts.get(email)?.id ?? '')
const statesOf = async (campaign: Parameters<ConnectionsWorld['deliveriesOf']>[0]) =>
  (await world.deliveriesOf(campaign)).map(({ status }) => status)

async function campaignWith(count: number, details: IntegrationDetails = leadsList) {
  const campaign = await world.newCampaign()
  await world.use(campaign, 'hubspot', details)
  return { campaign, leads: await world.addLeads(campaign, count) }
}

test('offers lists that take people by hand, and fields that can be written', async () => {
  const choices = await owner().call(listServiceChoices, { params: { company: client, slug: 'hubspot' } })
  expect(choices.body.data.lists).toEqual([{ id: hubspotLists.leads, name: 'Website leads' }])
  const fields = await owner().call(getServiceFields, { params: { slug: 'hubspot' }, query: { company: client } })
  const ownFields = fields.body.data.filter(({ custom }) => custom === 'T').map(({ id }) => id)
  expect(ownFields).toEqual(['campaign_source', 'hs_lead_status'])
})

test('leads are upserted together and listed; a second lead of a person updates the same contact', async () => {
  const details = { ...leadsList, fields: [{ lead: 'campaignName', target: 'campaign_source' }] }
  const { campaign, leads } = await campaignWith(5, details)
  const before = firm.received.filter(isUpsert).length
  await world.deliverFor(0.01)
  expect(firm.received.filter(isUpsert).length - before).toBeLessThan(5)
  expect(leads.every(({ email }) => isListed(email))).toBe(true)
  const contact = firm.contacts.get(leads[0]!.email)!
  expect(contact.properties).toMatchObject({ firstname: 'Ada', state: 'TX' })
  expect(Object.keys(contact.properties)).toContain('campaign_source')
  expect(Object.keys(contact.properties).filter((name) => /consent|legal|marketable/.test(name))).toEqual([])
  world.wait(1_000)
  const [second] = await world.addLeads(campaign, 1)
  await world.db.adminPool.query(`update lead set email = $2, city = 'Waco' where id = $1`, [
    second!.id,
    leads[0]!.email,
  ])
  await world.deliverFor(0.1)
  expect(firm.contacts.get(leads[0]!.email)).toMatchObject({ id: contact.id, properties: { city: 'Waco' } })
})

test('a part of a batch that is rejected fails alone; the others arrive', async () => {
  const { campaign, leads } = await campaignWith(4)
  await world.db.adminPool.query(`update lead set email = 'no address' where id = $1`, [leads[1]!.id])
  await world.db.adminPool.query('update lead set email = null where id = $1', [leads[2]!.id])
  await world.deliverFor(0.1)
  const rows = new Map((await world.deliveriesOf(campaign)).map((row) => [row.lead_id, row]))
  expect(leads.map(({ id }) => [rows.get(id)!.status, rows.get(id)!.cause])).toEqual([
    ['delivered', null],
    ['dead', 'rejected'],
    ['dead', 'lead_incomplete'],
    ['delivered', null],
  ])
})

test('an expired token is renewed once and the lead arrives; a revoked one waits for its owner', async () => {
  const { campaign } = await campaignWith(1)
  firm.expire()
  const before = firm.refreshes()
  await world.deliverFor(0.01)
  expect([await statesOf(campaign), firm.refreshes() - before]).toEqual([['delivered'], 1])
  firm.revoke()
  const late = await campaignWith(2)
  await world.deliverFor(1)
  expect(await world.destinationOf(late.campaign)).toMatchObject({ status: 'disabled', cause: 'token_expired' })
  const { body } = await owner().call(getIntegration, { params: { company: client, slug: 'hubspot' } })
  expect(body.data).toMatchObject({ status: 'reconnect', cause: 'token_expired' })
  await world.authorize(client, 'hubspot')
  await world.deliverFor(1)
  expect(await statesOf(late.campaign)).toEqual(['delivered', 'delivered'])
})

test('a limit makes the whole account wait, and nothing is lost', async () => {
  const { campaign } = await campaignWith(3)
  const response = { status: 429, headers: { 'retry-after': '60' }, body: { errorType: 'RATE_LIMIT' } }
  firm.fail({ kind: 'answer', response }, { when: isUpsert })
  const before = firm.received.length
  await world.deliverFor(0.01)
  expect(firm.received.length - before).toBe(1)
  await world.deliverFor(1)
  expect(await statesOf(campaign)).toEqual(Array(3).fill('delivered'))
})

test('a property that was renamed pauses the campaign; without it, all leads are sent', async () => {
  firm.properties.add('brief')
  const { campaign, leads } = await campaignWith(2, { ...leadsList, fields: [{ lead: 'zip', target: 'brief' }] })
  firm.properties.delete('brief')
  await world.deliverFor(1)
  expect(await world.destinationOf(campaign)).toMatchObject({ status: 'disabled', cause: 'schema_changed' })
  await world.use(campaign, 'hubspot', leadsList)
  await world.deliverFor(1)
  expect(leads.every(({ email }) => isListed(email))).toBe(true)
})

test('a send that failed between contact and list reaches the list at the next attempt', async () => {
  const { campaign, leads } = await campaignWith(1)
  firm.fail({ kind: 'lose-answer' }, { when: isUpsert })
  firm.fail({ kind: 'answer', response: { status: 500 } }, { when: ({ url }) => url.pathname.endsWith('/add') })
  await world.deliverFor(1)
  expect([await statesOf(campaign), isListed(leads[0]!.email)]).toEqual([['delivered'], true])
})

test('a deleted list pauses the campaign', async () => {
  const { campaign } = await campaignWith(1, { lists: ['999'] })
  await world.deliverFor(1)
  expect(await world.destinationOf(campaign)).toMatchObject({ status: 'disabled', cause: 'list_deleted' })
})

test('a person is taken off the lists, never erased for ever, and there is a receipt', async () => {
  const { campaign, leads } = await campaignWith(1)
  await world.deliverFor(0.1)
  expect(isListed(leads[0]!.email)).toBe(true)
  await owner().call(takeBackLead, { body: { lead_id: leads[0]!.id } })
  await takeBackJob.run(world.http.platform, { rootId: campaign.rootId })
  const receipts = await owner().call(listReceipts, { params: { lead: leads[0]!.id } })
  expect(receipts.body.data).toMatchObject([{ kind: 'hubspot', status: 'done' }])
  expect(isListed(leads[0]!.email)).toBe(false)
  expect(firm.received.some(({ url, method }) => method === 'DELETE' || url.pathname.includes('gdpr'))).toBe(false)
})

test('no email address is in an address that is called', () => {
  expect(firm.received.filter(({ url }) => decodeURIComponent(url.href).includes('@'))).toEqual([])
})
