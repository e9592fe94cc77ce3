import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setCampaignActive } from '#contract/campaigns/campaigns.ts'
import { createWebhook } from '#contract/integrations/destinations.ts'
import { createEventWebhook, listEventWebhooks, maxEndpoints } from '#contract/developers/event-webhooks.ts'
import { startMailbox, type Mailbox } from '#demo/mailbox.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { createTestApp, noLimits, type TestApp } from '#server/test/app.ts'
import { createDeveloperCaller, type DeveloperCaller } from '#server/test/developer-caller.ts'
import { makeLeads, standIn, type Seen, type StandIn } from '#server/test/deliveries-world.ts'
import { makeCampaign } from '#server/test/factories.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { createSearchWorld, type SearchWorld } from '#server/test/search-world.ts'
import { createDeliverer } from '#server/areas/integrations/deliveries/deliver.ts'
import { queueDeliveries } from '#server/areas/integrations/deliveries/queue-deliveries.ts'
import { wakeEventsJob } from './send-events.ts'

// Developer webhooks, against a receiver that is a real server on loopback.

let world: SearchWorld
let http: TestApp
let receiver: StandIn
let mailbox: Mailbox
let acme: DeveloperCaller
/** The receiver's next response statuses, in order; 204 after that. */
let answers: number[] = []

beforeAll(async () => {
  world = await createSearchWorld()
  receiver = await standIn(world.clock.now, (_seen, response) => {
    const status = answers.shift() ?? 204
    response.writeHead(status, status === 429 ? { 'retry-after': '3600' } : {}).end()
  })
  mailbox = await startMailbox({ now: world.clock.now })
  http = await createTestApp(world.db, {
    clock: world.clock,
    limiter: noLimits,
    env: { OUTGOING_ALLOW: receiver.host, SMTP_URL: mailbox.smtpUrl },
  })
  acme = await createDeveloperCaller(world.db, http, world.tree.acme.owner)
})
afterAll(async () => {
  await http.close()
  await receiver.close()
  await mailbox.close()
  await world.close()
})
beforeEach(async () => {
  answers = []
  receiver.seen.length = 0
  await world.db.adminPool.query('delete from graphile_worker._private_jobs')
  await world.db.adminPool.query('delete from event_attempt')
  await world.db.adminPool.query('delete from event_message')
  await world.db.adminPool.query('delete from event_endpoint')
})

const work = () => runJobs(world.db, http.platform)
/** Advances the clock and runs the job that wakes endpoints every minute. */
async function wakeAfter(ms: number): Promise<void> {
  world.clock.advance(ms)
  await wakeEventsJob.run(http.platform, {})
  await work()
}

interface Made {
  id: string
  secret: string
}
async function subscribe(events: string[], path = '/hook'): Promise<Made> {
  const answer = await acme.post('webhooks', { url: `http://${receiver.host}${path}`, events })
  expect(answer.status, answer.text).toBe(201)
  return answer.body as unknown as Made
}
const messagesOf = async ({ id }: Made) => (await acme.get(`webhooks/${id}/messages`)).body.data
const pause = async (status: 'active' | 'pause', id: string) => {
  expect((await acme.put(`campaigns/${id}/status`, { status })).status).toBe(200)
}

function signatureOf(seen: Seen, secret: string): string {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const content = `${String(seen.headers['webhook-id'])}.${String(seen.headers['webhook-timestamp'])}.${seen.body}`
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`
}

describe('an event', () => {
  test('is sent after the commit, signed, under its own id, and names no person', async () => {
    const hook = await subscribe(['lead.created', 'campaign.status_changed'])
    const campaign = await world.makeSearchCampaign()
    const person = await world.makePerson({})
    await world.search(person, { text: 'roof repair' })
    expect(await world.outcomes(campaign)).toEqual(['lead'])
    expect(receiver.seen).toEqual([])
    await work()
    const [request] = receiver.seen
    expect(receiver.seen).toHaveLength(1)
    expect(request!.headers['webhook-signature']).toBe(signatureOf(request!, hook.secret))
    const body = JSON.parse(request!.body) as { type: string; data: { id: string } }
    expect(Object.keys(body)).toEqual(['type', 'timestamp', 'data'])
    expect(body).toMatchObject({ type: 'lead.created', data: { campaign_id: campaign.id } })
    expect(Object.keys(body.data).toSorted()).toEqual(['campaign_id', 'client_id', 'id'])
    expect(await messagesOf(hook)).toMatchObject([
      {
        id: request!.headers['webhook-id'],
        status: 'delivered',
        attempts: [{ outcome: 'delivered', http_status: 204, cause: null }],
      },
    ])
  })

  test('is not sent if it was not subscribed to or is another agency’s', async () => {
    const hook = await subscribe(['keyword_count.finished'])
    const { id } = await makeCampaign(world.db, world.tree.acme.clients[0]!)
    await pause('pause', id)
    await work()
    expect(await messagesOf(hook)).toEqual([])
  })

  test('is also sent when the agency’s own people or its clients cause it on a page', async () => {
    const hook = await subscribe(['campaign.status_changed'])
    const client = world.tree.acme.clients[0]!
    await world.db.adminPool.query(`update app_user set permissions = '{"campaign.create": true}' where id = $1`, [
      client.user.id,
    ])
    const { id } = await makeCampaign(world.db, client)
    for (const [user, status] of [
      [world.tree.acme.owner, 'pause'],
      [client.user, 'active'],
    ] as const) {
      const answer = await http.as(user).call(setCampaignActive, { body: { leadspeek_api_id: id, status } })
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      world.clock.advance(1_000)
    }
    await work()
    expect((await messagesOf(hook)).map(({ data }) => (data as { to: string }).to)).toEqual(['active', 'pause'])
  })

  test('of a given-up delivery names it, its destination, and the cause, but no person', async () => {
    const hook = await subscribe(['delivery.failed'])
    const client = world.tree.acme.clients[0]!
    const { id: campaignId } = await makeCampaign(world.db, client)
    const path = { rootId: client.user.rootId, agencyId: client.user.agencyId!, clientId: client.id, campaignId }
    const body = { leadspeek_api_id: campaignId, url: `http://${receiver.host}/crm` }
    const destination = await http.as(world.tree.acme.owner).call(createWebhook, { body })
    const [leadId] = await makeLeads(world.db.adminPool, path, 1, world.clock.now())
    await inScope(world.db.appPool, { kind: 'root', rootId: path.rootId }, (tx) =>
      queueDeliveries(tx, path, world.clock.now(), [{ leadId: leadId!, ...path }]),
    )
    answers = [410]
    await createDeliverer(http.platform).deliverDue(path.rootId)
    expect(receiver.seen.map(({ path: to }) => to)).toEqual(['/crm'])
    await work()
    const request = receiver.seen.find(({ path: to }) => to === '/hook')!
    expect(request.headers['webhook-signature']).toBe(signatureOf(request, hook.secret))
    const { type, data } = JSON.parse(request.body) as { type: string; data: Record<string, unknown> }
    const { rows } = await world.db.adminPool.query<{ id: string }>('select id from delivery where lead_id = $1', [
      leadId,
    ])
    expect({ type, data }).toEqual({
      type: 'delivery.failed',
      data: {
        id: rows[0]!.id,
        client_id: path.clientId,
        destination_id: destination.body.data.id,
        cause: 'gone',
      },
    })
    expect(request.body).not.toMatch(/Ada|Lovelace|@/)
  })

  test('of a keyword count is sent when the count is done', async () => {
    const hook = await subscribe(['keyword_count.finished'])
    const campaign = await world.makeSearchCampaign()
    const countAnswer = await acme.post('keyword-counts', { campaign_id: campaign.id, keywords: ['attic'] })
    await work()
    expect(await messagesOf(hook)).toMatchObject([{ data: { id: countAnswer.body['id'], status: 'done' } }])
  })
})

describe('a message', () => {
  test('that fails is retried with the same id and bytes until it arrives', async () => {
    const hook = await subscribe(['campaign.status_changed'])
    answers = [500, 503]
    await acme.post(`webhooks/${hook.id}/test`)
    await work()
    expect(await messagesOf(hook)).toMatchObject([{ status: 'waiting', attempts: [{ cause: 'receiver_error' }] }])
    // No attempt is made before the delay is over.
    await wakeAfter(1_000)
    expect(receiver.seen).toHaveLength(1)
    await wakeAfter(60_000)
    await wakeAfter(3_600_000)
    expect(receiver.seen).toHaveLength(3)
    expect(new Set(receiver.seen.map(({ headers, body }) => `${String(headers['webhook-id'])} ${body}`)).size).toBe(1)
    expect(await messagesOf(hook)).toMatchObject([{ status: 'delivered' }])
    expect((await acme.get('webhooks')).body.data).toMatchObject([{ status: 'ok', cause: null }])
  })

  test('is given up after ten attempts, and can be resent manually under the same id', async () => {
    const hook = await subscribe(['campaign.status_changed'])
    answers = Array.from({ length: 10 }, () => 500)
    const testAnswer = await acme.post(`webhooks/${hook.id}/test`)
    await work()
    for (let hours = 0; hours < 12; hours++) await wakeAfter(30 * 3_600_000)
    expect(await messagesOf(hook)).toMatchObject([{ status: 'dead' }])
    expect(receiver.seen).toHaveLength(10)
    const since = new Date(world.clock.now() - 20 * 24 * 3_600_000).toISOString()
    world.clock.advance(2 * 3_600_000)
    expect((await acme.post(`webhooks/${hook.id}/replay`, { since })).body).toMatchObject({ count: 1 })
    await work()
    expect(receiver.seen.at(-1)!.headers['webhook-id']).toBe(testAnswer.body['message_id'])
    expect(await messagesOf(hook)).toMatchObject([{ status: 'delivered' }])
    // A delivered message is resent only if requested by id.
    expect((await acme.post(`webhooks/${hook.id}/replay`, { since })).body).toMatchObject({ count: 0 })
    const message_id = testAnswer.body['message_id']
    expect((await acme.post(`webhooks/${hook.id}/replay`, { message_id })).body).toMatchObject({ count: 1 })
  })

  test('delays the other messages of its endpoint while it fails, but no other endpoint’s', async () => {
    const failing = await subscribe(['campaign.status_changed'], '/failing')
    const well = await subscribe(['campaign.status_changed'], '/well')
    const { id } = await makeCampaign(world.db, world.tree.acme.clients[0]!)
    answers = [500]
    await acme.post(`webhooks/${failing.id}/test`)
    await work()
    receiver.seen.length = 0
    await pause('pause', id)
    await pause('active', id)
    await work()
    expect(receiver.seen.map(({ path }) => path)).toEqual(['/well', '/well'])
    await wakeAfter(600_000)
    expect((await messagesOf(failing)).map(({ status }) => status)).toEqual(['delivered', 'delivered', 'delivered'])
    expect(await messagesOf(well)).toHaveLength(2)
  })
})

describe('an endpoint', () => {
  test('that sends Retry-After gets nothing until then, including other events', async () => {
    const hook = await subscribe(['campaign.status_changed'])
    const { id } = await makeCampaign(world.db, world.tree.acme.clients[0]!)
    answers = [429]
    for (const status of ['pause', 'active'] as const) {
      await pause(status, id)
      await work()
      await wakeAfter(600_000)
    }
    expect(receiver.seen).toHaveLength(1)
    await wakeAfter(3_600_000)
    expect((await messagesOf(hook)).map(({ status }) => status)).toEqual(['delivered', 'delivered'])
  })

  test('that returns 410 is disabled; missed messages are kept, and sent on request once it is enabled again', async () => {
    const hook = await subscribe(['campaign.status_changed'])
    answers = [410]
    await acme.post(`webhooks/${hook.id}/test`)
    await work()
    expect((await acme.get('webhooks')).body.data).toMatchObject([{ status: 'disabled', cause: 'gone' }])
    const since = new Date(world.clock.now()).toISOString()
    world.clock.advance(1_000)
    const { id } = await makeCampaign(world.db, world.tree.acme.clients[0]!)
    await pause('pause', id)
    await work()
    expect(receiver.seen).toHaveLength(1)
    const on = await acme.put(`webhooks/${hook.id}`, { enabled: true })
    expect(on.body).toMatchObject({ status: 'ok', cause: null })
    expect((await acme.post(`webhooks/${hook.id}/replay`, { since })).body['count']).toBeGreaterThan(0)
    await work()
    expect((await messagesOf(hook)).every(({ status }) => status === 'delivered')).toBe(true)
  })

  test('that keeps failing is reported by email once and disabled; a successful test enables it again', async () => {
    const hook = await subscribe(['campaign.status_changed'])
    const { id } = await makeCampaign(world.db, world.tree.acme.clients[0]!)
    const before = mailbox.messages().length
    const mailsSoFar = (): string[] =>
      mailbox
        .messages()
        .slice(0, mailbox.messages().length - before)
        .map(({ subject, to }) => `${to.join()} ${subject}`)
        .toReversed()
    const { email } = world.tree.acme.owner
    answers = Array.from({ length: 100 }, () => 500)
    await pause('pause', id)
    await work()
    for (let hours = 0; hours < 3; hours++) await wakeAfter(3_600_000)
    expect(receiver.seen).toHaveLength(4)
    expect(mailsSoFar()).toEqual([])
    await wakeAfter(4 * 3_600_000)
    expect(mailsSoFar()).toEqual([`${email} Developer webhook failing`])
    // Single messages are dead before their webhook is turned off: others keep coming.
    for (let day = 0; day < 10; day++) {
      await pause(day % 2 === 0 ? 'active' : 'pause', id)
      await wakeAfter(12 * 3_600_000)
      await wakeAfter(12 * 3_600_000)
    }
    expect((await acme.get('webhooks')).body.data).toMatchObject([{ status: 'disabled', cause: 'receiver_error' }])
    const subjects = [`${email} Developer webhook failing`, `${email} Developer webhook turned off`]
    expect(mailsSoFar()).toEqual(subjects)
    expect(mailbox.messages()[0]!.text).toContain(`http://${receiver.host}/hook`)

    const count = receiver.seen.length
    await acme.post(`webhooks/${hook.id}/test`)
    await work()
    expect((await acme.get('webhooks')).body.data).toMatchObject([{ status: 'disabled' }])
    expect(receiver.seen).toHaveLength(count + 1)
    expect(mailsSoFar()).toEqual(subjects)

    answers = []
    world.clock.advance(1_000)
    const testAnswer = await acme.post(`webhooks/${hook.id}/test`)
    await work()
    expect(receiver.seen[count + 1]!.headers['webhook-id']).toBe(testAnswer.body['message_id'])
    expect((await acme.get('webhooks')).body.data).toMatchObject([{ status: 'ok', cause: null, failing_since: null }])
    // Waiting messages follow automatically.
    await wakeAfter(36 * 3_600_000)
    expect((await messagesOf(hook)).filter(({ status }) => status === 'waiting')).toEqual([])
  })

  test('that was disabled manually takes no test', async () => {
    const hook = await subscribe(['lead.created'])
    await acme.put(`webhooks/${hook.id}`, { enabled: false })
    const refusal = await acme.post(`webhooks/${hook.id}/test`)
    expect([refusal.status, refusal.body['detail']]).toEqual([409, 'Turn on the webhook first.'])
    await work()
    expect(receiver.seen).toEqual([])
  })

  test('gets a new secret, and for 24 hours also a signature by the old one', async () => {
    const hook = await subscribe(['campaign.status_changed'])
    const rotation = await acme.post(`webhooks/${hook.id}/secret`)
    expect(rotation.body['previous_secret_until']).not.toBeNull()
    const secrets = [String(rotation.body['secret']), hook.secret]
    const test = async () => {
      await acme.post(`webhooks/${hook.id}/test`)
      await work()
      return receiver.seen.at(-1)!
    }
    const during = await test()
    expect(during.headers['webhook-signature']).toBe(secrets.map((secret) => signatureOf(during, secret)).join(' '))
    world.clock.advance(24 * 3_600_000)
    const after = await test()
    expect(after.headers['webhook-signature']).toBe(signatureOf(after, secrets[0]!))
    expect((await acme.get('webhooks')).body.data).toMatchObject([{ previous_secret_until: null }])
  })

  test('shows its secret once, also to a retried call, and stores it encrypted', async () => {
    const body = { url: `http://${receiver.host}/once`, events: ['lead.created'] }
    const headers = { 'idempotency-key': 'hook-1' }
    const answer = await acme.post('webhooks', body, headers)
    expect((await acme.post('webhooks', body, headers)).text).toBe(answer.text)
    const { rows } = await world.db.adminPool.query('select * from event_endpoint')
    const { rows: answers } = await world.db.adminPool.query('select answer_sealed from developer_answer')
    expect(rows).toHaveLength(1)
    expect(JSON.stringify([rows, answers])).not.toContain(String(answer.body['secret']))
    expect((await acme.get('webhooks')).text).not.toContain('whsec_')
  })

  test.each(['http://127.0.0.1:1/', 'https://localhost/', 'https://10.0.0.1/', 'https://user:pw@example.com/'])(
    'cannot be %s',
    async (url) => {
      const refusal = await acme.post('webhooks', { url, events: ['lead.created'] })
      expect([refusal.status, refusal.body['field']]).toEqual([422, 'url'])
    },
  )

  test('is limited to ten per agency, and removed with its waiting messages', async () => {
    const hooks: Made[] = []
    for (let count = 0; count < maxEndpoints; count++) hooks.push(await subscribe(['lead.created']))
    const body = { url: `http://${receiver.host}/more`, events: ['lead.created'] }
    expect((await acme.post('webhooks', body)).status).toBe(409)
    const [first] = hooks
    await acme.post(`webhooks/${first!.id}/test`)
    expect((await acme.remove(`webhooks/${first!.id}`)).status).toBe(200)
    await work()
    expect(receiver.seen).toEqual([])
    expect((await acme.get(`webhooks/${first!.id}/messages`)).status).toBe(404)
    expect((await acme.post('webhooks', body)).status).toBe(201)
  })

  test('is the agency’s own: hidden from others, also created on a page by its owner, never the operator’s', async () => {
    const hook = await subscribe(['lead.created'])
    const brightside = await createDeveloperCaller(world.db, http, world.tree.brightside.owner)
    expect((await brightside.get('webhooks')).body.data).toEqual([])
    for (const answer of [
      await brightside.get(`webhooks/${hook.id}/messages`),
      await brightside.put(`webhooks/${hook.id}`, { enabled: false }),
      await brightside.remove(`webhooks/${hook.id}`),
      await brightside.post(`webhooks/${hook.id}/test`),
      await brightside.post(`webhooks/${hook.id}/secret`),
    ])
      expect(answer.status).toBe(404)
    const operator = await createDeveloperCaller(world.db, http, world.tree.root.system)
    expect((await operator.get('webhooks')).status).toBe(403)
    http.forget()
    const owner = http.as(world.tree.acme.owner)
    const body = { url: `http://${receiver.host}/page`, events: ['lead.created'] }
    expect((await owner.call(createEventWebhook, { body })).status).toBe(201)
    expect((await owner.call(listEventWebhooks)).body.data).toHaveLength(2)
    expect((await http.as(world.tree.acme.admin).call(listEventWebhooks)).status).toBe(403)
  })
})
