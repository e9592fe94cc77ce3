import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  authorizeIntegration,
  finishAuthorization,
  getIntegration,
  getServiceFields,
} from '#contract/integrations/connections.ts'
import {
  disconnectCrm,
  generateCrmAuthUrl,
  getCrmUserTags,
  listCrmTags,
} from '#contract/integrations/service-choices.ts'
import { listReceipts, takeBackLead } from '#contract/integrations/take-back.ts'
import { takeBackJob } from '#server/areas/integrations/take-back/run-take-back.ts'
import type { CampaignPath } from '#server/areas/integrations/deliveries/book.ts'
import { machineTime } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { makeConnectionsWorld, type ConnectionsWorld } from '#server/test/connections-world.ts'
import { checkPublished } from '#server/test/published-requests.ts'
import { noon_ms } from '#server/test/deliveries-world.ts'
import { findConnection } from '../../connections/connection-row.ts'
import { openSession } from '../../connections/open-session.ts'
import { highlevelEnv, highlevelField, highlevelLocation, startHighlevel, type HighlevelStandIn } from './stand-in.ts'

let world: ConnectionsWorld
let firm: HighlevelStandIn
let client: string

beforeAll(async () => {
  firm = await startHighlevel(() => (world ? machineTime(world.clock) : noon_ms))
  world = await makeConnectionsWorld({
    OUTGOING_ALLOW: firm.host,
    ...highlevelEnv(firm.url),
  })
  client = world.tree.acme.clients[0]!.id
})
beforeEach(() => {
  firm.contacts.clear()
  // The burst limit must not carry over from the previous test.
  world.wait(11_000)
})
afterAll(async () => {
  await world.close()
  await firm.stop()
})

const owner = () => world.http.as(world.tree.acme.owner)

async function connected(): Promise<CampaignPath> {
  const answer = await world.authorize(client, 'highlevel')
  expect(answer.body).toMatchObject({ data: { status: 'connected', account: `Location ${highlevelLocation}` } })
  return world.newCampaign()
}

describe('giving consent', () => {
  test('redirects to the service and back to this host, and stores tokens encrypted', async () => {
    const answer = await owner().call(generateCrmAuthUrl, { body: { company_id: client } })
    const url = new URL(answer.body.data.url)
    expect(new URL(url.searchParams.get('redirect_uri')!).hostname).toBe(world.tree.acme.owner.host)
    expect(url.searchParams.get('scope')).toContain('contacts.write')
    await connected()
    const { rows } = await world.db.adminPool.query('select credential_sealed, details from connection')
    expect(JSON.stringify(rows)).not.toMatch(/access_token|refresh_token/)
  })

  test('is valid for the session that started it, for its company and service, and for ten minutes', async () => {
    const body = { company_id: client, integration_slug: 'highlevel' }
    const stateOf = async (): Promise<string> => {
      const answer = await owner().call(authorizeIntegration, { body })
      return new URL(answer.body.data.url).searchParams.get('state')!
    }
    const code = 'made-up'
    const state = await stateOf()
    const otherCaller = world.http.as(world.tree.acme.clients[0]!.user)
    for (const [caller, request] of [
      [otherCaller, { ...body, code, state }],
      [owner(), { ...body, code, state: `${state.slice(0, -2)}xx` }],
      [owner(), { ...body, company_id: world.tree.acme.clients[1]!.id, code, state }],
    ] as const) {
      const { status, body: answer } = await caller.call(finishAuthorization, { body: request })
      expect([status, answer.field]).toEqual([422, 'state'])
    }
    expect((await owner().call(finishAuthorization, { body: { ...body, code, state } })).status).toBe(409)
    const late = await stateOf()
    world.wait(10 * 60_000)
    expect((await owner().call(finishAuthorization, { body: { ...body, code, state: late } })).status).toBe(422)
  })
})

describe('a lead', () => {
  test('that is sent late does not overwrite values from a later lead of the same person', async () => {
    const campaign = await connected()
    await world.use(campaign, 'highlevel', { tags: ['Hot lead'] })
    const [older] = await world.addLeads(campaign, 1)
    firm.fail({ kind: 'answer', response: { status: 503 } }, { when: ({ url }) => url.pathname === '/contacts/upsert' })
    await world.deliverFor(0)
    world.wait(1_000)
    const [newer] = await world.addLeads(campaign, 1)
    await world.db.adminPool.query(`update lead set email = $2, city = 'Boston' where id = $1`, [
      newer!.id,
      older!.email,
    ])
    await world.deliverFor(1)
    const requests = firm.received.filter(({ url }) => url.pathname === '/contacts/upsert').slice(-2)
    expect(requests.map(({ json }) => json)).toMatchObject([
      { email: older!.email, city: 'Boston' },
      { locationId: highlevelLocation, email: older!.email },
    ])
    expect(firm.contacts.get(older!.email)).toMatchObject({ fields: { city: 'Boston' }, tags: new Set(['Hot lead']) })
    expect(await world.deliveriesOf(campaign)).toMatchObject([
      { lead_id: older!.id, status: 'delivered', cause: 'overtaken' },
      { lead_id: newer!.id, status: 'delivered', cause: null },
    ])
  })

  test('becomes a contact that keeps its own tags and gets the chosen tags and fields', async () => {
    const campaign = await connected()
    const fields = [{ lead: 'campaignName' as const, target: highlevelField.id }]
    await world.use(campaign, 'highlevel', { tags: ['Hot lead'], fields })
    const [lead, knownLead] = await world.addLeads(campaign, 2)
    firm.contacts.set(knownLead!.email, { id: 'c-known', fields: { website: 'kept' }, tags: new Set(['Customer']) })
    await world.deliverFor(1)
    expect(firm.contacts.get(lead!.email)).toMatchObject({
      fields: { firstName: 'Ada', postalCode: '78701', customFields: [{ id: highlevelField.id }] },
      tags: new Set(['Hot lead']),
    })
    expect(firm.contacts.get(knownLead!.email)).toMatchObject({
      fields: { website: 'kept', firstName: 'Ada' },
      tags: new Set(['Customer', 'Hot lead']),
    })
    const params = { company: client, campaign: campaign.campaignId }
    expect((await owner().call(getCrmUserTags, { params })).body.data).toEqual(['Hot lead'])
    expect((await owner().call(listCrmTags, { params })).body.data).toContainEqual({ id: 'Website', name: 'Website' })
    const serviceFields = await owner().call(getServiceFields, {
      params: { slug: 'highlevel' },
      query: { company: client },
    })
    expect(serviceFields.body.data).toEqual([{ ...highlevelField, custom: 'T' }])
  })

  test('with information about work fills the contact’s company and the mapped fields', async () => {
    const campaign = await connected()
    await world.use(campaign, 'highlevel', { fields: [{ lead: 'job_title', target: highlevelField.id }] })
    const [lead, plain] = await world.addLeads(campaign, 2)
    await world.db.adminPool.query('update lead set information = $2 where id = $1', [
      lead!.id,
      { company_name: 'Contoso', company_domain: 'contoso.example', job_title: 'Buyer' },
    ])
    await world.deliverFor(0.01)
    expect(firm.contacts.get(lead!.email)).toMatchObject({
      fields: {
        companyName: 'Contoso',
        website: 'contoso.example',
        customFields: [{ id: highlevelField.id, field_value: 'Buyer' }],
      },
    })
    const { fields } = firm.contacts.get(plain!.email)!
    expect(['companyName', 'website', 'customFields'].filter((name) => name in fields)).toEqual([])
    expect(checkPublished(firm.received).wrong).toEqual([])
  })

  test('that is taken back loses our tags, keeps its other tags, and is marked', async () => {
    const campaign = await connected()
    await world.use(campaign, 'highlevel', { tags: ['Website'] })
    const [lead] = await world.addLeads(campaign, 1)
    await world.deliverFor(0.01)
    const contact = firm.contacts.get(lead!.email)!
    contact.tags.add('Of their own')
    await owner().call(takeBackLead, { body: { lead_id: lead!.id } })
    await takeBackJob.run(world.http.platform, { rootId: campaign.rootId })
    expect([...contact.tags]).toEqual(['Of their own'])
    expect(contact.fields['dnd']).toBe(true)
  })

  test('without an email address is left to the client when it is taken back, because nothing would find it', async () => {
    const campaign = await connected()
    await world.use(campaign, 'highlevel', { tags: ['Website'] })
    const [lead] = await world.addLeads(campaign, 1)
    await world.db.adminPool.query('update lead set email = null where id = $1', [lead!.id])
    await world.deliverFor(0.01)
    expect([...firm.contacts.keys()]).toEqual(['+15555550100'])
    const before = firm.received.length
    await owner().call(takeBackLead, { body: { lead_id: lead!.id } })
    await takeBackJob.run(world.http.platform, { rootId: campaign.rootId })
    const receipts = await owner().call(listReceipts, { params: { lead: lead!.id } })
    expect(receipts.body.data).toMatchObject([{ kind: 'highlevel', status: 'manual', done_at: null }])
    expect(firm.received.slice(before)).toEqual([])
  })

  test('is sent, updated, and taken back as HighLevel’s API is documented', async () => {
    const campaign = await connected()
    const fields = [{ lead: 'campaignName', target: highlevelField.id }] as const
    await world.use(campaign, 'highlevel', { tags: ['Website'], fields: [...fields] })
    const [lead] = await world.addLeads(campaign, 1)
    await world.deliverFor(0.01)
    await owner().call(takeBackLead, { body: { lead_id: lead!.id } })
    await takeBackJob.run(world.http.platform, { rootId: campaign.rootId })
    const { checked, wrong } = checkPublished(firm.received)
    expect(wrong).toEqual([])
    expect(checked.length).toBeGreaterThanOrEqual(7)
    const url = new URL('https://firm.example/contacts/c1')
    const request = { method: 'PUT', url, text: '', json: { first_name: 'Ada' } }
    expect(checkPublished([request, { ...request, method: 'PATCH' }]).wrong).toHaveLength(2)
  })

  test('is created once even if the response is lost', async () => {
    const campaign = await connected()
    await world.use(campaign, 'highlevel', { tags: ['Hot lead'] })
    await world.addLeads(campaign, 1)
    firm.fail({ kind: 'lose-answer' }, { when: ({ url }) => url.pathname.endsWith('/upsert') })
    await world.deliverFor(1)
    expect(firm.contacts.size).toBe(1)
    expect(await world.deliveriesOf(campaign)).toMatchObject([{ status: 'delivered', attempts: 2 }])
  })

  test('arrives once after the service recovers from an hour of errors', async () => {
    const campaign = await connected()
    await world.use(campaign, 'highlevel', {})
    const leads = await world.addLeads(campaign, 3)
    const over_ms = world.clock.now() + 3_600_000
    firm.fail(
      { kind: 'answer', response: { status: 500, body: { statusCode: 500, message: 'Internal Server Error' } } },
      { when: () => world.clock.now() < over_ms, times: 1_000 },
    )
    await world.deliverFor(0.9)
    expect(firm.contacts.size).toBe(0)
    expect((await world.deliveriesOf(campaign)).map(({ status }) => status)).toEqual(['waiting', 'waiting', 'waiting'])
    await world.deliverFor(10)
    expect([...firm.contacts.keys()].toSorted()).toEqual(leads.map(({ email }) => email).toSorted())
    expect(await world.destinationOf(campaign)).toMatchObject({ status: 'ok', cause: null })
  })

  test('waits for the next day when the daily limit is used up, and pauses no campaign', async () => {
    const campaign = await connected()
    await world.use(campaign, 'highlevel', {})
    const leads = await world.addLeads(campaign, 5)
    const over_ms = world.clock.now() + 12 * 3_600_000
    const headers = { 'x-ratelimit-daily-remaining': '0', 'x-ratelimit-interval-milliseconds': '10000' }
    firm.fail(
      { kind: 'answer', response: { status: 429, headers, body: { statusCode: 429, message: 'Too Many Requests' } } },
      { when: () => world.clock.now() < over_ms, times: 1_000 },
    )
    const before = firm.received.length
    await world.deliverFor(11)
    expect(firm.contacts.size).toBe(0)
    expect(await world.destinationOf(campaign)).toMatchObject({ cause: 'too_many', status: 'failing' })
    // Checking once an hour whether the day is over is enough.
    expect(firm.received.length - before).toBeLessThan(20)
    // The delivery with the most attempts waits longest by the schedule, more than six hours.
    await world.deliverFor(12)
    expect([...firm.contacts.keys()].toSorted()).toEqual(leads.map(({ email }) => email).toSorted())
  })

  test('waits when the burst limit is used up, and every lead arrives', async () => {
    const campaign = await connected()
    await world.use(campaign, 'highlevel', {})
    await world.addLeads(campaign, 130)
    await world.deliverFor(1)
    const rows = await world.deliveriesOf(campaign)
    expect(rows.filter(({ status }) => status === 'delivered')).toHaveLength(130)
    // Postponed deliveries use no attempts, but the service counts a request or two that we don't.
    expect(rows.filter(({ attempts }) => attempts > 1).length).toBeLessThan(3)
  })
})

describe('tokens', () => {
  test('are refreshed before they expire, once for all concurrent processes', { timeout: 30_000 }, async () => {
    await connected()
    world.wait(86_399_000)
    const before = firm.refreshes()
    const scope = { kind: 'root', rootId: world.tree.acme.owner.rootId } as const
    const connection = (await inScope(world.db.appPool, scope, (tx) =>
      findConnection(tx, { ...scope, agencyId: world.tree.acme.id, clientId: client }, 'highlevel'),
    ))!
    // Three workers with their own sessions.
    const sessions = await Promise.all([0, 1, 2].map(() => openSession(world.http.platform, connection, 10_000)))
    expect(firm.refreshes() - before).toBe(1)
    expect(new Set(sessions.map(({ credential }) => credential['access_token'])).size).toBe(1)
  })

  test('that expire early are refreshed in the middle of a batch', async () => {
    const campaign = await connected()
    await world.use(campaign, 'highlevel', {})
    await world.addLeads(campaign, 3)
    firm.expire()
    const before = firm.refreshes()
    await world.deliverFor(1)
    expect(firm.refreshes() - before).toBe(1)
    expect(
      (await world.deliveriesOf(campaign)).every(({ attempts, status }) => attempts === 1 && status === 'delivered'),
    ).toBe(true)
  })

  test('that are rejected right after a refresh mark the account as disconnected', async () => {
    const campaign = await connected()
    await world.use(campaign, 'highlevel', {})
    await world.addLeads(campaign, 1)
    const before = firm.refreshes()
    const body = { statusCode: 401, message: 'The app is not installed here any more.' }
    let isOver = true
    firm.fail(
      { kind: 'answer', response: { status: 401, body } },
      { when: ({ url }) => isOver && url.pathname.startsWith('/contacts'), times: 100 },
    )
    await world.deliverFor(1)
    isOver = false
    expect(firm.refreshes() - before).toBe(1)
    const { body: integration } = await owner().call(getIntegration, { params: { company: client, slug: 'highlevel' } })
    expect(integration.data).toMatchObject({ status: 'reconnect', cause: 'token_expired' })
    await connected()
    await world.deliverFor(1)
    expect(firm.contacts.size).toBe(1)
  })

  test('that are revoked pause the campaign, keep its leads, and reconnecting sends them once', async () => {
    const campaign = await connected()
    await world.use(campaign, 'highlevel', {})
    const leads = await world.addLeads(campaign, 4)
    firm.revoke()
    await world.deliverFor(1)
    expect(await world.destinationOf(campaign)).toMatchObject({ status: 'disabled', cause: 'token_expired' })
    expect(firm.contacts.size).toBe(0)
    await connected()
    await world.deliverFor(1)
    expect([...firm.contacts.keys()].toSorted()).toEqual(leads.map(({ email }) => email).toSorted())
  })

  test('that are revoked in the middle of a batch end it: leads that arrived are not sent again', async () => {
    const campaign = await connected()
    await world.use(campaign, 'highlevel', {})
    const leads = await world.addLeads(campaign, 6)
    const upserts = () => firm.received.slice(before).filter(({ url }) => url.pathname === '/contacts/upsert')
    const before = firm.received.length
    let isRevoked = false
    const revokeInTheMiddle = (): boolean => {
      if (!isRevoked && upserts().length === 3) {
        isRevoked = true
        firm.revoke()
      }
      return false
    }
    firm.fail({ kind: 'hang' }, { when: revokeInTheMiddle })
    await world.deliverFor(1)
    const emails = [...firm.contacts.keys()]
    expect(emails.length).toBeLessThan(leads.length)
    expect(await world.destinationOf(campaign)).toMatchObject({ status: 'disabled', cause: 'token_expired' })
    await connected()
    const again = firm.received.length
    await world.deliverFor(1)
    expect([...firm.contacts.keys()].toSorted()).toEqual(leads.map(({ email }) => email).toSorted())
    expect(firm.received.slice(again).filter(({ text }) => emails.some((email) => text.includes(email)))).toEqual([])
  })

  test('are deleted when somebody disconnects', async () => {
    await connected()
    await owner().call(disconnectCrm, { body: { company_id: client } })
    const { body } = await owner().call(getIntegration, { params: { company: client, slug: 'highlevel' } })
    expect(body.data).toMatchObject({ status: 'disconnected', account: '' })
    const { rows } = await world.db.adminPool.query(`select credential_sealed from connection where company_id = $1`, [
      client,
    ])
    expect(rows).toEqual([{ credential_sealed: null }])
  })
})

test('every request of these tests is one that HighLevel documents', () => {
  expect(checkPublished(firm.received).wrong).toEqual([])
})
