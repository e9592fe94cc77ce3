import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { getDelivery, listDeliveries, resendDelivery, resendFailed } from '#contract/integrations/deliveries.ts'
import {
  createWebhook,
  getCampaignWebhooks,
  listDestinations,
  removeWebhook,
  updateDestination,
  getDestination,
} from '#contract/integrations/destinations.ts'
import { startReceiver } from '#demo/receiver.ts'
import { createStillClock, machineTime } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { newId } from '#server/platform/ids.ts'
import * as world from '#server/test/deliveries-world.ts'
import { makeCampaign } from '#server/test/factories.ts'
import { openTree } from '#server/test/open-tree.ts'
import { createDeliverer } from './deliveries/deliver.ts'
import { addWebhook } from '#server/areas/integrations/connections/add-webhook.ts'
import { queueDeliveries } from '#server/areas/integrations/deliveries/queue-deliveries.ts'
import { saveReportRecipients } from '#server/areas/integrations/connections/save-report-recipients.ts'
import type { CampaignPath } from '#server/areas/integrations/deliveries/book.ts'

/** A campaign of Acme's first client, with report recipients. */
let campaign: CampaignPath
const clock = createStillClock(world.noon_ms)

const receiver = await startReceiver({ now: () => machineTime(clock) })
afterAll(() => receiver.stop())
const { db, http, tree } = await openTree({ clock, env: { OUTGOING_ALLOW: receiver.host } })
const deliverer = createDeliverer(http.platform)
beforeAll(async () => {
  campaign = await newCampaign()
})
// What one test leaves waiting must not affect the next one.
afterEach(() => deliverer.deliverDue(campaign.rootId))

async function newCampaign(client = tree.acme.clients[0]!): Promise<CampaignPath> {
  const path = { rootId: client.user.rootId, agencyId: client.user.agencyId!, clientId: client.id }
  const campaign = await makeCampaign(db, client)
  return { ...path, campaignId: campaign.id }
}

async function addLeads(path: CampaignPath, count: number): Promise<string[]> {
  const leads = await world.makeLeads(db.adminPool, path, count, clock.now())
  const toSend = leads.map((leadId) => ({ leadId, ...path }))
  await inScope(db.appPool, { kind: 'root', rootId: path.rootId }, (tx) =>
    queueDeliveries(tx, path, clock.now(), toSend),
  )
  return leads
}

/** Moves the demo clock; sessions and signatures use the machine's clock. */
const moveClock = (by_ms: number): void => clock.setOffset(clock.offset() + by_ms)

const owner = () => http.as(tree.acme.owner)

async function newWebhook(path: CampaignPath): Promise<{ id: string; secret: string }> {
  const answer = await owner().call(createWebhook, {
    body: { leadspeek_api_id: path.campaignId, url: receiver.url },
  })
  expect(answer.status).toBe(200)
  receiver.trust(answer.body.data.secret)
  return answer.body.data
}

describe('creating a webhook', () => {
  test('shows its secret once and stores it encrypted', async () => {
    const path = await newCampaign()
    const { id, secret } = await newWebhook(path)
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const { rows } = await db.adminPool.query('select * from destination where id = $1', [id])
    expect(JSON.stringify(rows)).not.toContain(secret.slice(6, 20))
    const list = await owner().call(getCampaignWebhooks, { params: { id: path.campaignId } })
    expect(list.raw.body).not.toMatch(/whsec_|secret/)
    expect(list.body.data).toMatchObject([{ id, url: receiver.url, status: 'ok', waiting: 0, failed: 0 }])
  })

  test('rejects forbidden addresses, all with the same message', async () => {
    const urls = ['https://127.0.0.1/', 'http://hooks.example.com/', 'https://[::1]:8443/', 'https://a.example:22/x']
    const texts = new Set<string>()
    for (const url of urls) {
      const refusal = await owner().call(createWebhook, { body: { leadspeek_api_id: campaign.campaignId, url } })
      expect(refusal.status).toBe(422)
      expect(refusal.body.field).toBe('url')
      texts.add(refusal.body.message!)
    }
    expect(texts.size).toBe(1)
  })

  test('is limited to ten per client, also when many are created concurrently', async () => {
    const path = await newCampaign(tree.brightside.clients[0]!)
    const body = { leadspeek_api_id: path.campaignId, url: receiver.url }
    const calls = await Promise.all(
      Array.from({ length: 14 }, () => http.as(tree.brightside.owner).call(createWebhook, { body })),
    )
    expect(calls.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(calls.filter(({ status }) => status === 422)).toHaveLength(4)
  })

  test('does not count the webhooks of removed campaigns, which no page shows', async () => {
    const client = tree.acme.clients[1]!
    const [path, next] = [await newCampaign(client), await newCampaign(client)]
    for (let n = 0; n < 10; n++)
      await inScope(db.appPool, { kind: 'root', rootId: path.rootId }, (tx) =>
        addWebhook(tx, http.platform, path, `${receiver.url}${n}`),
      )
    const create = () => owner().call(createWebhook, { body: { leadspeek_api_id: next.campaignId, url: receiver.url } })
    expect((await create()).status).toBe(422)
    await db.adminPool.query('update campaign set removed_at = now() where id = $1', [path.campaignId])
    expect((await create()).status).toBe(200)
  })
})

describe('a delivery on screen', () => {
  const show = async (deliveryId: string) => (await owner().call(getDelivery, { params: { id: deliveryId } })).body.data
  const destinationsOf = async (path: CampaignPath) =>
    (await owner().call(listDestinations, { params: { id: path.campaignId } })).body.data

  /** A delivery that failed twice because its receiver is down. */
  async function failTwice() {
    const path = await newCampaign()
    await newWebhook(path)
    await receiver.stop()
    const [leadId] = await addLeads(path, 1)
    await deliverer.deliverDue(path.rootId)
    moveClock(10_000)
    await deliverer.deliverDue(path.rootId)
    const list = { params: { companyID: path.agencyId, clientID: path.clientId }, query: { lead: leadId! } }
    return { path, failing: (await owner().call(listDeliveries, list)).body.data[0]! }
  }
  /** The receiver is back up, and another lead arrives. */
  async function heal(path: CampaignPath): Promise<void> {
    moveClock(1_000)
    await receiver.start()
    await addLeads(path, 1)
    await deliverer.deliverDue(path.rootId)
  }

  test('shows a failure with its cause and next attempt', async () => {
    const { path, failing } = await failTwice()
    expect(failing).toMatchObject({
      lead_name: 'Ada Lovelace',
      kind: 'webhook',
      target: receiver.url,
      status: 'waiting',
      sending: false,
      attempts: 2,
      cause: 'connect',
    })
    const next_ms = Date.parse(failing.next_attempt_at!) - clock.now()
    expect(next_ms).toBeGreaterThanOrEqual(240_000)
    expect(next_ms).toBeLessThanOrEqual(360_000)
    expect(await destinationsOf(path)).toMatchObject([{ status: 'failing', cause: 'connect', waiting: 1, failed: 0 }])
    await heal(path)
  })

  test('recovers with the next lead that arrives, and lists each attempt', async () => {
    const { path, failing } = await failTwice()
    await heal(path)
    const delivery = await show(failing.id)
    expect(delivery).toMatchObject({ status: 'delivered', attempts: 3, cause: null, next_attempt_at: null })
    expect(delivery.tries.map(({ outcome, cause }) => `${outcome} ${cause}`)).toEqual([
      'delivered null',
      'failed connect',
      'failed connect',
    ])
    expect(await destinationsOf(path)).toMatchObject([{ status: 'ok', cause: null, failing_since: null, waiting: 0 }])
  })

  test('can be resent manually, with the same bytes under the same id', async () => {
    const path = await newCampaign()
    await newWebhook(path)
    const [leadId] = await addLeads(path, 1)
    await deliverer.deliverDue(path.rootId)
    const list = { params: { companyID: path.agencyId, clientID: path.clientId }, query: { lead: leadId! } }
    const { id } = (await owner().call(listDeliveries, list)).body.data[0]!
    const again = await owner().call(resendDelivery, { body: { delivery_id: id } })
    expect(again.body.data).toMatchObject({ status: 'waiting', attempts: 0 })
    await deliverer.deliverDue(path.rootId)
    const messages = receiver.received().filter((one) => one.id === id)
    expect(messages.map(({ verified, repeated }) => ({ verified, repeated }))).toEqual([
      { verified: true, repeated: true },
      { verified: true, repeated: false },
    ])
    expect(new Set(messages.map(({ body }) => body)).size).toBe(1)
  })

  test('is paged newest first and filtered by campaign, status and days', async () => {
    const path = await newCampaign(tree.acme.clients[1]!)
    await newWebhook(path)
    await addLeads(path, 25)
    const params = { companyID: path.clientId, clientID: 'all' }
    const ids: string[] = []
    let before: string | undefined
    do {
      const page = await owner().call(listDeliveries, { params, query: { PerPage: 10, ...(before && { before }) } })
      ids.push(...page.body.data.map(({ id }) => id))
      before = page.body.next ?? undefined
    } while (before)
    expect(ids).toHaveLength(25)
    expect(ids).toEqual(ids.toSorted().toReversed())
    const otherCampaign = await newCampaign(tree.acme.clients[1]!)
    const countOf = async (query: Record<string, string>): Promise<number> =>
      (await owner().call(listDeliveries, { params, query: { PerPage: 100, ...query } })).body.data.length
    expect(await countOf({ campaign: path.campaignId, status: 'waiting' })).toBe(25)
    expect(await countOf({ campaign: otherCampaign.campaignId })).toBe(0)
    expect(await countOf({ status: 'dead' })).toBe(0)
    const [today, yesterday] = [0, 86_400_000].map((ago_ms) =>
      new Date(clock.now() - ago_ms).toISOString().slice(0, 10),
    )
    expect(await countOf({ start: today!, end: today!, status: 'waiting' })).toBe(25)
    expect(await countOf({ start: 'all', end: yesterday! })).toBe(0)
    for (const clientID of [tree.brightside.clients[0]!.id, newId(clock.now())]) {
      const foreign = await owner().call(listDeliveries, { params: { companyID: path.agencyId, clientID } })
      expect(foreign.status).toBe(404)
    }
  })
})

describe('deliveries that a destination missed', () => {
  test('are counted first and then sent, from a given time on', async () => {
    const path = await newCampaign()
    const { id: destination_id } = await newWebhook(path)
    await addLeads(path, 3)
    moveClock(3_600_000)
    const since = new Date(clock.now()).toISOString()
    await addLeads(path, 4)
    await db.adminPool.query(`update delivery set status = 'dead', attempts = 10 where destination_id = $1`, [
      destination_id,
    ])
    const dry = await owner().call(resendFailed, { body: { destination_id, since, dry_run: 'T' } })
    expect(dry.body.data).toEqual({ count: 4, remaining: 0, next: null })
    expect(await deliverer.deliverDue(path.rootId)).toBe(0)
    const outcome = await owner().call(resendFailed, { body: { destination_id, since, dry_run: 'F' } })
    expect(outcome.body.data).toEqual({ count: 4, remaining: 0, next: null })
    expect(await deliverer.deliverDue(path.rootId)).toBe(4)
    const early = { destination_id, since: new Date(0).toISOString(), dry_run: 'T' }
    expect((await owner().call(resendFailed, { body: early })).body.data.count).toBe(3)
    expect((await owner().call(resendFailed, { body: { ...early, until: since } })).body.data.count).toBe(3)
    expect((await owner().call(resendFailed, { body: { ...early, since, until: since } })).body.data.count).toBe(0)
    const far = { ...early, since: '0001-01-01T00:00:00Z', until: '9999-12-31T23:59:59Z' }
    expect((await owner().call(resendFailed, { body: far })).body.data.count).toBe(3)
  })

  test('while it was disabled are sent when it is enabled, and cannot be resent before', async () => {
    const path = await newCampaign()
    const { id: destination_id } = await newWebhook(path)
    await addLeads(path, 1)
    const off = await owner().call(updateDestination, { body: { destination_id, active: 'F' } })
    expect(off.body.data).toMatchObject({ status: 'disabled', cause: 'switched_off', waiting: 0, failed: 1 })
    expect(off.body.data.paused_at).toBe(new Date(clock.now()).toISOString())
    await addLeads(path, 1)
    const health = await owner().call(getDestination, { params: { id: destination_id } })
    expect(health.body.data).toMatchObject({ status: 'disabled', missed: 2 })
    expect(await deliverer.deliverDue(path.rootId)).toBe(0)
    const since = new Date(0).toISOString()
    expect((await owner().call(resendFailed, { body: { destination_id, since, dry_run: 'T' } })).status).toBe(409)
    const params = { companyID: path.clientId, clientID: 'all' }
    const [delivery] = (await owner().call(listDeliveries, { params, query: { campaign: path.campaignId } })).body.data
    expect(delivery).toMatchObject({ status: 'dead', cause: 'destination_disabled' })
    expect((await owner().call(resendDelivery, { body: { delivery_id: delivery!.id } })).status).toBe(409)
    const on = await owner().call(updateDestination, { body: { destination_id, active: 'T' } })
    expect(on.body.data).toMatchObject({ status: 'ok', cause: null, waiting: 2, failed: 0, missed: 0, paused_at: null })
    expect(await deliverer.deliverDue(path.rootId)).toBe(2)
  })

  test('are sent to a corrected address at once', async () => {
    const path = await newCampaign()
    const { id: destination_id } = await newWebhook(path)
    await db.adminPool.query(`update destination set url = $2 where id = $1`, [
      destination_id,
      `http://${receiver.host.split(':')[0]}:1/`,
    ])
    await addLeads(path, 1)
    await deliverer.deliverDue(path.rootId)
    const change = await owner().call(updateDestination, { body: { destination_id, url: receiver.url } })
    expect(change.body.data).toMatchObject({ status: 'ok', url: receiver.url, waiting: 1 })
    expect(await deliverer.deliverDue(path.rootId)).toBe(1)
  })

  test('are not sent once it is removed, and the log stays', async () => {
    const path = await newCampaign()
    const { id: destination_id } = await newWebhook(path)
    const [lead] = await addLeads(path, 1)
    expect((await owner().call(removeWebhook, { body: { destination_id } })).status).toBe(200)
    expect(await deliverer.deliverDue(path.rootId)).toBe(0)
    const params = { companyID: path.clientId, clientID: 'all' }
    const { data } = (await owner().call(listDeliveries, { params, query: { lead: lead! } })).body
    expect(data).toMatchObject([{ status: 'dead', cause: 'destination_removed' }])
    expect((await owner().call(resendDelivery, { body: { delivery_id: data[0]!.id } })).status).toBe(409)
    expect((await owner().call(removeWebhook, { body: { destination_id } })).status).toBe(404)
    expect((await owner().call(listDestinations, { params: { id: path.campaignId } })).body.data).toEqual([])
    const { rows } = await db.adminPool.query('select secret_sealed from destination where id = $1', [destination_id])
    expect(rows).toEqual([{ secret_sealed: null }])
  })
})

describe('access control', () => {
  test('lets the client, its agency, and the root read and resend deliveries, and nobody else', async () => {
    const path = await newCampaign()
    await newWebhook(path)
    const [lead] = await addLeads(path, 1)
    const params = { companyID: path.clientId, clientID: 'all' }
    const { data } = (await owner().call(listDeliveries, { params, query: { lead: lead! } })).body
    const delivery_id = data[0]!.id
    const readers = [tree.acme.owner, tree.acme.admin, tree.acme.clients[0]!.user, tree.root.system]
    for (const user of readers) {
      expect((await http.as(user).call(getDelivery, { params: { id: delivery_id } })).status).toBe(200)
      expect((await http.as(user).call(resendDelivery, { body: { delivery_id } })).status).toBe(200)
    }
    for (const user of [tree.brightside.owner, tree.acme.clients[1]!.user, tree.other.system]) {
      const foreign = await http.as(user).call(getDelivery, { params: { id: delivery_id } })
      const absent = await http.as(user).call(getDelivery, { params: { id: newId(clock.now()) } })
      expect(foreign.status).toBe(404)
      expect({ ...foreign.body, request_id: '' }).toEqual({ ...absent.body, request_id: '' })
      expect((await http.as(user).call(resendDelivery, { body: { delivery_id } })).status).toBe(404)
    }
    for (const user of [tree.acme.bareAdmin, tree.root.salesRep, tree.root.executive]) {
      expect((await http.as(user).call(getDelivery, { params: { id: delivery_id } })).status).toBe(403)
      expect((await http.as(user).call(resendDelivery, { body: { delivery_id } })).status).toBe(403)
    }
  })

  test("rejects somebody else's campaign and creates nothing", async () => {
    const theirs = await newCampaign(tree.brightside.clients[0]!)
    const body = { leadspeek_api_id: theirs.campaignId, url: receiver.url }
    expect((await owner().call(createWebhook, { body })).status).toBe(404)
    expect((await owner().call(listDestinations, { params: { id: theirs.campaignId } })).status).toBe(404)
    const { rows } = await db.adminPool.query('select from destination where campaign_id = $1', [theirs.campaignId])
    expect(rows).toEqual([])
  })
})

test('mails that somebody paused stay paused when the recipients change; those that failed are sent to the new ones', async () => {
  const path = await newCampaign()
  const save = (...recipients: string[]) =>
    inScope(db.appPool, { kind: 'root', rootId: path.rootId }, (tx) =>
      saveReportRecipients(tx, path, clock.now(), recipients),
    )
  const readDestination = async () =>
    (await owner().call(listDestinations, { params: { id: path.campaignId } })).body.data[0]!
  await save('first@plumbright.test')
  const { id: destination_id } = await readDestination()
  await owner().call(updateDestination, { body: { destination_id, active: 'F' } })
  await addLeads(path, 2)
  await save('second@plumbright.test')
  expect(await readDestination()).toMatchObject({
    status: 'disabled',
    recipients: ['second@plumbright.test'],
    missed: 2,
  })

  await db.adminPool.query(`update destination set last_error_code = 'mail_refused' where id = $1`, [destination_id])
  await save('third@plumbright.test')
  expect(await readDestination()).toMatchObject({ status: 'ok', paused_at: null, missed: 0, waiting: 2 })
  await save()
})

test('report recipients are listed as a destination and cannot be removed as a webhook', async () => {
  const path = await newCampaign()
  await inScope(db.appPool, { kind: 'root', rootId: path.rootId }, (tx) =>
    saveReportRecipients(tx, path, clock.now(), ['reports@plumbright.test']),
  )
  const { data } = (await owner().call(listDestinations, { params: { id: path.campaignId } })).body
  expect(data).toMatchObject([{ kind: 'email', url: null, recipients: ['reports@plumbright.test'], status: 'ok' }])
  const destination_id = data[0]!.id
  expect((await owner().call(removeWebhook, { body: { destination_id } })).status).toBe(404)
  const refusal = await owner().call(updateDestination, { body: { destination_id, url: receiver.url } })
  expect({ status: refusal.status, field: refusal.body.field }).toEqual({ status: 422, field: 'url' })
  expect((await owner().call(getCampaignWebhooks, { params: { id: path.campaignId } })).body.data).toEqual([])
})
