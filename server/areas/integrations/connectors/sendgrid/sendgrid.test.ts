import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { causeTexts } from '#contract/integrations/causes.ts'
import {
  getIntegration,
  getServiceFields,
  listSendgridLists,
  previewIntegration,
  saveCampaignIntegration,
  testIntegration,
} from '#contract/integrations/connections.ts'
import { newId } from '#server/platform/ids.ts'
import type { CampaignPath } from '#server/areas/integrations/deliveries/book.ts'
import { makeConnectionsWorld, type ConnectionsWorld } from '#server/test/connections-world.ts'
import { machineTime } from '#server/platform/clock.ts'
import { noon_ms } from '#server/test/deliveries-world.ts'
import { checkPublished } from '#server/test/published-requests.ts'
import { sendgridCustomField, startSendgrid, type SendgridStandIn } from './stand-in.ts'

let world: ConnectionsWorld
let firm: SendgridStandIn
let client: string
const api_key = 'SG.stand-in-key'
const newsletter = newId(noon_ms)

beforeAll(async () => {
  firm = await startSendgrid(() => (world ? machineTime(world.clock) : noon_ms))
  world = await makeConnectionsWorld({ OUTGOING_ALLOW: firm.host, SENDGRID_URL: `${firm.url}/v3` })
  client = world.tree.acme.clients[0]!.id
})
beforeEach(() => {
  firm.keys.add(api_key)
  firm.lists.clear()
  firm.lists.set(newsletter, 'Newsletter')
  firm.contacts.clear()
  firm.jobs.pendingPolls = 0
})
afterAll(async () => {
  await world.close()
  await firm.stop()
})

async function connected(): Promise<CampaignPath> {
  expect((await world.connect(client, 'sendgrid', { api_key })).status).toBe(200)
  return world.newCampaign()
}

test('a list that names an unreadable next page is an unexpected response, not our error', async () => {
  await connected()
  const body = { result: [], _metadata: { next: 'http://[' } }
  firm.fail({ kind: 'answer', response: { status: 200, body } })
  const answer = await world.http.as(world.tree.acme.owner).call(listSendgridLists, { params: { company: client } })
  expect([answer.status, answer.body.message]).toEqual([409, causeTexts.service_error])
})

describe('connecting with a key', () => {
  test('tests the key first, stores it encrypted, and never shows it again (R183)', async () => {
    const refusal = await world.connect(client, 'sendgrid', { api_key: 'SG.mistyped' })
    expect([refusal.status, refusal.body.field]).toEqual([422, 'api_key'])
    const answer = await world.connect(client, 'sendgrid', { api_key })
    expect(answer.body).toMatchObject({
      message: 'Your settings have been saved.',
      data: { status: 'connected', account: '•••• -key', campaigns: 0 },
    })
    const integration = await world.http
      .as(world.tree.acme.owner)
      .call(getIntegration, { params: { company: client, slug: 'sendgrid' } })
    expect(`${answer.raw.body}${integration.raw.body}`).not.toContain(api_key)
    const dump = await world.db.adminPool.query('select * from connection')
    expect(JSON.stringify(dump.rows)).not.toContain('stand-in-key')
    const log = await world.db.adminPool.query(`select * from activity where action like 'integration.%'`)
    expect(log.rows.map(({ action }) => action)).toContain('integration.saveIntegration')
    expect(JSON.stringify(log.rows)).not.toContain('stand-in-key')
  })

  test('rejects fields that the service does not use, and changes nothing while the service is down', async () => {
    const more = await world.connect(client, 'sendgrid', { api_key, workspace: 'acme' })
    expect([more.status, more.body.field]).toEqual([422, 'workspace'])
    firm.fail({ kind: 'answer', response: { status: 503 } })
    const down = await world.connect(world.tree.acme.clients[1]!.id, 'sendgrid', { api_key })
    expect([down.status, down.body.message]).toEqual([
      409,
      'The service is down or sent an unexpected response. It will be retried.',
    ])
    const params = { company: world.tree.acme.clients[1]!.id, slug: 'sendgrid' }
    const { body } = await world.http.as(world.tree.acme.owner).call(getIntegration, { params })
    expect(body.data.status).toBe('not_connected')
  })

  test('reads lists across all pages, and both standard and custom fields', async () => {
    await connected()
    for (let n = 0; n < 1_200; n++) firm.lists.set(newId(noon_ms), `List ${n}`)
    const owner = world.http.as(world.tree.acme.owner)
    expect((await owner.call(listSendgridLists, { params: { company: client } })).body.data).toHaveLength(1_201)
    const fields = await owner.call(getServiceFields, { params: { slug: 'sendgrid' }, query: { company: client } })
    expect(fields.body.data).toContainEqual({ id: 'w1', name: 'Campaign name', custom: 'T' })
    const otherClient = world.tree.acme.clients[1]!.id
    expect((await owner.call(listSendgridLists, { params: { company: otherClient } })).body.data).toEqual([])
  })
})

describe('a lead', () => {
  test('becomes a contact on the chosen lists with the mapped fields, many in one request', async () => {
    const campaign = await connected()
    const details = { lists: [newsletter], fields: [{ lead: 'campaignName' as const, target: sendgridCustomField.id }] }
    const body = { leadspeek_api_id: campaign.campaignId, integration_slug: 'sendgrid', enable: 'T', details }
    const answer = await world.http.as(world.tree.acme.owner).call(saveCampaignIntegration, { body })
    // T150
    expect(answer.body.message).toBe('Changes saved successfully')
    const leads = await world.addLeads(campaign, 10)
    const before = firm.received.filter(({ method }) => method === 'PUT').length
    await world.deliverFor(1)
    expect(firm.received.filter(({ method }) => method === 'PUT').length - before).toBe(1)
    expect(firm.contacts.size).toBe(10)
    const contact = firm.contacts.get(leads[0]!.email)!
    expect(contact.fields).toMatchObject({
      first_name: 'Ada',
      postal_code: '78701',
      custom_fields: { w1: expect.stringMatching(/./) },
    })
    expect([...contact.lists]).toEqual([newsletter])
    expect(new Set((await world.deliveriesOf(campaign)).map(({ status }) => status))).toEqual(new Set(['delivered']))
  })

  test('is merged with a later lead of the same person, whose values win', async () => {
    const campaign = await connected()
    await world.use(campaign, 'sendgrid', { lists: [newsletter] })
    const [older] = await world.addLeads(campaign, 1)
    world.wait(1_000)
    const [newer] = await world.addLeads(campaign, 1)
    await world.db.adminPool.query(`update lead set email = $2, city = 'Boston' where id = $1`, [
      newer!.id,
      older!.email,
    ])
    await world.deliverFor(1)
    const upsert = firm.received.findLast(({ method }) => method === 'PUT')!
    expect((upsert.json as { contacts: object[] }).contacts).toMatchObject([{ email: older!.email, city: 'Boston' }])
    expect(new Set((await world.deliveriesOf(campaign)).map(({ status }) => status))).toEqual(new Set(['delivered']))
  })

  test('without an email address is given up with its cause, and does not count against the destination', async () => {
    const campaign = await connected()
    await world.use(campaign, 'sendgrid', { lists: [newsletter] })
    const [, without] = await world.addLeads(campaign, 3)
    await world.db.adminPool.query('update lead set email = null where id = $1', [without!.id])
    await world.deliverFor(1)
    const rows = await world.deliveriesOf(campaign)
    expect(rows.find(({ lead_id }) => lead_id === without!.id)).toMatchObject({
      status: 'dead',
      cause: 'lead_incomplete',
    })
    expect(rows.filter(({ status }) => status === 'delivered')).toHaveLength(2)
    expect(await world.destinationOf(campaign)).toMatchObject({ status: 'ok' })
  })

  test('that the service rejects does not block the rest of its batch', async () => {
    const campaign = await connected()
    await world.use(campaign, 'sendgrid', { lists: [newsletter] })
    const leads = await world.addLeads(campaign, 4)
    await world.db.adminPool.query(`update lead set email = 'not an address' where id = $1`, [leads[2]!.id])
    await world.deliverFor(1)
    const rows = await world.deliveriesOf(campaign)
    expect(rows.find(({ lead_id }) => lead_id === leads[2]!.id)).toMatchObject({ status: 'dead', cause: 'rejected' })
    expect(rows.filter(({ status }) => status === 'delivered')).toHaveLength(3)
  })

  test('with a name longer than the service allows is truncated, not rejected', async () => {
    const campaign = await connected()
    await world.use(campaign, 'sendgrid', { lists: [newsletter] })
    const [lead] = await world.addLeads(campaign, 1)
    await world.db.adminPool.query('update lead set first_name = $2, city = $3 where id = $1', [
      lead!.id,
      'a'.repeat(80),
      `${'b'.repeat(59)}😀`,
    ])
    await world.deliverFor(1)
    expect(await world.deliveriesOf(campaign)).toMatchObject([{ status: 'delivered', attempts: 1 }])
    expect(firm.contacts.get(lead!.email)!.fields).toMatchObject({ first_name: 'a'.repeat(50), city: 'b'.repeat(59) })
  })

  test('whose response is lost is sent again and created once', async () => {
    const campaign = await connected()
    await world.use(campaign, 'sendgrid', { lists: [newsletter] })
    const [lead] = await world.addLeads(campaign, 1)
    firm.fail({ kind: 'lose-answer' }, { when: ({ method }) => method === 'PUT' })
    await world.deliverFor(1)
    expect(await world.deliveriesOf(campaign)).toMatchObject([{ status: 'delivered', attempts: 2 }])
    expect([...firm.contacts.keys()]).toEqual([lead!.email])
  })

  test('waits as long as the service asks, or by the schedule if it does not say', async () => {
    const campaign = await connected()
    await world.use(campaign, 'sendgrid', { lists: [newsletter] })
    await world.addLeads(campaign, 1)
    const resetTime = String(Math.floor(machineTime(world.clock) / 1_000) + 900)
    firm.fail({ kind: 'answer', response: { status: 429, headers: { 'x-ratelimit-reset': resetTime } } })
    const start_ms = world.clock.now()
    await world.deliverFor(1)
    expect(world.clock.now() - start_ms).toBeGreaterThanOrEqual(899_000)
    expect(await world.deliveriesOf(campaign)).toMatchObject([{ status: 'delivered', attempts: 2 }])
    await world.addLeads(campaign, 1)
    firm.fail({ kind: 'answer', response: { status: 429 } }, { when: ({ method }) => method === 'PUT' })
    await world.deliverFor(1)
    expect((await world.deliveriesOf(campaign)).map(({ status }) => status)).toEqual(['delivered', 'delivered'])
  })

  test('is accepted when its import takes longer than an attempt', async () => {
    const campaign = await connected()
    await world.use(campaign, 'sendgrid', { lists: [newsletter] })
    firm.jobs.pendingPolls = 100
    await world.addLeads(campaign, 1)
    await world.deliverFor(1)
    expect(await world.deliveriesOf(campaign)).toMatchObject([{ status: 'delivered', cause: 'accepted' }])
  })
})

describe('a problem with an account', () => {
  test('is explained in plain words, pauses its campaigns at once, and reconnecting sends missed leads once', async () => {
    const campaign = await connected()
    await world.use(campaign, 'sendgrid', { lists: [newsletter] })
    firm.keys.clear()
    const leads = await world.addLeads(campaign, 5)
    await world.deliverFor(1)
    expect(await world.destinationOf(campaign)).toMatchObject({ status: 'disabled', cause: 'token_expired' })
    const more = await world.addLeads(campaign, 3)
    const owner = world.http.as(world.tree.acme.owner)
    const params = { company: client, slug: 'sendgrid' }
    expect((await owner.call(getIntegration, { params })).body.data).toMatchObject({
      status: 'reconnect',
      cause: 'token_expired',
    })
    expect(firm.contacts.size).toBe(0)

    firm.keys.add('SG.another-key')
    await world.connect(client, 'sendgrid', { api_key: 'SG.another-key' })
    const before = firm.received.length
    await world.deliverFor(1)
    const upserts = firm.received.slice(before).filter(({ method }) => method === 'PUT')
    const emails = upserts.flatMap(({ json }) =>
      (json as { contacts: { email: string }[] }).contacts.map(({ email }) => email),
    )
    expect(emails.toSorted()).toEqual([...leads, ...more].map(({ email }) => email).toSorted())
    expect(await world.destinationOf(campaign)).toMatchObject({ status: 'ok', cause: null })
  })

  test('a deleted list pauses the campaign after three attempts, and another list fixes it', async () => {
    const campaign = await connected()
    await world.use(campaign, 'sendgrid', { lists: [newsletter] })
    firm.lists.clear()
    await world.addLeads(campaign, 2)
    await world.deliverFor(3)
    expect(await world.destinationOf(campaign)).toMatchObject({ status: 'disabled', cause: 'list_deleted' })
    const fresh = newId(noon_ms)
    firm.lists.set(fresh, 'New list')
    await world.use(campaign, 'sendgrid', { lists: [fresh] })
    await world.deliverFor(1)
    expect(firm.contacts.size).toBe(2)
    expect((await world.deliveriesOf(campaign)).map(({ status }) => status)).toEqual(['delivered', 'delivered'])
  })

  test('does not lose leads: disconnecting deletes the key, and leads wait until it is reconnected', async () => {
    const campaign = await connected()
    await world.use(campaign, 'sendgrid', { lists: [newsletter] })
    const off = await world.connect(client, 'sendgrid', { enable: 'F' })
    expect(off.body.data).toMatchObject({ status: 'disconnected', account: '' })
    const { rows } = await world.db.adminPool.query('select credential_sealed from connection where company_id = $1', [
      client,
    ])
    expect(rows).toEqual([{ credential_sealed: null }])
    await world.addLeads(campaign, 2)
    await world.deliverFor(1)
    expect(firm.contacts.size).toBe(0)
    await connected()
    await world.deliverFor(1)
    expect(firm.contacts.size).toBe(2)
  })
})

test('a preview shows the newest lead and sends nothing; a test send reaches the account', async () => {
  const campaign = await connected()
  await world.addLeads(campaign, 1)
  const body = { leadspeek_api_id: campaign.campaignId, integration_slug: 'sendgrid', details: { lists: [newsletter] } }
  const count = firm.received.length
  const owner = world.http.as(world.tree.acme.owner)
  const preview = await owner.call(previewIntegration, { body })
  expect(preview.body.data.fields).toContainEqual({ target: 'first_name', value: expect.any(String) as string })
  expect(firm.received.length).toBe(count)
  const answer = await owner.call(testIntegration, { body })
  expect(answer.body.data).toMatchObject({ delivered: 'T' })
  expect(firm.contacts.get('taylor@example.com')?.lists).toEqual(new Set([newsletter]))
})

test('an account is open to its company and the agency above, an agency’s own also to clients it allows', async () => {
  await connected()
  const params = { company: client, slug: 'sendgrid' }
  const { acme, brightside, root } = world.tree
  expect((await world.http.as(acme.clients[0]!.user).call(getIntegration, { params })).status).toBe(200)
  expect((await world.http.as(acme.clients[1]!.user).call(getIntegration, { params })).status).toBe(404)
  expect((await world.http.as(brightside.owner).call(getIntegration, { params })).status).toBe(404)
  expect((await world.http.as(root.system).call(getIntegration, { params })).status).toBe(403)
  await world.connect(acme.id, 'sendgrid', { api_key })
  const campaign = await world.newCampaign(acme.clients[1])
  await world.use(campaign, 'sendgrid', { lists: [newsletter] }, { connection: 'agency' })
  await world.addLeads(campaign, 1)
  await world.deliverFor(1)
  expect(firm.contacts.size).toBe(1)
})

test('every request of these tests is one that SendGrid documents', () => {
  expect(checkPublished(firm.received).wrong).toEqual([])
})
