import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { IntegrationDetails } from '#contract/integrations/services.ts'
import { listServiceChoices } from '#contract/integrations/service-choices.ts'
import { listReceipts, takeBackLead } from '#contract/integrations/take-back.ts'
import { takeBackJob } from '#server/areas/integrations/take-back/run-take-back.ts'
import { machineTime } from '#server/platform/clock.ts'
import { makeConnectionsWorld, type ConnectionsWorld } from '#server/test/connections-world.ts'
import { noon_ms } from '#server/test/deliveries-world.ts'
import type { ReceivedRequest } from '../stand-in.ts'
import { klaviyoEnv, klaviyoLists, startKlaviyo, type KlaviyoStandIn } from './stand-in.ts'

let world: ConnectionsWorld
let firm: KlaviyoStandIn
let client: string

beforeAll(async () => {
  firm = await startKlaviyo(() => (world ? machineTime(world.clock) : noon_ms))
  world = await makeConnectionsWorld({ OUTGOING_ALLOW: firm.host, ...klaviyoEnv(firm.url) })
  client = world.tree.acme.clients[0]!.id
  expect((await world.authorize(client, 'klaviyo')).body.data.account).toBe('Demo shop (AbC123)')
})
beforeEach(() => {
  world.wait(61_000)
  firm.profiles.clear()
})
afterAll(async () => {
  await world.close()
  await firm.stop()
})

const owner = () => world.http.as(world.tree.acme.owner)
const isImport = ({ url }: ReceivedRequest): boolean => url.pathname === '/api/profile-import'
const isListed = (email: string): boolean =>
  firm.lists.get(klaviyoLists.vip)!.members.has(firm.profiles.get(email)?.id ?? '')
const statesOf = async (campaign: Parameters<ConnectionsWorld['deliveriesOf']>[0]) =>
  (await world.deliveriesOf(campaign)).map(({ status }) => status)

/** The world's leads share one phone number, which is no person's key here. */
async function campaignWith(count: number, details: IntegrationDetails = { lists: [klaviyoLists.vip] }) {
  const campaign = await world.newCampaign()
  await world.use(campaign, 'klaviyo', details)
  return { campaign, leads: await world.addLeads(campaign, count) }
}

test('lists are read over all pages, taking only the cursor from an answer', async () => {
  const choices = await owner().call(listServiceChoices, { params: { company: client, slug: 'klaviyo' } })
  expect(choices.body.data.lists).toHaveLength(12)
})

test('a profile is stored with its place and chosen fields, listed, and never subscribed', async () => {
  const fields = [{ lead: 'campaignName', target: 'Campaign' }]
  const { campaign, leads } = await campaignWith(1, { lists: [klaviyoLists.vip], fields })
  await world.deliverFor(0.1)
  expect(await statesOf(campaign)).toEqual(['delivered'])
  expect(firm.profiles.get(leads[0]!.email)!.attributes).toMatchObject({
    first_name: 'Ada',
    phone_number: '+15555550100',
    location: { address1: '12 Analytical Way', region: 'TX' },
    properties: { Campaign: expect.any(String) },
  })
  expect(isListed(leads[0]!.email)).toBe(true)
  expect(firm.received.filter(({ text, url }) => /subscri/i.test(url.pathname + text))).toEqual([])
})

test('a phone number of another profile, or one that is not valid, keeps no lead away', async () => {
  const { campaign, leads } = await campaignWith(3)
  await world.db.adminPool.query(`update lead set phone_e164 = '+1' where id = $1`, [leads[2]!.id])
  await world.deliverFor(0.2)
  expect(await statesOf(campaign)).toEqual(Array(3).fill('delivered'))
  const phones = leads.map(({ email }) => firm.profiles.get(email)!.attributes['phone_number'])
  expect(phones.filter((one) => one !== undefined)).toHaveLength(1)
})

test('an address that is not valid fails alone', async () => {
  const { campaign, leads } = await campaignWith(2)
  await world.db.adminPool.query(`update lead set email = 'none' where id = $1`, [leads[0]!.id])
  await world.deliverFor(0.2)
  const rows = new Map((await world.deliveriesOf(campaign)).map((row) => [row.lead_id, row.status]))
  expect(leads.map(({ id }) => rows.get(id))).toEqual(['dead', 'delivered'])
})

test('an expired token is renewed; a revoked one waits for its owner', async () => {
  const { campaign } = await campaignWith(1)
  world.wait(3_600_000)
  const before = firm.refreshes()
  await world.deliverFor(0.01)
  expect([await statesOf(campaign), firm.refreshes() - before]).toEqual([['delivered'], 1])
  firm.revoke()
  const late = await campaignWith(1)
  await world.deliverFor(1)
  expect(await world.destinationOf(late.campaign)).toMatchObject({ status: 'disabled', cause: 'token_expired' })
  await world.authorize(client, 'klaviyo')
  await world.deliverFor(1)
  expect(await statesOf(late.campaign)).toEqual(['delivered'])
})

test('a throttled account waits as long as it is told', async () => {
  const { campaign } = await campaignWith(1)
  const body = { errors: [{ id: '0', status: 429, code: 'throttled', title: '', detail: '' }] }
  firm.fail({ kind: 'answer', response: { status: 429, headers: { 'retry-after': '120' }, body } }, { when: isImport })
  const before = firm.received.length
  await world.deliverFor(0)
  // Neither does another campaign ask it.
  const other = await campaignWith(1)
  await world.deliverFor(0.03)
  expect(firm.received.length - before).toBe(1)
  await world.deliverFor(1)
  expect([...(await statesOf(campaign)), ...(await statesOf(other.campaign))]).toEqual(['delivered', 'delivered'])
})

test('a send that failed between profile and list reaches the list, and a retired revision is retried', async () => {
  const { campaign, leads } = await campaignWith(1)
  firm.fail({ kind: 'answer', response: { status: 410 } }, { when: isImport })
  firm.fail({ kind: 'lose-answer' }, { when: ({ url }) => url.pathname.endsWith('/relationships/profiles') })
  await world.deliverFor(1)
  expect([await statesOf(campaign), isListed(leads[0]!.email)]).toEqual([['delivered'], true])
  const goneList = await campaignWith(1, { lists: ['GONE'] })
  await world.deliverFor(1)
  expect(await world.destinationOf(goneList.campaign)).toMatchObject({ status: 'disabled', cause: 'list_deleted' })
})

test('a person is taken off the lists, never deleted for ever, and there is a receipt', async () => {
  const { campaign, leads } = await campaignWith(1)
  await world.deliverFor(0.1)
  await owner().call(takeBackLead, { body: { lead_id: leads[0]!.id } })
  await takeBackJob.run(world.http.platform, { rootId: campaign.rootId })
  const receipts = await owner().call(listReceipts, { params: { lead: leads[0]!.id } })
  expect(receipts.body.data).toMatchObject([{ kind: 'klaviyo', status: 'done' }])
  expect([isListed(leads[0]!.email), firm.profiles.has(leads[0]!.email)]).toEqual([false, true])
  expect(firm.received.some(({ url }) => url.pathname.includes('deletion'))).toBe(false)
})
