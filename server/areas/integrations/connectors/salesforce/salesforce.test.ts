import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getServiceFields } from '#contract/integrations/connections.ts'
import type { IntegrationDetails } from '#contract/integrations/services.ts'
import { listReceipts, takeBackLead } from '#contract/integrations/take-back.ts'
import { takeBackJob } from '#server/areas/integrations/take-back/run-take-back.ts'
import { machineTime } from '#server/platform/clock.ts'
import { makeConnectionsWorld, type ConnectionsWorld } from '#server/test/connections-world.ts'
import { noon_ms } from '#server/test/deliveries-world.ts'
import type { ReceivedRequest } from '../stand-in.ts'
import { salesforceEnv, startSalesforce, type SalesforceStandIn } from './stand-in.ts'

let world: ConnectionsWorld
let firm: SalesforceStandIn
let client: string

beforeAll(async () => {
  firm = await startSalesforce(() => (world ? machineTime(world.clock) : noon_ms))
  world = await makeConnectionsWorld({ OUTGOING_ALLOW: firm.host, ...salesforceEnv(firm.url) })
  client = world.tree.acme.clients[0]!.id
  expect((await world.authorize(client, 'salesforce')).body.data).toMatchObject({ status: 'connected' })
})
beforeEach(() => world.wait(11_000))
afterAll(async () => {
  await world.close()
  await firm.stop()
})

const owner = () => world.http.as(world.tree.acme.owner)
const isUpsert = ({ method }: ReceivedRequest): boolean => method === 'PATCH'
const leadOf = (email: string) => [...firm.leads.values()].find(({ values }) => values['Email'] === email)
const statesOf = async (campaign: Parameters<ConnectionsWorld['deliveriesOf']>[0]) =>
  (await world.deliveriesOf(campaign)).map(({ status }) => status)

async function campaignWith(count: number, details: IntegrationDetails = {}) {
  const campaign = await world.newCampaign()
  await world.use(campaign, 'salesforce', details)
  return { campaign, leads: await world.addLeads(campaign, count) }
}

test('connects only an account that has the field leads are recognized by, at a host of Salesforce’s own', async () => {
  const other = world.tree.acme.clients[1]!.id
  firm.sendTo('https://login.salesforce.com.evil.test')
  const stolen = await world.authorize(other, 'salesforce')
  firm.sendTo(firm.url)
  const key = firm.fields.get('Lead_Key__c')!
  firm.fields.delete('Lead_Key__c')
  const answer = await world.authorize(other, 'salesforce')
  firm.fields.set('Lead_Key__c', key)
  expect([stolen.status, answer.status]).toEqual([409, 409])
  expect(answer.body.message).toContain('lacks the field')
  expect((await world.authorize(other, 'salesforce')).status).toBe(200)
})

test('leads arrive together, with what Salesforce requires; a person’s later lead updates the same record', async () => {
  const { campaign, leads } = await campaignWith(4, { fields: [{ lead: 'campaignName', target: 'Campaign_Note__c' }] })
  await world.db.adminPool.query(`update lead set last_name = '', first_name = $2 where id = $1`, [
    leads[0]!.id,
    'x'.repeat(60),
  ])
  const before = firm.received.filter(isUpsert).length
  await world.deliverFor(0.01)
  expect(firm.received.filter(isUpsert).length - before).toBeLessThan(4)
  expect(leadOf(leads[0]!.email)!.values).toMatchObject({ LastName: '–', FirstName: 'x'.repeat(40) })
  expect(leadOf(leads[1]!.email)!.values).toMatchObject({ LastName: 'Lovelace', Company: 'Ada Lovelace' })
  expect(leadOf(leads[1]!.email)!.values['Campaign_Note__c']).not.toBe('')
  world.wait(1_000)
  const [second] = await world.addLeads(campaign, 1)
  await world.db.adminPool.query(`update lead set email = $2, city = 'Waco' where id = $1`, [
    second!.id,
    leads[1]!.email.toUpperCase(),
  ])
  const count = firm.leads.size
  await world.deliverFor(0.1)
  expect([firm.leads.size, leadOf(leads[1]!.email.toUpperCase())!.values['City']]).toEqual([count, 'Waco'])
})

test('only fields of text that can be written are offered', async () => {
  const { body } = await owner().call(getServiceFields, { params: { slug: 'salesforce' }, query: { company: client } })
  expect(body.data.filter(({ custom }) => custom === 'T').map(({ id }) => id)).toEqual([
    'LeadSource',
    'Campaign_Note__c',
  ])
})

test('a success that says that a record failed is a failure of that lead alone', async () => {
  const { campaign, leads } = await campaignWith(3)
  await world.db.adminPool.query(`update lead set email = 'none' where id = $1`, [leads[1]!.id])
  await world.deliverFor(0.1)
  const rows = new Map((await world.deliveriesOf(campaign)).map((row) => [row.lead_id, row.status]))
  expect(leads.map(({ id }) => rows.get(id))).toEqual(['delivered', 'dead', 'delivered'])
})

test('a session that ended is renewed; access that was revoked waits for its owner', async () => {
  const { campaign } = await campaignWith(1)
  firm.expire()
  const before = firm.refreshes()
  await world.deliverFor(0.01)
  expect([await statesOf(campaign), firm.refreshes() - before]).toEqual([['delivered'], 1])
  firm.revoke()
  const late = await campaignWith(1)
  await world.deliverFor(1)
  expect(await world.destinationOf(late.campaign)).toMatchObject({ status: 'disabled', cause: 'token_expired' })
  await world.authorize(client, 'salesforce')
  await world.deliverFor(1)
  expect(await statesOf(late.campaign)).toEqual(['delivered'])
})

test('the used-up limit of a day, a 403, makes the account wait a quarter of an hour', async () => {
  const { campaign } = await campaignWith(2)
  const body = [{ message: 'TotalRequests Limit exceeded.', errorCode: 'REQUEST_LIMIT_EXCEEDED' }]
  firm.fail({ kind: 'answer', response: { status: 403, body } }, { when: isUpsert })
  const before = firm.received.length
  await world.deliverFor(0.2)
  expect([firm.received.length - before, await statesOf(campaign)]).toEqual([1, ['waiting', 'waiting']])
  await world.deliverFor(1)
  expect(await statesOf(campaign)).toEqual(['delivered', 'delivered'])
})

test('a field that is gone pauses the campaign; a lost answer makes no second record', async () => {
  const once = await campaignWith(1)
  firm.fail({ kind: 'lose-answer' }, { when: isUpsert })
  const count = firm.leads.size
  await world.deliverFor(1)
  expect([await statesOf(once.campaign), firm.leads.size - count]).toEqual([['delivered'], 1])
  const { campaign } = await campaignWith(1, { fields: [{ lead: 'zip', target: 'Gone__c' }] })
  await world.deliverFor(1)
  expect(await world.destinationOf(campaign)).toMatchObject({ status: 'disabled', cause: 'schema_changed' })
})

test('a person goes to the recycle bin, by a key without their address, and there is a receipt', async () => {
  const { campaign, leads } = await campaignWith(2)
  await world.deliverFor(0.1)
  await owner().call(takeBackLead, { body: { lead_id: leads[0]!.id } })
  await takeBackJob.run(world.http.platform, { rootId: campaign.rootId })
  const receipts = await owner().call(listReceipts, { params: { lead: leads[0]!.id } })
  expect(receipts.body.data).toMatchObject([{ kind: 'salesforce', status: 'done' }])
  expect([leadOf(leads[0]!.email), leadOf(leads[1]!.email) === undefined]).toEqual([undefined, false])
  expect(firm.received.filter(({ url }) => decodeURIComponent(url.href).includes('@'))).toEqual([])
})
