import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { saveCampaignIntegration } from '#contract/integrations/connections.ts'
import { listReceipts, takeBackLead } from '#contract/integrations/take-back.ts'
import { takeBackJob } from '#server/areas/integrations/take-back/run-take-back.ts'
import { machineTime } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { makeConnectionsWorld, type ConnectionsWorld } from '#server/test/connections-world.ts'
import { noon_ms } from '#server/test/deliveries-world.ts'
import { startClickfunnels, type ClickfunnelsStandIn } from '../connectors/clickfunnels/stand-in.ts'
import { startKartra, type KartraStandIn } from '../connectors/kartra/stand-in.ts'
import { startSendgrid, type SendgridStandIn } from '../connectors/sendgrid/stand-in.ts'

// A campaign's choices change between sending a lead and taking it back.

let world: ConnectionsWorld
let list: SendgridStandIn
let funnels: ClickfunnelsStandIn
let kartra: KartraStandIn
let client: string
const [newsletter, offers] = [newId(noon_ms), newId(noon_ms)]

beforeAll(async () => {
  list = await startSendgrid(() => (world ? machineTime(world.clock) : noon_ms))
  funnels = await startClickfunnels()
  kartra = await startKartra(() => (world ? machineTime(world.clock) : noon_ms))
  world = await makeConnectionsWorld({
    OUTGOING_ALLOW: [list, funnels, kartra].map(({ host }) => host).join(),
    KARTRA_URL: `${kartra.url}/api`,
    KARTRA_APP_ID: 'our-app',
    SENDGRID_URL: `${list.url}/v3`,
    CLICKFUNNELS_URL: `${funnels.url}/{workspace}/api/v2`,
  })
  client = world.tree.acme.clients[0]!.id
  list.lists.set(newsletter, 'Newsletter').set(offers, 'Offers')
  await world.connect(client, 'sendgrid', { api_key: 'SG.stand-in-key' })
})
beforeEach(() => world.wait(61_000))
afterAll(async () => {
  await world.close()
  await Promise.all([list, funnels, kartra].map((one) => one.stop()))
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
  const stop = { leadspeek_api_id: campaign.campaignId, integration_slug: 'sendgrid', enable: 'F' } as const
  expect((await owner().call(saveCampaignIntegration, { body: stop })).status).toBe(200)
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
  // The other account has lists of its own.
  const listId = newId(noon_ms)
  list.lists.delete(newsletter)
  list.lists.set(listId, 'Newsletter')
  list.keys.add('SG.another-account')
  await world.connect(client, 'sendgrid', { api_key: 'SG.another-account' })
  await world.use(campaign, 'sendgrid', { lists: [listId] })
  world.wait(1_000)
  const [late] = await world.addLeads(campaign, 1)
  await world.deliverFor(0.01)
  expect(await takeBack(early!.id)).toEqual(['manual'])
  expect(await takeBack(late!.id)).toEqual(['done'])
  list.lists.set(newsletter, 'Newsletter')
})

test('a new key of the same SendGrid account removes a lead that was sent under the old one', async () => {
  const [campaign, otherCampaign] = [await world.newCampaign(), await world.newCampaign()]
  await world.use(campaign, 'sendgrid', { lists: [newsletter] })
  await world.use(otherCampaign, 'sendgrid', {})
  const [[early], [without]] = [await world.addLeads(campaign, 1), await world.addLeads(otherCampaign, 1)]
  await world.deliverFor(0.01)
  world.wait(1_000)
  list.keys.clear()
  list.keys.add('SG.rotated-key')
  await world.connect(client, 'sendgrid', { api_key: 'SG.rotated-key' })
  expect(await takeBack(early!.id)).toEqual(['done'])
  expect(listsOf(early!.email)).toEqual([])
  // Nothing shows that this lead's account is the same.
  list.contacts.delete(without!.email)
  expect(await takeBack(without!.id)).toEqual(['manual'])
})

test('a campaign whose former list is not in the account keeps its leads for people', async () => {
  const campaign = await world.newCampaign()
  const elsewhere = newId(noon_ms)
  list.lists.set(elsewhere, 'Elsewhere')
  await world.use(campaign, 'sendgrid', { lists: [elsewhere] })
  const [lead] = await world.addLeads(campaign, 1)
  await world.deliverFor(0.01)
  world.wait(1_000)
  await world.use(campaign, 'sendgrid', { lists: [newsletter] })
  list.lists.delete(elsewhere)
  list.keys.add('SG.third')
  await world.connect(client, 'sendgrid', { api_key: 'SG.third' })
  expect(await takeBack(lead!.id)).toEqual(['manual'])
})

async function deliverOne(campaign: Parameters<typeof world.addLeads>[0]) {
  const [lead] = await world.addLeads(campaign, 1)
  await world.deliverFor(0.01)
  world.wait(1_000)
  return lead!
}

/** A lead that a ClickFunnels workspace has got under a tag. */
async function deliverToTag() {
  const campaign = await world.newCampaign()
  await world.connect(client, 'clickfunnels', { workspace: 'demo', api_key: 'demo-token' })
  await world.use(campaign, 'clickfunnels', { tags: ['1'] })
  return deliverOne(campaign)
}

test('a ClickFunnels workspace is recognized by its tags under a new name and key', async () => {
  const lead = await deliverToTag()
  funnels.workspace.name = 'Renamed funnels'
  funnels.tokens.add('rotated-token')
  await world.connect(client, 'clickfunnels', { workspace: 'demo', api_key: 'rotated-token' })
  expect(await takeBack(lead.id)).toEqual(['done'])
  expect([...funnels.contacts.get(lead.email)!.applied.values()]).toEqual([])
})

test('a ClickFunnels workspace of the same name as the former one is another account', async () => {
  const lead = await deliverToTag()
  // It has other tags.
  funnels.workspace.subdomain = 'other'
  funnels.tags.delete(1)
  const answer = await world.connect(client, 'clickfunnels', { workspace: 'other', api_key: 'demo-token' })
  expect(answer.status).toBe(200)
  expect(await takeBack(lead.id)).toEqual(['manual'])
})

test('a new Kartra key is the same account’s only if whoever enters it says so', async () => {
  const connect = (api_key: string, more = {}) => {
    kartra.keys.api_key = api_key
    return world.connect(client, 'kartra', { api_key, api_password: kartra.keys.api_password, ...more })
  }
  const campaign = await world.newCampaign()
  await connect('key-1111')
  await world.use(campaign, 'kartra', { lists: ['Webinar'] })
  const early = await deliverOne(campaign)
  expect((await connect('key-2222', { same_account: 'T' })).status).toBe(200)
  expect(await takeBack(early.id)).toEqual(['done'])
  expect([...kartra.leads.get(early.email)!.lists]).toEqual([])
  const late = await deliverOne(campaign)
  expect((await connect('key-3333')).status).toBe(200)
  expect(await takeBack(late.id)).toEqual(['manual'])
  const alone = await world.connect(client, 'kartra', { same_account: 'T' })
  expect([alone.status, alone.body.field]).toEqual([422, 'same_account'])
})
