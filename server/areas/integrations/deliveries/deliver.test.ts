import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { leadEvent } from '#contract/integrations/lead-event.ts'
import { isSigned } from '#demo/receiver.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import * as world from '#server/test/deliveries-world.ts'
import { openTestDatabase } from '#server/test/harness.ts'
import { createTestPlatform, type TestPlatform } from '#server/test/platform.ts'
import { changeDestination } from '../connections/change-destination.ts'
import { createDeliverer } from './deliver.ts'
import { addWebhook } from '#server/areas/integrations/connections/add-webhook.ts'
import { queueDeliveries } from '#server/areas/integrations/deliveries/queue-deliveries.ts'
import type { CampaignPath } from '#server/areas/integrations/deliveries/book.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const schedule_ms = [5 * second, 5 * minute, 30 * minute, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hour)]

let clock: world.StillClock
let receiver: world.StandIn
let platform: TestPlatform
let internalHits = 0

/** The behavior of each endpoint of the stand-in, by path. */
const behaviors: Record<string, (seen: world.Seen, response: ServerResponse) => void> = {
  '/ok': (_seen, response) => response.writeHead(204).end(),
  '/error': (_seen, response) => response.writeHead(500).end('the database is down'),
  '/twice': (seen, response) => response.writeHead(triesOf(seen) > 2 ? 200 : 500).end(),
  '/hang': () => {},
  '/reset': (_seen, response) => response.socket?.resetAndDestroy(),
  '/moved': (_seen, response) => response.writeHead(301, { location: '/internal' }).end(),
  '/internal': (_seen, response) => {
    internalHits++
    response.end()
  },
  '/gone': (_seen, response) => response.writeHead(410).end(),
  '/slow': (_seen, response) => {
    clock.advance(3 * second)
    response.writeHead(204).end()
  },
  '/teapot': (_seen, response) => response.writeHead(418).end(),
  '/slow-down': ({ path, at_ms }, response) => {
    const first_ms = receiver.seen.find((other) => other.path === path)!.at_ms
    response.writeHead(at_ms - first_ms < 120 * second ? 429 : 200, { 'retry-after': '120' }).end()
  },
}

const triesOf = (seen: world.Seen): number => receiver.seen.filter((other) => idOf(other) === idOf(seen)).length
const idOf = (seen: world.Seen): string => String(seen.headers['webhook-id'])

const db = await openTestDatabase()

beforeEach(async () => {
  clock = createStillClock(world.noon_ms)
  receiver = await world.standIn(clock.now, (seen, response) => behaviors[seen.path]!(seen, response))
  platform = await createTestPlatform(db, { clock, env: { OUTGOING_ALLOW: receiver.host } })
})

afterEach(async () => {
  vi.unstubAllEnvs()
  await platform.close()
  await receiver.close()
})

const asRoot = (path: CampaignPath) => ({ kind: 'root', rootId: path.rootId }) as const

/** A campaign that sends `count` new leads to one endpoint of the stand-in. */
async function sendTo(endpoint: string, count: number, sister?: CampaignPath) {
  const path = sister
    ? await world.makeSisterCampaign(db.adminPool, sister)
    : await world.makeCampaignPath(db.adminPool)
  const webhook = await inScope(db.appPool, asRoot(path), (tx) =>
    addWebhook(tx, platform, path, `http://${receiver.host}${endpoint}`),
  )
  await addLeads(path, count)
  return { path, secret: webhook.secret }
}

async function addLeads(path: CampaignPath, count: number): Promise<void> {
  const leads = await world.makeLeads(db.adminPool, path, count, clock.now())
  const toSend = leads.map((leadId) => ({ leadId, ...path }))
  await inScope(db.appPool, asRoot(path), (tx) => queueDeliveries(tx, path, clock.now(), toSend))
}

interface Delivery {
  id: string
  status: string
  attempts: number
  cause: string | null
  next_attempt_at: Date | null
  tries: { outcome: string; cause: string | null; status: number | null }[]
}

const readDeliveries = async (path: CampaignPath): Promise<Delivery[]> =>
  (
    await db.adminPool.query<Delivery>(
      `select id, status, attempts, last_error_code as cause, next_attempt_at,
         (select coalesce(jsonb_agg(jsonb_build_object('outcome', outcome, 'cause', error_code, 'status', http_status)
                                    order by at, id), '[]') from delivery_attempt where agency_id = delivery.agency_id and delivery_id = delivery.id) as tries
       from delivery where agency_id = $1 and campaign_id = $2 order by id`,
      [path.agencyId, path.campaignId],
    )
  ).rows

const readDestination = async (path: CampaignPath) =>
  (
    await db.adminPool.query<{ status: string; consecutive_failures: number; last_error_code: string | null }>(
      'select status, consecutive_failures, last_error_code from destination where campaign_id = $1',
      [path.campaignId],
    )
  ).rows[0]!

/** The times at which an endpoint saw each delivery, in order. */
function timesAt(endpoint: string): Map<string, number[]> {
  const times = new Map<string, number[]>()
  for (const request of receiver.seen.filter(({ path }) => path === endpoint)) {
    times.set(idOf(request), [...(times.get(idOf(request)) ?? []), request.at_ms])
  }
  return times
}

const pausesOf = (times: number[]): number[] => times.slice(1).map((at_ms, index) => at_ms - times[index]!)

describe('delivering to each endpoint', () => {
  const deliverAll = ({ path }: { path: CampaignPath }): Promise<unknown> =>
    world.deliverThrough(db.adminPool, path.rootId, createDeliverer(platform), clock)
  const summaries = async ({ path }: { path: CampaignPath }): Promise<string[]> =>
    (await readDeliveries(path)).map(({ status, attempts, cause }) => `${status} ${attempts} ${cause}`)
  const all = (count: number, text: string): string[] => Array.from({ length: count }, () => text)

  it('continues until each is delivered or a dead letter, and none is lost', { timeout: 60_000 }, async () => {
    const ok = await sendTo('/ok', 20)
    const error = await sendTo('/error', 10, ok.path)
    const twice = await sendTo('/twice', 12, ok.path)
    const resetLeads = await sendTo('/reset', 4, ok.path)
    const movedLeads = await sendTo('/moved', 3, ok.path)
    await sendTo('/gone', 20, ok.path)
    await sendTo('/slow-down', 10, ok.path)
    await deliverAll(ok)
    expect(await summaries(ok)).toEqual(all(20, 'delivered 1 null'))
    expect(await summaries(error)).toEqual(all(10, 'dead 10 receiver_error'))
    expect(await summaries(twice)).toEqual(all(12, 'delivered 3 null'))
    expect(await summaries(resetLeads)).toEqual(all(4, 'dead 10 connect'))
    expect(await summaries(movedLeads)).toEqual(all(3, 'dead 10 redirect'))
    expect(internalHits).toBe(0)
    expect(await readDestination(error.path)).toMatchObject({ status: 'failing', last_error_code: 'receiver_error' })
    expect(await readDestination(ok.path)).toMatchObject({ status: 'ok', consecutive_failures: 0 })
  })

  it('disables one that returns 410, with all deliveries that wait for it', async () => {
    const goneLeads = await sendTo('/gone', 20)
    await deliverAll(goneLeads)
    const outcomes = await summaries(goneLeads)
    expect(outcomes.filter((text) => text === 'dead 1 gone').length).toBeGreaterThan(0)
    expect(new Set(outcomes)).toEqual(new Set(['dead 1 gone', 'dead 0 destination_disabled']))
    expect(timesAt('/gone').size).toBeLessThanOrEqual(2)
    expect(await readDestination(goneLeads.path)).toMatchObject({ status: 'disabled', last_error_code: 'gone' })
  })

  it('retries one that fails by the schedule, plus or minus a fifth', async () => {
    await deliverAll(await sendTo('/error', 3))
    const tries = [...timesAt('/error').values()].map(pausesOf)
    expect(tries).toHaveLength(3)
    for (const pauses of tries) {
      const shares = pauses.map((pause_ms, index) => pause_ms / schedule_ms[index]!)
      expect(shares).toHaveLength(schedule_ms.length)
      expect(Math.min(...shares)).toBeGreaterThanOrEqual(0.8)
      expect(Math.max(...shares)).toBeLessThanOrEqual(1.2)
    }
  })

  it('gives one that sends Retry-After that time, which uses up no attempt of waiting deliveries', async () => {
    const slowDown = await sendTo('/slow-down', 10)
    await deliverAll(slowDown)
    // Two were in progress when it asked.
    expect((await summaries(slowDown)).toSorted()).toEqual([
      ...all(8, 'delivered 1 null'),
      ...all(2, 'delivered 2 null'),
    ])
    const times_ms = [...timesAt('/slow-down').values()].flat().map((at_ms) => at_ms - world.noon_ms)
    expect(times_ms.filter((at_ms) => at_ms < 120 * second)).toEqual([0, 0])
    expect(times_ms.filter((at_ms) => at_ms >= 120 * second)).toHaveLength(10)
  })

  it('ends a receiver’s requested wait when its address is changed', async () => {
    const { path } = await sendTo('/slow-down', 5)
    const deliverer = createDeliverer(platform)
    await deliverer.deliverDue(path.rootId)
    await addLeads(path, 1)
    await deliverer.deliverDue(path.rootId)
    expect(receiver.seen).toHaveLength(2)
    await inScope(db.appPool, asRoot(path), async (tx) => {
      const { rows } = await tx.query<{ id: string }>('select id from destination where campaign_id = $1', [
        path.campaignId,
      ])
      await changeDestination(tx, platform, path, rows[0]!.id, { url: `http://${receiver.host}/ok` })
    })
    await deliverer.deliverDue(path.rootId)
    expect(receiver.seen.filter(({ path: endpoint }) => endpoint === '/ok')).toHaveLength(6)
  })

  it('gives up on one that never responds', async () => {
    const { path } = await sendTo('/hang', 1)
    const deliverer = createDeliverer(platform, { timeout_ms: 200 })
    await world.deliverThrough(db.adminPool, path.rootId, deliverer, clock)
    expect(await readDeliveries(path)).toMatchObject([{ status: 'dead', attempts: 10, cause: 'timeout' }])
  })

  it('logs each attempt with the response', async () => {
    const { path } = await sendTo('/twice', 1)
    await world.deliverThrough(db.adminPool, path.rootId, createDeliverer(platform), clock)
    const failure = { outcome: 'failed', cause: 'receiver_error', status: 500 }
    expect((await readDeliveries(path))[0]!.tries).toEqual([
      failure,
      failure,
      { outcome: 'delivered', cause: null, status: 200 },
    ])
  })
})

describe('an outcome that cannot be saved', () => {
  const refuse = 'alter table delivery_attempt add constraint no_teapots check (http_status <> 418) not valid'
  beforeEach(async () => {
    await db.adminPool.query(refuse)
    return () => db.adminPool.query('alter table delivery_attempt drop constraint no_teapots')
  })

  it('does not block others, and is retried after the lease', async () => {
    const teapot = await sendTo('/teapot', 1)
    const fine = await sendTo('/ok', 10, teapot.path)
    const deliverer = createDeliverer(platform)
    await deliverer.deliverDue(teapot.path.rootId)
    expect((await readDeliveries(fine.path)).map(({ status }) => status)).toEqual(Array(10).fill('delivered'))
    expect(await readDeliveries(teapot.path)).toMatchObject([{ status: 'waiting', attempts: 0 }])
    behaviors['/teapot'] = behaviors['/ok']!
    clock.advance(minute)
    await deliverer.deliverDue(teapot.path.rootId)
    expect(await readDeliveries(teapot.path)).toMatchObject([{ status: 'delivered', attempts: 1 }])
  })
})

describe('every attempt of a delivery', () => {
  /** What a receiver can compare: ids, bodies and valid signatures. */
  async function receiveTwice() {
    const { path, secret } = await sendTo('/twice', 3)
    const deliverer = createDeliverer(platform)
    await deliverer.deliverDue(path.rootId)
    await db.adminPool.query(`update lead set first_name = 'Changed' where campaign_id = $1`, [path.campaignId])
    await world.deliverThrough(db.adminPool, path.rootId, deliverer, clock)
    return { secret, ids: new Set(receiver.seen.map(idOf)), bodies: new Set(receiver.seen.map(({ body }) => body)) }
  }

  it('has the same id and bytes, and a signature with its own timestamp', async () => {
    const { secret, ids, bodies } = await receiveTwice()
    expect(receiver.seen).toHaveLength(9)
    expect(ids.size).toBe(3)
    expect(bodies.size).toBe(3)
    for (const { headers, body, at_ms } of receiver.seen) {
      expect(isSigned(headers, body, secret, at_ms)).toBe(true)
      expect(isSigned(headers, `${body} `, secret, at_ms)).toBe(false)
      expect(isSigned(headers, body, 'whsec_AAAA', at_ms)).toBe(false)
      expect(isSigned(headers, body, secret, at_ms + 6 * minute)).toBe(false)
      expect(leadEvent.parse(JSON.parse(body)).data.first_name).toBe('Ada')
    }
  })

  it('fails that check with the planted fault that creates a new id each time', async () => {
    vi.stubEnv('PLANTED_FAULT', 'new-id-on-retry')
    expect((await receiveTwice()).ids.size).toBeGreaterThan(3)
  })

  it.each([
    ['of a client (enablephonenumber)', 'update company set shows_phone = false where id = $1', 'clientId'],
    ['of a campaign (clientHidePhone)', 'update campaign set phone_hidden_at = now() where id = $1', 'campaignId'],
  ] as const)('sends no personal phone number once those %s are hidden', async (_of, hide, key) => {
    const { path } = await sendTo('/twice', 2)
    await db.adminPool.query(`update lead set information = '{"direct_phone":"5125550199"}' where campaign_id = $1`, [
      path.campaignId,
    ])
    const deliverer = createDeliverer(platform)
    await deliverer.deliverDue(path.rootId)
    const before = [...receiver.seen]
    expect(before.map(({ body }) => /15555550100.*5125550199/.test(body))).toEqual([true, true])
    await db.adminPool.query(hide, [path[key]])
    await world.deliverThrough(db.adminPool, path.rootId, deliverer, clock)
    const since = receiver.seen.slice(before.length)
    expect(since).toHaveLength(4)
    for (const { body } of since) {
      expect(body).not.toMatch(/15555550100|5125550199/)
      expect(leadEvent.parse(JSON.parse(body)).data).toMatchObject({ email: 'ada@example.com', phone: '' })
    }
    expect(new Set(since.map(idOf))).toEqual(new Set(before.map(idOf)))
  })

  it('shows the receiver no price', async () => {
    await receiveTwice()
    for (const { body } of receiver.seen) expect(body).not.toMatch(/price|cents|cost/i)
  })
})

describe('destinations', () => {
  it('get at most two concurrent attempts, one while they fail', async () => {
    const { path } = await sendTo('/hang', 4)
    await sendTo('/ok', 30, path)
    await createDeliverer(platform, { timeout_ms: 300 }).deliverDue(path.rootId)
    expect(receiver.maxOpen.get('/hang')).toBe(2)
    expect(receiver.maxOpen.get('/ok')).toBeLessThanOrEqual(2)
    expect(receiver.seen.filter(({ path: endpoint }) => endpoint === '/hang')).toHaveLength(4)
  })

  it('that hang do not block others', { timeout: 60_000 }, async () => {
    const hanging = [await sendTo('/hang', 10)]
    const first = hanging[0]!.path
    while (hanging.length < 20) {
      hanging.push(await sendTo('/hang', 10, await world.makeSisterClient(db.adminPool, first)))
    }
    const fine = await sendTo('/ok', 50, first)
    const deliverer = createDeliverer(platform, { timeout_ms: 30_000 })
    const all = deliverer.deliverDue(first.rootId)
    const countArrived = async (): Promise<number> =>
      (await readDeliveries(fine.path)).filter(({ status }) => status === 'delivered').length
    // Takes about a second: a third of the time after which the hanging ones would be given up.
    await vi.waitUntil(async () => (await countArrived()) === 50, { timeout: 10_000, interval: 100 })
    for (const { path } of hanging) {
      expect((await readDeliveries(path)).every(({ attempts }) => attempts === 0)).toBe(true)
    }
    // Aborts the hanging attempts, so that the test doesn't wait for them.
    const stop = deliverer.stop()
    await receiver.close()
    await Promise.all([stop, all])
  })

  it.each([
    ['the process that has met them', false],
    ['one that has just begun', true],
  ])(
    'that succeed slowly take at most half of the slots of %s, and do not block others',
    { timeout: 60_000 },
    async (_of, isNew) => {
      const answer = behaviors['/slow']!
      const slow = [await sendTo('/slow', 1)]
      const first = slow[0]!.path
      while (slow.length < 4) slow.push(await sendTo('/slow', 1, first))
      const worker = () => createDeliverer(platform, { timeout_ms: 30_000, slots: 4 })
      const before = worker()
      await before.deliverDue(first.rootId)
      const deliverer = isNew ? worker() : before
      // Every request is slow from now on.
      const responses: ServerResponse[] = []
      behaviors['/slow'] = (_seen, response) => void responses.push(response)
      for (const { path } of slow) await addLeads(path, 1)
      const all = deliverer.deliverDue(first.rootId)
      await vi.waitUntil(() => responses.length >= 2, { timeout: 30_000 })
      const fine = await sendTo('/ok', 10, first)
      void deliverer.pump(first.rootId)
      const countArrived = async (): Promise<number> =>
        (await readDeliveries(fine.path)).filter(({ status }) => status === 'delivered').length
      await vi.waitUntil(async () => (await countArrived()) === 10, { timeout: 30_000, interval: 100 })
      expect(responses).toHaveLength(2)
      behaviors['/slow'] = answer
      responses.forEach((response) => response.writeHead(204).end())
      await all
      for (const { path } of slow)
        expect((await readDeliveries(path)).map(({ status }) => status)).toEqual(['delivered', 'delivered'])
    },
  )
})
