import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getServiceFields, previewIntegration } from '#contract/integrations/connections.ts'
import type { IntegrationDetails } from '#contract/integrations/services.ts'
import { listServiceChoices } from '#contract/integrations/service-choices.ts'
import { listReceipts, takeBackLead } from '#contract/integrations/take-back.ts'
import { takeBackJob } from '#server/areas/integrations/take-back/run-take-back.ts'
import { makeConnectionsWorld, type ConnectionsWorld } from '#server/test/connections-world.ts'
import { createTestPlatform } from '#server/test/platform.ts'
import { createDeliverer } from '../../deliveries/deliver.ts'
import type { ReceivedRequest } from '../stand-in.ts'
import { mailchimpKey, mailchimpLists, startMailchimp, type MailchimpStandIn } from './stand-in.ts'

let world: ConnectionsWorld
let firm: MailchimpStandIn
let client: string
let env: Record<string, string>
const { newsletter, events } = mailchimpLists

beforeAll(async () => {
  firm = await startMailchimp()
  env = { OUTGOING_ALLOW: firm.host, MAILCHIMP_URL: `${firm.url}/{dc}/3.0` }
  world = await makeConnectionsWorld(env)
  client = world.tree.acme.clients[0]!.id
  const answer = await world.connect(client, 'mailchimp', { api_key: mailchimpKey })
  expect(answer.body.data.account).toBe('Demo audience (acc1)')
})
beforeEach(() => world.wait(61_000))
afterAll(async () => {
  await world.close()
  await firm.stop()
})

const owner = () => world.http.as(world.tree.acme.owner)
const isPut = ({ method }: ReceivedRequest): boolean => method === 'PUT'
const statesOf = async (campaign: Parameters<ConnectionsWorld['deliveriesOf']>[0]) =>
  (await world.deliveriesOf(campaign)).map(({ status }) => status)

async function campaignWith(count: number, details: IntegrationDetails = { lists: [newsletter] }) {
  const campaign = await world.newCampaign()
  await world.use(campaign, 'mailchimp', details)
  return { campaign, leads: await world.addLeads(campaign, count) }
}

test('a key names only a data center, and lists and fields are read over all pages', async () => {
  for (const api_key of ['0123456789abcdef-evil.test/', '0123456789abcdef', '0123456789abcdef-us19.evil.test']) {
    const answer = await world.connect(client, 'mailchimp', { api_key })
    expect([answer.status, answer.body.field], api_key).toEqual([422, 'api_key'])
  }
  const choices = await owner().call(listServiceChoices, { params: { company: client, slug: 'mailchimp' } })
  expect(choices.body.data.lists.map(({ name }) => name)).toEqual(['Newsletter', 'Events'])
  const fields = await owner().call(getServiceFields, { params: { slug: 'mailchimp' }, query: { company: client } })
  expect(fields.body.data.filter(({ custom }) => custom === 'T').map(({ id }) => id)).toEqual(['CAMPAIGN'])
})

test('a preview shows all that would be sent', async () => {
  const { campaign } = await campaignWith(1)
  const body = {
    leadspeek_api_id: campaign.campaignId,
    integration_slug: 'mailchimp',
    details: { lists: [newsletter] },
  }
  const preview = await owner().call(previewIntegration, { body })
  const values = new Map(preview.body.data.fields.map(({ target, value }) => [target, value]))
  await world.deliverFor(0.1)
  const { json } = firm.received.findLast(isPut)! as { json: { merge_fields: object } }
  expect([...values.keys()].toSorted()).toEqual(['email_address', ...Object.keys(json.merge_fields)].toSorted())
  expect(values.get('email_address')).toContain('@')
  expect(values.get('ADDRESS')).toContain('zip: 78701')
})

test('nobody is subscribed: new members are not, and people who left stay away', async () => {
  const { campaign, leads } = await campaignWith(2, { lists: [newsletter, events], tags: ['Website'] })
  const [fresh, leaver] = leads
  await world.deliverFor(0.1)
  expect(firm.member(newsletter, fresh!.email)).toMatchObject({
    status: 'transactional',
    tags: new Set(['Website']),
    merge_fields: { FNAME: 'Ada', ADDRESS: { addr1: '12 Analytical Way', zip: '78701' } },
  })
  firm.member(newsletter, leaver!.email)!.status = 'unsubscribed'
  world.wait(1_000)
  const [again] = await world.addLeads(campaign, 1)
  await world.db.adminPool.query('update lead set email = $2 where id = $1', [again!.id, leaver!.email])
  await world.deliverFor(0.1)
  expect(firm.member(newsletter, leaver!.email)!.status).toBe('unsubscribed')
  expect(firm.received.filter(isPut).every(({ json }) => !('status' in (json as object)))).toBe(true)
})

test('a person whom Mailchimp refuses fails alone, and says so', async () => {
  const { campaign, leads } = await campaignWith(2)
  firm.compliance.add(leads[0]!.email)
  await world.deliverFor(0.1)
  const rows = new Map((await world.deliveriesOf(campaign)).map((row) => [row.lead_id, row]))
  expect(leads.map(({ id }) => [rows.get(id)!.status, rows.get(id)!.cause])).toEqual([
    ['dead', 'rejected'],
    ['delivered', null],
  ])
})

test.each([
  ['429', { status: 429, body: { title: 'Too Many Requests', status: 429 } }],
  ['403 without a word', { status: 403, body: '<html></html>' }],
])('too many at once, told by %s, makes the account wait', async (_what, response) => {
  const { campaign } = await campaignWith(2)
  firm.fail({ kind: 'answer', response }, { when: isPut })
  await world.deliverFor(0.005)
  expect(await statesOf(campaign)).toContain('waiting')
  await world.deliverFor(1)
  expect(await statesOf(campaign)).toEqual(['delivered', 'delivered'])
})

test('an account gets no more than four requests at once, from all processes together', async () => {
  const campaigns = []
  for (let n = 0; n < 6; n++) campaigns.push((await campaignWith(2)).campaign)
  let open = 0
  let letGo = (): void => {}
  const until = new Promise<void>((done) => (letGo = done))
  const when = (request: ReceivedRequest): boolean => {
    if (!isPut(request)) return false
    open++
    return true
  }
  firm.fail({ kind: 'hold-answer', until }, { when, times: 100 })
  const platform = await createTestPlatform(world.db, { clock: world.clock, env })
  const { rootId } = world.tree.acme.owner
  const runs = [world.deliverer, createDeliverer(platform)].map((one) => one.deliverDue(rootId))
  const refusals = `select count(*)::integer as n from delivery where last_error_code = 'slow_down' and status = 'waiting'`
  const countRefused = async () => (await world.db.adminPool.query<{ n: number }>(refusals)).rows[0]!.n
  await expect.poll(countRefused, { timeout: 10_000 }).toBeGreaterThan(0)
  await expect.poll(() => open, { timeout: 10_000 }).toBe(4)
  letGo()
  await Promise.all(runs)
  await platform.close()
  await world.deliverFor(1)
  for (const campaign of campaigns) expect(await statesOf(campaign)).toEqual(['delivered', 'delivered'])
  const { rows } = await world.db.adminPool.query('select open_requests from connection')
  expect(rows).toEqual([{ open_requests: {} }])
})

test('a send that failed between member and tags reaches the tags at the next attempt', async () => {
  const { campaign, leads } = await campaignWith(1, { lists: [newsletter], tags: ['Late'] })
  firm.fail({ kind: 'lose-answer' }, { when: ({ url }) => url.pathname.endsWith('/tags') })
  await world.deliverFor(1)
  expect(await statesOf(campaign)).toEqual(['delivered'])
  expect(firm.member(newsletter, leads[0]!.email)!.tags).toEqual(new Set(['Late']))
})

test('a campaign without an audience, or with one that is gone, pauses and says so', async () => {
  for (const [lists, cause] of [
    [[], 'nothing_chosen'],
    [['gone'], 'list_deleted'],
  ] as const) {
    const { campaign } = await campaignWith(1, { lists: [...lists] })
    await world.deliverFor(1)
    expect(await world.destinationOf(campaign)).toMatchObject({ status: 'disabled', cause })
  }
})

test('a revoked key waits for a new one of the same account, then all leads are sent', async () => {
  const { campaign } = await campaignWith(2)
  firm.keys.delete(mailchimpKey)
  await world.deliverFor(1)
  expect(await world.destinationOf(campaign)).toMatchObject({ status: 'disabled', cause: 'token_expired' })
  const api_key = mailchimpKey.replace('0123', '3210')
  firm.keys.add(api_key).add(mailchimpKey)
  await world.connect(client, 'mailchimp', { api_key })
  await world.deliverFor(1)
  expect(await statesOf(campaign)).toEqual(['delivered', 'delivered'])
})

test('a person is archived, never deleted for ever, and there is a receipt', async () => {
  const { campaign, leads } = await campaignWith(1)
  await world.deliverFor(0.1)
  await owner().call(takeBackLead, { body: { lead_id: leads[0]!.id } })
  await takeBackJob.run(world.http.platform, { rootId: campaign.rootId })
  const receipts = await owner().call(listReceipts, { params: { lead: leads[0]!.id } })
  expect(receipts.body.data).toMatchObject([{ kind: 'mailchimp', status: 'done' }])
  expect(firm.member(newsletter, leads[0]!.email)!.status).toBe('archived')
  expect(firm.received.some(({ url }) => url.pathname.includes('delete-permanent'))).toBe(false)
})
