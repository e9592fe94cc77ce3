import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getIntegration, listIntegrations } from '#contract/integrations/connections.ts'
import {
  getAgencyTags,
  getAgencyWebhook,
  getCampaignTags,
  getFunnelCampaignTags,
  getKartraListAndTag,
  getMailboxUserGroups,
  listFunnelTags,
  listKartraChoices,
  listMailboxGroups,
  listServiceChoices,
  makeFunnelTags,
} from '#contract/integrations/service-choices.ts'
import { listReceipts, takeBackLead } from '#contract/integrations/take-back.ts'
import { takeBackJob } from '#server/areas/integrations/take-back/run-take-back.ts'
import { machineTime } from '#server/platform/clock.ts'
import { makeConnectionsWorld, type ConnectionsWorld } from '#server/test/connections-world.ts'
import { noon_ms } from '#server/test/deliveries-world.ts'
import { createTestPlatform } from '#server/test/platform.ts'
import { createDeliverer } from '../deliveries/deliver.ts'
import { startClickfunnels, type ClickfunnelsStandIn } from './clickfunnels/stand-in.ts'
import { startKartra, type KartraStandIn } from './kartra/stand-in.ts'
import { mailboxPowerKey, startMailboxPower, type MailboxPowerStandIn } from './mailboxpower/stand-in.ts'
import { startStandIn, type ReceivedRequest, type StandIn } from './stand-in.ts'

// Services with a pasted key or URL, each against a stand-in that speaks its protocol.

let world: ConnectionsWorld
let kartra: KartraStandIn
let funnels: ClickfunnelsStandIn
let mailbox: MailboxPowerStandIn
let zap: StandIn
let client: string
let env: Record<string, string>

beforeAll(async () => {
  kartra = await startKartra(() => (world ? machineTime(world.clock) : noon_ms))
  funnels = await startClickfunnels()
  mailbox = await startMailboxPower()
  zap = await startStandIn(() => ({ status: 200, body: { status: 'success' } }))
  env = {
    OUTGOING_ALLOW: [kartra, funnels, mailbox, zap].map(({ host }) => host).join(),
    KARTRA_URL: `${kartra.url}/api`,
    KARTRA_APP_ID: 'app',
    CLICKFUNNELS_URL: `${funnels.url}/{workspace}/api/v2`,
    MAILBOX_POWER_URL: mailbox.url,
  }
  world = await makeConnectionsWorld(env)
  client = world.tree.acme.clients[0]!.id
})
beforeEach(() => {
  world.wait(2_000)
  kartra.leads.clear()
  funnels.contacts.clear()
  mailbox.contacts.length = 0
})
afterAll(async () => {
  await world.close()
  await Promise.all([kartra, funnels, mailbox, zap].map((one) => one.stop()))
})

const owner = () => world.http.as(world.tree.acme.owner)

test('a service is offered once the operator has configured what it needs', async () => {
  const { body } = await owner().call(listIntegrations, { params: { company: client, parent: 'all' } })
  const slugs = body.data.map(({ integration_slug }) => integration_slug)
  expect(slugs).toEqual([
    'sendgrid',
    'mailchimp',
    'kartra',
    'clickfunnels',
    'zapier',
    'mailboxpower',
    'activecampaign',
    'metaaudiences',
    'slack',
    'teams',
  ])
  const otherParams = { company: client, parent: world.tree.brightside.id }
  expect((await owner().call(listIntegrations, { params: otherParams })).status).toBe(404)
})

describe('Kartra', () => {
  const keys = { api_key: 'demo-key', api_password: 'demo-password' }

  test('reports an error that comes with a 200, and lists what the account has', async () => {
    const refusal = await world.connect(client, 'kartra', { ...keys, api_password: 'no' })
    expect([refusal.status, refusal.body.field]).toEqual([422, 'api_key'])
    expect((await world.connect(client, 'kartra', { api_key: 'demo-key' })).body.field).toBe('api_password')
    await world.connect(client, 'kartra', keys)
    const { data } = (await owner().call(listKartraChoices, { params: { company: client } })).body
    expect(data.lists.map(({ name }) => name)).toEqual(['Newsletter', 'Webinar'])
    const choices = await owner().call(listServiceChoices, { params: { company: client, slug: 'kartra' } })
    expect(choices.body.data).toEqual({ ...data, groups: [] })
    expect(data.tags.map(({ name }) => name)).toEqual(['Website', 'Hot'])
  })

  test('creates a lead, updates an existing one, and respects the app’s rate limit', async () => {
    await world.connect(client, 'kartra', keys)
    const campaign = await world.newCampaign()
    await world.use(campaign, 'kartra', { lists: ['Webinar'], tags: ['Hot'] })
    const leads = await world.addLeads(campaign, 30)
    kartra.leads.set(leads[3]!.email, { fields: { company: 'kept' }, lists: new Set(['Newsletter']), tags: new Set() })
    await world.deliverFor(1)
    expect(kartra.leads.size).toBe(30)
    expect(kartra.leads.get(leads[3]!.email)).toMatchObject({
      fields: { company: 'kept', first_name: 'Ada' },
      lists: new Set(['Newsletter', 'Webinar']),
      tags: new Set(['Hot']),
    })
    expect((await world.deliveriesOf(campaign)).every(({ status }) => status === 'delivered')).toBe(true)
    const choices = await owner().call(getKartraListAndTag, { params: { campaign: campaign.campaignId } })
    expect(choices.body.data.lists).toEqual([{ id: 'Webinar', name: 'Webinar' }])
  })

  test('gets no more requests from two processes than from one', async () => {
    await world.connect(client, 'kartra', keys)
    for (let n = 0; n < 4; n++) {
      const campaign = await world.newCampaign()
      await world.use(campaign, 'kartra', {})
      await world.addLeads(campaign, 10)
    }
    world.wait(2_000)
    const before = kartra.received.length
    const otherPlatform = await createTestPlatform(world.db, { clock: world.clock, env })
    const { rootId } = world.tree.acme.owner
    await Promise.all([world.deliverer, createDeliverer(otherPlatform)].map((one) => one.deliverDue(rootId)))
    await otherPlatform.close()
    expect(kartra.received.length - before).toBe(20)
    await world.deliverFor(0.1)
    expect(kartra.leads.size).toBe(40)
  })

  test('pauses a campaign whose list was deleted', async () => {
    await world.connect(client, 'kartra', keys)
    const campaign = await world.newCampaign()
    await world.use(campaign, 'kartra', { lists: ['Gone'] })
    await world.addLeads(campaign, 1)
    await world.deliverFor(3)
    expect(await world.destinationOf(campaign)).toMatchObject({ status: 'disabled', cause: 'list_deleted' })
  })
})

describe('ClickFunnels', () => {
  const keys = { workspace: 'Demo', api_key: 'demo-token' }

  test('finds the workspace, reads tags across pages, and creates missing ones', async () => {
    funnels.tags.clear()
    for (let n = 1; n <= 45; n++) funnels.tags.set(n, `Tag ${n}`)
    expect((await world.connect(client, 'clickfunnels', { ...keys, workspace: 'other' })).status).toBe(409)
    const answer = await world.connect(client, 'clickfunnels', { ...keys, workspace: 'demo' })
    expect(answer.body.data.account).toBe('Demo funnels (demo)')
    expect((await owner().call(listFunnelTags, { params: { company: client } })).body.data).toHaveLength(45)
    const campaign = await world.newCampaign()
    const body = { company_id: client, campaign_id: campaign.campaignId, tags: ['tag 3', 'Brand new'] }
    const tags = await owner().call(makeFunnelTags, { body })
    expect(tags.body.data).toMatchObject([{ id: '3' }, { name: 'Brand new' }])
    expect(funnels.tags.size).toBe(46)
    const choices = await owner().call(getFunnelCampaignTags, { params: { campaign: campaign.campaignId } })
    expect(choices.body.data).toEqual(tags.body.data.map(({ id }) => id))
    const foreign = { ...body, campaign_id: (await world.newCampaign(world.tree.acme.clients[1])).campaignId }
    expect((await owner().call(makeFunnelTags, { body: foreign })).status).toBe(404)
  })

  test('creates a contact, tags it once, and a retry after a lost response changes nothing', async () => {
    await world.connect(client, 'clickfunnels', { ...keys, workspace: 'demo' })
    const campaign = await world.newCampaign()
    await world.use(campaign, 'clickfunnels', { tags: ['1'] })
    const [lead] = await world.addLeads(campaign, 1)
    funnels.fail({ kind: 'lose-answer' }, { when: ({ url }) => url.pathname.endsWith('/applied_tags') })
    await world.deliverFor(1)
    const contact = funnels.contacts.get(lead!.email)!
    expect(contact.fields).toMatchObject({ first_name: 'Ada', custom_attributes: { zip: '78701' } })
    expect([...contact.applied.values()]).toEqual([1])
    expect(await world.deliveriesOf(campaign)).toMatchObject([{ status: 'delivered', attempts: 2 }])
  })
})

test('an error on a ClickFunnels tag, other than that it exists, is reported and pauses the campaign', async () => {
  await world.connect(client, 'clickfunnels', { api_key: 'demo-token', workspace: 'demo' })
  const campaign = await world.newCampaign()
  await world.use(campaign, 'clickfunnels', { tags: ['1'] })
  await world.addLeads(campaign, 1)
  const response = { status: 422, body: { error: 'Tag must exist' } }
  const when = ({ method, url }: ReceivedRequest) => method === 'POST' && url.pathname.endsWith('/applied_tags')
  funnels.fail({ kind: 'answer', response }, { when, times: 3 })
  await world.deliverFor(1)
  expect(await world.destinationOf(campaign)).toMatchObject({ status: 'disabled', cause: 'list_deleted' })
})

test.each([
  ['kartra', { api_key: 'demo-key', api_password: 'demo-password' }, { tags: ['Hot'] }],
  ['clickfunnels', { api_key: 'demo-token', workspace: 'demo' }, { tags: ['1'] }],
] as const)(
  '%s is not asked to remove a person without an email address, and others stay',
  async (slug, keys, details) => {
    await world.connect(client, slug, keys)
    const campaign = await world.newCampaign()
    await world.use(campaign, slug, { tags: [...details.tags] })
    const [lead, otherLead] = await world.addLeads(campaign, 2)
    await world.db.adminPool.query('update lead set email = null where id = $1', [lead!.id])
    await world.deliverFor(0.01)
    const firm = { kartra, clickfunnels: funnels }[slug]
    const before = firm.received.length
    await owner().call(takeBackLead, { body: { lead_id: lead!.id } })
    await takeBackJob.run(world.http.platform, { rootId: campaign.rootId })
    const receipts = await owner().call(listReceipts, { params: { lead: lead!.id } })
    expect(receipts.body.data).toMatchObject([{ kind: slug, status: 'manual', done_at: null }])
    expect(firm.received.slice(before)).toEqual([])
    const otherTags =
      slug === 'kartra' ? kartra.leads.get(otherLead!.email)!.tags : funnels.contacts.get(otherLead!.email)!.applied
    expect(otherTags.size).toBe(1)
  },
)

describe('Zapier', () => {
  test('takes an address without sending a test request, and masks most of it', async () => {
    const before = zap.received.length
    const hook = `${zap.url}/hooks/catch/12345/abcdefg/`
    const refusal = await world.connect(client, 'zapier', { webhook_url: 'https://10.0.0.1/hook' })
    expect([refusal.status, refusal.body.field]).toEqual([422, 'webhook_url'])
    const answer = await world.connect(client, 'zapier', { webhook_url: hook })
    expect(answer.body.data.account).toMatch(/•••• defg$/)
    expect(answer.raw.body).not.toContain('12345')
    expect(zap.received.length).toBe(before)
    expect((await owner().call(getAgencyWebhook, { params: { id: client } })).body.data).toEqual({
      account: answer.body.data.account,
    })
  })

  test('gets flat leads with tags as a list and as text, under an id that identifies repeats', async () => {
    await world.connect(client, 'zapier', { webhook_url: `${zap.url}/hooks/catch/1/2/`, details: { tags: ['web'] } })
    const campaign = await world.newCampaign()
    await world.use(campaign, 'zapier', { tags: ['web', 'spring'] })
    const [lead] = await world.addLeads(campaign, 1)
    zap.fail({ kind: 'lose-answer' })
    await world.deliverFor(1)
    const requests = zap.received.filter(({ text }) => text.includes(lead!.id))
    expect(requests).toHaveLength(2)
    expect(new Set(requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(requests[0]!.json).toMatchObject({
      type: 'lead.created',
      email: lead!.email,
      tags: ['web', 'spring'],
      tags_text: 'web, spring',
    })
    expect((await owner().call(getCampaignTags, { params: { id: campaign.campaignId } })).body.data).toEqual([
      'web',
      'spring',
    ])
    expect((await owner().call(getAgencyTags, { params: { id: client } })).body.data).toEqual(['web'])
  })

  test('is not followed when it redirects: the lead is sent again to the hook itself', async () => {
    await world.connect(client, 'zapier', { webhook_url: `${zap.url}/hooks/catch/1/5/` })
    const campaign = await world.newCampaign()
    await world.use(campaign, 'zapier', {})
    await world.addLeads(campaign, 1)
    zap.fail({ kind: 'answer', response: { status: 302, headers: { location: `${zap.url}/internal` } } })
    await world.deliverFor(1)
    expect(await world.deliveriesOf(campaign)).toMatchObject([{ status: 'delivered', attempts: 2 }])
    expect(zap.received.filter(({ url }) => url.pathname === '/internal')).toEqual([])
  })

  test('is disabled when the hook is permanently gone', async () => {
    await world.connect(client, 'zapier', { webhook_url: `${zap.url}/hooks/catch/1/2/` })
    const campaign = await world.newCampaign()
    await world.use(campaign, 'zapier', {})
    await world.addLeads(campaign, 1)
    zap.fail({ kind: 'answer', response: { status: 410 } })
    await world.deliverFor(1)
    expect(await world.destinationOf(campaign)).toMatchObject({ status: 'disabled', cause: 'gone' })
  })

  test('gets every lead once another hook is pasted, also the one that found out', async () => {
    await world.connect(client, 'zapier', { webhook_url: `${zap.url}/hooks/catch/1/3/` })
    const campaign = await world.newCampaign()
    await world.use(campaign, 'zapier', {})
    await world.addLeads(campaign, 3)
    zap.fail({ kind: 'answer', response: { status: 410 } }, { times: 3 })
    await world.deliverFor(1)
    expect(await world.destinationOf(campaign)).toMatchObject({ status: 'disabled', cause: 'gone' })
    zap.fail({ kind: 'answer', response: { status: 200 } })
    await world.connect(client, 'zapier', { webhook_url: `${zap.url}/hooks/catch/1/4/` })
    await world.deliverFor(1)
    expect((await world.deliveriesOf(campaign)).map(({ status }) => status)).toEqual(Array(3).fill('delivered'))
  })
})

test('Mailbox Power adds leads to groups as the operator configured', async () => {
  expect((await world.connect(client, 'mailboxpower', { api_key: mailboxPowerKey })).status).toBe(200)
  const groups = await owner().call(listMailboxGroups, { params: { company: client } })
  expect(groups.body.data).toEqual([
    { id: '1', name: 'New movers' },
    { id: '2', name: 'Birthdays' },
  ])
  const campaign = await world.newCampaign()
  await world.use(campaign, 'mailboxpower', { groups: ['2'] })
  const [lead] = await world.addLeads(campaign, 1)
  await world.deliverFor(1)
  expect(mailbox.contacts).toMatchObject([{ email: lead!.email, address: '12 Analytical Way', group_id: '2' }])
  const groupChoice = await owner().call(getMailboxUserGroups, { params: { campaign: campaign.campaignId } })
  expect(groupChoice.body.data).toEqual(['2'])
  const { data } = (await owner().call(getIntegration, { params: { company: client, slug: 'mailboxpower' } })).body
  expect(data.campaigns).toBe(1)
})
