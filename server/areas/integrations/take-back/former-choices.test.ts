import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { saveCampaignIntegration } from '#contract/integrations/connections.ts'
import { listReceipts, takeBackLead } from '#contract/integrations/take-back.ts'
import { takeBackJob } from '#server/areas/integrations/public.ts'
import { machineTime } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { makeConnectionsWorld, type ConnectionsWorld } from '#server/test/connections-world.ts'
import { noon_ms } from '#server/test/deliveries-world.ts'
import { startSendgrid, type SendgridStandIn } from '../connectors/sendgrid/stand-in.ts'

// A campaign's choices change between sending a lead and taking it back.

let world: ConnectionsWorld
let list: SendgridStandIn
let client: string
const [newsletter, offers] = [newId(noon_ms), newId(noon_ms)]

beforeAll(async () => {
  list = await startSendgrid(() => (world ? machineTime(world.clock) : noon_ms))
  world = await makeConnectionsWorld({ OUTGOING_ALLOW: list.host, SENDGRID_URL: `${list.url}/v3` })
  client = world.tree.acme.clients[0]!.id
  list.lists.set(newsletter, 'Newsletter').set(offers, 'Offers')
  await world.connect(client, 'sendgrid', { api_key: 'SG.stand-in-key' })
})
beforeEach(() => world.wait(61_000))
afterAll(async () => {
  await world.close()
  await list.stop()
})

const owner = () => world.http.as(world.tree.acme.owner)
const listsOf = (email: string): string[] => [...list.contacts.get(email)!.lists]

/** Takes a lead back and returns its receipts' states. */
async function takeBack(id: string): Promise<string[]> {
  await owner().call(takeBackLead, { body: { lead_id: id } })
  await takeBackJob.run(world.http.platform, { rootId: world.tree.acme.owner.rootId })
  return (await owner().call(listReceipts, { params: { lead: id } })).body.data.map(({ status }) => status)
}

test('a lead is removed from a list that its campaign no longer uses, and one made later only from today’s', async () => {
  const campaign = await world.newCampaign()
  await world.use(campaign, 'sendgrid', { lists: [newsletter] })
  const [early] = await world.addLeads(campaign, 1)
  await world.deliverFor(0.01)
  world.wait(1_000)
  await world.use(campaign, 'sendgrid', { lists: [offers] })
  world.wait(1_000)
  const [late] = await world.addLeads(campaign, 1)
  await world.deliverFor(0.01)
  expect([listsOf(early!.email), listsOf(late!.email)]).toEqual([[newsletter], [offers]])

  // The account's owner adds this person to the former list.
  list.contacts.get(late!.email)!.lists.add(newsletter)
  expect(await takeBack(late!.id)).toEqual(['done'])
  expect(listsOf(late!.email)).toEqual([newsletter])
  expect(await takeBack(early!.id)).toEqual(['done'])
  expect(listsOf(early!.email)).toEqual([])
})

test('a list is remembered when the campaign stops using the service and starts again with another one', async () => {
  const campaign = await world.newCampaign()
  await world.use(campaign, 'sendgrid', { lists: [newsletter] })
  const [lead] = await world.addLeads(campaign, 1)
  await world.deliverFor(0.01)
  const stopped = { leadspeek_api_id: campaign.campaignId, integration_slug: 'sendgrid', enable: 'F' } as const
  expect((await owner().call(saveCampaignIntegration, { body: stopped })).status).toBe(200)
  world.wait(1_000)
  for (const lists of [[offers], [newsletter, offers], [offers]]) await world.use(campaign, 'sendgrid', { lists })
  expect(await takeBack(lead!.id)).toEqual(['done'])
  expect(listsOf(lead!.email)).toEqual([])
})

test('a lead sent to an account that was replaced by another one is left to people, a later one is not', async () => {
  const campaign = await world.newCampaign()
  await world.use(campaign, 'sendgrid', { lists: [newsletter] })
  const [early, same] = await world.addLeads(campaign, 2)
  await world.deliverFor(0.01)
  world.wait(1_000)
  await world.connect(client, 'sendgrid', { api_key: 'SG.stand-in-key' })
  expect(await takeBack(same!.id)).toEqual(['done'])
  list.keys.add('SG.another-account')
  await world.connect(client, 'sendgrid', { api_key: 'SG.another-account' })
  world.wait(1_000)
  const [late] = await world.addLeads(campaign, 1)
  await world.deliverFor(0.01)
  expect(await takeBack(early!.id)).toEqual(['manual'])
  expect(await takeBack(late!.id)).toEqual(['done'])
})
