import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getServiceFields } from '#contract/integrations/connections.ts'
import type { IntegrationDetails } from '#contract/integrations/services.ts'
import { listServiceChoices } from '#contract/integrations/service-choices.ts'
import { listReceipts, takeBackLead } from '#contract/integrations/take-back.ts'
import { takeBackJob } from '#server/areas/integrations/take-back/run-take-back.ts'
import { machineTime } from '#server/platform/clock.ts'
import { makeConnectionsWorld, type ConnectionsWorld } from '#server/test/connections-world.ts'
import { noon_ms } from '#server/test/deliveries-world.ts'
import { startActivecampaign, type ActivecampaignStandIn } from './stand-in.ts'

let world: ConnectionsWorld
let firm: ActivecampaignStandIn
let client: string

beforeAll(async () => {
  firm = await startActivecampaign(() => (world ? machineTime(world.clock) : noon_ms))
  world = await makeConnectionsWorld({ OUTGOING_ALLOW: firm.host })
  client = world.tree.acme.clients[0]!.id
  expect((await connect()).status).toBe(200)
})
beforeEach(() => world.wait(61_000))
afterAll(async () => {
  await world.close()
  await firm.stop()
})

const owner = () => world.http.as(world.tree.acme.owner)
const connect = (more: object = {}) =>
  world.connect(client, 'activecampaign', { api_url: firm.url, api_key: firm.key.current, ...more })
const tagsOf = (email: string) => [...(firm.contacts.get(email)?.tags.values() ?? [])]
const statesOf = async (campaign: Parameters<ConnectionsWorld['deliveriesOf']>[0]) =>
  (await world.deliveriesOf(campaign)).map(({ status }) => status)

async function campaignWith(count: number, details: IntegrationDetails = { tags: ['2'] }) {
  const campaign = await world.newCampaign()
  await world.use(campaign, 'activecampaign', details)
  return { campaign, leads: await world.addLeads(campaign, count) }
}

test('an address that is not the service’s is refused before the key is sent anywhere', async () => {
  for (const api_url of ['https://acme.api-us1.com.evil.test', 'http://acme.api-us1.com', 'https://10.0.0.1', 'acme']) {
    const answer = await connect({ api_url })
    expect([answer.status, answer.body.field], api_url).toEqual([422, 'api_url'])
  }
  expect((await connect({ api_key: 'wrong' })).status).toBe(422)
})

test('tags and fields are read over all pages', async () => {
  const choices = await owner().call(listServiceChoices, { params: { company: client, slug: 'activecampaign' } })
  expect(choices.body.data.tags).toHaveLength(120)
  const fields = await owner().call(getServiceFields, {
    params: { slug: 'activecampaign' },
    query: { company: client },
  })
  expect(fields.body.data).toEqual([{ id: '1', name: 'Campaign', custom: 'T' }])
})

test('a contact is stored and tagged once, put on no list, and a repeat after a lost answer changes nothing', async () => {
  const fields = [{ lead: 'campaignName', target: '1' }]
  const { campaign, leads } = await campaignWith(2, { tags: ['1', '2'], fields })
  firm.fail({ kind: 'lose-answer' }, { when: ({ url }) => url.pathname.endsWith('/contactTags') })
  await world.deliverFor(1)
  expect(await statesOf(campaign)).toEqual(['delivered', 'delivered'])
  expect(tagsOf(leads[0]!.email)).toEqual(['1', '2'])
  expect(firm.contacts.get(leads[0]!.email)!.values.get('1')).toBeTruthy()
  expect(firm.received.filter(({ url }) => url.pathname.includes('contactLists'))).toEqual([])
})

test('a success that says that nothing succeeded is a rejection of that lead alone', async () => {
  const { campaign } = await campaignWith(2)
  const when = ({ url }: { url: URL }): boolean => url.pathname.endsWith('/contact/sync')
  firm.fail({ kind: 'answer', response: { status: 200, body: { succeeded: 0, message: 'no' } } }, { when })
  await world.deliverFor(1)
  expect((await statesOf(campaign)).toSorted()).toEqual(['dead', 'delivered'])
})

test('the account waits as long as it is told, and is asked no more than it takes', async () => {
  const { campaign } = await campaignWith(1)
  firm.fail({ kind: 'answer', response: { status: 429, headers: { 'retry-after': '60' } } })
  const before = firm.received.length
  await world.deliverFor(0)
  const other = await campaignWith(20)
  await world.deliverFor(0.01)
  expect(firm.received.length - before).toBe(1)
  await world.deliverFor(1)
  expect(await statesOf(campaign)).toEqual(['delivered'])
  // Three requests each are more than it takes at once, and none of them was refused.
  const rows = await world.deliveriesOf(other.campaign)
  expect(rows.map(({ status, attempts }) => [status, attempts])).toEqual(Array(20).fill(['delivered', 1]))
})

test('a tag that is gone pauses the campaign; a key that was replaced waits for the new one', async () => {
  const goneTag = await campaignWith(1, { tags: ['999'] })
  await world.deliverFor(1)
  expect(await world.destinationOf(goneTag.campaign)).toMatchObject({ status: 'disabled', cause: 'list_deleted' })
  const { campaign } = await campaignWith(1)
  firm.key.current = 'new-token'
  await world.deliverFor(1)
  expect(await world.destinationOf(campaign)).toMatchObject({ status: 'disabled', cause: 'token_expired' })
  await connect()
  await world.deliverFor(1)
  expect(await statesOf(campaign)).toEqual(['delivered'])
})

test('a person loses the tags and stays in the account, and there is a receipt', async () => {
  const { campaign, leads } = await campaignWith(1, { tags: ['1'] })
  await world.deliverFor(0.1)
  firm.contacts.get(leads[0]!.email)!.tags.set('77', '3')
  await owner().call(takeBackLead, { body: { lead_id: leads[0]!.id } })
  await takeBackJob.run(world.http.platform, { rootId: campaign.rootId })
  const receipts = await owner().call(listReceipts, { params: { lead: leads[0]!.id } })
  expect(receipts.body.data).toMatchObject([{ kind: 'activecampaign', status: 'done' }])
  expect(tagsOf(leads[0]!.email)).toEqual(['3'])
})
