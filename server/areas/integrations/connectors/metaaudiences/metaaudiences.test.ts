import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { IntegrationDetails } from '#contract/integrations/services.ts'
import { listServiceChoices } from '#contract/integrations/service-choices.ts'
import { listReceipts, takeBackLead } from '#contract/integrations/take-back.ts'
import { takeBackJob } from '#server/areas/integrations/take-back/run-take-back.ts'
import { makeConnectionsWorld, type ConnectionsWorld } from '#server/test/connections-world.ts'
import type { SentLead } from '../service.ts'
import type { ReceivedRequest } from '../stand-in.ts'
import { columns, hashPerson } from './hash-person.ts'
import { metaAudiences, metaKeys, startMetaaudiences, type MetaaudiencesStandIn } from './stand-in.ts'

let world: ConnectionsWorld
let firm: MetaaudiencesStandIn
let client: string
const { website } = metaAudiences

beforeAll(async () => {
  firm = await startMetaaudiences()
  world = await makeConnectionsWorld({ OUTGOING_ALLOW: firm.host, META_URL: `${firm.url}/v25.0` })
  client = world.tree.acme.clients[0]!.id
  const answer = await world.connect(client, 'metaaudiences', metaKeys)
  expect(answer.body.data.account).toBe('Demo ads (1001)')
})
beforeEach(() => world.wait(61_000))
afterAll(async () => {
  await world.close()
  await firm.stop()
})

const owner = () => world.http.as(world.tree.acme.owner)
const isUpload = ({ method, url }: ReceivedRequest): boolean => method === 'POST' && url.pathname.endsWith('/users')
const statesOf = async (campaign: Parameters<ConnectionsWorld['deliveriesOf']>[0]) =>
  (await world.deliveriesOf(campaign)).map(({ status }) => status)
const problem = (code: number, message = '') => ({ status: 400, body: { error: { code, message } } })

async function campaignWith(count: number, details: IntegrationDetails = { lists: [website] }) {
  const campaign = await world.newCampaign()
  await world.use(campaign, 'metaaudiences', details)
  return { campaign, leads: await world.addLeads(campaign, count) }
}

test('values are normalized before they are digested', () => {
  const lead = {
    email: ' Ada@Example.com ',
    phone: '+1 (555) 555-0100',
    first_name: 'Ada-Mae',
    last_name: "O'Neil",
    city: 'New York',
    state: 'NY',
    zip: '10001-1234',
  } as SentLead
  const normal = ['ada@example.com', '15555550100', 'adamae', 'oneil', 'newyork', 'ny', '10001']
  expect(hashPerson(lead)).toEqual(normal.map((text) => createHash('sha256').update(text).digest('hex')))
  expect(hashPerson({ ...lead, phone: '' })[columns.indexOf('PHONE')]).toBe('')
})

test('audiences that can be filled are offered, over all pages', async () => {
  const choices = await owner().call(listServiceChoices, { params: { company: client, slug: 'metaaudiences' } })
  expect(choices.body.data.lists).toEqual([{ id: website, name: 'Website leads' }])
})

test('people are added together, and nothing but digests leaves', async () => {
  const { campaign, leads } = await campaignWith(5)
  const before = firm.received.filter(isUpload).length
  await world.deliverFor(0.1)
  expect(await statesOf(campaign)).toEqual(Array(5).fill('delivered'))
  expect(leads.every(({ email }) => firm.holds(website, email))).toBe(true)
  const uploads = firm.received.filter(isUpload).slice(before)
  expect(uploads.length).toBeLessThan(5)
  const texts = uploads.map(({ text, url }) => decodeURIComponent(url.href + text)).join()
  for (const plain of ['@example.com', 'Lovelace', 'lovelace', 'Austin', '5555550100', metaKeys.api_key])
    expect(texts).not.toContain(plain)
})

test('a repeat after a lost answer is the same upload, and changes nothing', async () => {
  const { campaign, leads } = await campaignWith(1)
  const before = firm.received.filter(isUpload).length
  const { size } = firm.audiences.get(website)!.people
  firm.fail({ kind: 'lose-answer' }, { when: isUpload })
  await world.deliverFor(1)
  const uploads = firm.received.filter(isUpload).slice(before)
  expect([await statesOf(campaign), new Set(uploads.map(({ text }) => text)).size]).toEqual([['delivered'], 1])
  expect([uploads.length, firm.audiences.get(website)!.people.size - size]).toEqual([2, 1])
  expect(firm.holds(website, leads[0]!.email)).toBe(true)
})

test('a success that counts rows that are not valid: each lead is sent alone, and only that one fails', async () => {
  const { campaign } = await campaignWith(3)
  const invalid = { status: 200, body: { num_received: 3, num_invalid_entries: 1, invalid_entry_samples: {} } }
  firm.fail({ kind: 'answer', response: invalid }, { when: isUpload, times: 2 })
  await world.deliverFor(1)
  expect((await statesOf(campaign)).toSorted()).toEqual(['dead', 'delivered', 'delivered'])
})

test('a lead without an email address and a phone number has nothing to be found by', async () => {
  const { campaign, leads } = await campaignWith(1)
  await world.db.adminPool.query('update lead set email = null, phone_e164 = null where id = $1', [leads[0]!.id])
  await world.deliverFor(1)
  expect(await world.deliveriesOf(campaign)).toMatchObject([{ status: 'dead', cause: 'lead_incomplete' }])
})

test('a throttle told by a 400 makes the account wait as long as its usage says', async () => {
  const { campaign } = await campaignWith(2)
  const usage = JSON.stringify({ 1001: [{ type: 'custom_audience', estimated_time_to_regain_access: 20 }] })
  const response = { ...problem(80003), headers: { 'x-business-use-case-usage': usage } }
  firm.fail({ kind: 'answer', response }, { when: isUpload })
  const before = firm.received.length
  await world.deliverFor(0.3)
  expect(firm.received.length - before).toBe(1)
  await world.deliverFor(1)
  expect(await statesOf(campaign)).toEqual(['delivered', 'delivered'])
})

test.each([
  [problem(2655, 'Terms of service has not been accepted'), 'no_permission'],
  [problem(100, 'Object does not exist, cannot be loaded'), 'list_deleted'],
  [problem(190, 'Error validating access token'), 'token_expired'],
])('%j pauses the campaign for %s, and its leads are sent afterwards', async (response, cause) => {
  const { campaign } = await campaignWith(1)
  let isMended = false
  firm.fail({ kind: 'answer', response }, { when: (one) => !isMended && isUpload(one), times: 100 })
  await world.deliverFor(1)
  expect(await world.destinationOf(campaign)).toMatchObject({ status: 'disabled', cause })
  isMended = true
  await world.connect(client, 'metaaudiences', metaKeys)
  await world.deliverFor(1)
  expect(await statesOf(campaign)).toEqual(['delivered'])
})

test('a person is removed by digest, and there is a receipt', async () => {
  const { campaign, leads } = await campaignWith(2)
  await world.deliverFor(0.1)
  await owner().call(takeBackLead, { body: { lead_id: leads[0]!.id } })
  await takeBackJob.run(world.http.platform, { rootId: campaign.rootId })
  const receipts = await owner().call(listReceipts, { params: { lead: leads[0]!.id } })
  expect(receipts.body.data).toMatchObject([{ kind: 'metaaudiences', status: 'done' }])
  expect(leads.map(({ email }) => firm.holds(website, email))).toEqual([false, true])
})
