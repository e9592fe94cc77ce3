import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { listDeliveries, maxChosenAtOnce, resendDeliveries, resendFailed } from '#contract/integrations/deliveries.ts'
import {
  createWebhook,
  fateOfRepeats,
  destinationKinds,
  updateDestination,
} from '#contract/integrations/destinations.ts'
import { startReceiver } from '#demo/receiver.ts'
import { createStillClock, machineTime } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { newId } from '#server/platform/ids.ts'
import { noLimits } from '#server/test/app.ts'
import * as world from '#server/test/deliveries-world.ts'
import { makeCampaign } from '#server/test/factories.ts'
import { openTree } from '#server/test/open-tree.ts'
import { queueDeliveries } from '#server/areas/integrations/deliveries/queue-deliveries.ts'
import type { CampaignPath } from '#server/areas/integrations/deliveries/book.ts'
import { createDeliverer } from './deliver.ts'

// Resending deliveries: chosen ones, or all since a given time.

let path: CampaignPath
const clock = createStillClock(world.noon_ms)
const moveClock = (by_ms: number): void => clock.setOffset(clock.offset() + by_ms)

const receiver = await startReceiver({ now: () => machineTime(clock) })
afterAll(() => receiver.stop())
const { db, http, tree } = await openTree({ clock, limiter: noLimits, env: { OUTGOING_ALLOW: receiver.host } })
const deliverer = createDeliverer(http.platform)
beforeEach(async () => {
  moveClock(1_000)
  path = await newCampaign()
})

async function newCampaign(client = tree.acme.clients[0]!): Promise<CampaignPath> {
  const { id: campaignId } = await makeCampaign(db, client)
  return { rootId: client.user.rootId, agencyId: client.user.agencyId!, clientId: client.id, campaignId }
}

const owner = () => http.as(tree.acme.owner)

async function newWebhook(of: CampaignPath = path): Promise<string> {
  const answer = await owner().call(createWebhook, { body: { leadspeek_api_id: of.campaignId, url: receiver.url } })
  expect(answer.status).toBe(200)
  receiver.trust(answer.body.data.secret)
  return answer.body.data.id
}

async function send(count: number, of: CampaignPath = path): Promise<string[]> {
  const leads = await world.makeLeads(db.adminPool, of, count, clock.now())
  await inScope(db.appPool, { kind: 'root', rootId: of.rootId }, (tx) =>
    queueDeliveries(
      tx,
      of,
      clock.now(),
      leads.map((leadId) => ({ leadId, ...of })),
    ),
  )
  await deliverer.deliverDue(of.rootId)
  const { rows } = await db.adminPool.query<{ id: string }>(
    'select id from delivery where campaign_id = $1 and lead_id = any($2::uuid[]) order by id',
    [of.campaignId, leads],
  )
  return rows.map(({ id }) => id)
}

const resend = (ids: readonly string[], dry_run: 'T' | 'F', company = path.agencyId, as = owner()) =>
  as.call(resendDeliveries, { body: { company_id: company, delivery_ids: [...ids], dry_run } })
const timesReceived = (id: string): number => receiver.received().filter((one) => one.id === id).length

describe('selected deliveries', () => {
  test('of several campaigns are counted first, then sent once each under their own ids and bytes', async () => {
    await newWebhook()
    const otherCampaign = await newCampaign(tree.acme.clients[1]!)
    await newWebhook(otherCampaign)
    const ids = [...(await send(2)), ...(await send(1, otherCampaign))]
    const [extraId] = await send(1)
    const preview = await resend(ids, 'T')
    expect(preview.body.data).toEqual({ count: 3, left_out: [] })
    expect(await deliverer.deliverDue(path.rootId)).toBe(0)
    // A duplicate id is sent only once.
    const outcome = await resend([...ids, ids[0]!], 'F')
    expect(outcome.body.data).toEqual({ count: 3, left_out: [] })
    expect(await deliverer.deliverDue(path.rootId)).toBe(3)
    for (const id of ids) expect(timesReceived(id)).toBe(2)
    expect(timesReceived(extraId!)).toBe(1)
    for (const id of ids)
      expect(new Set(receiver.received().flatMap((one) => (one.id === id ? [one.body] : []))).size).toBe(1)
  })

  test('that cannot be sent are left out with a reason, and the others are sent', async () => {
    const pausedHook = await newWebhook()
    const missedIds = await send(2)
    await owner().call(updateDestination, { body: { destination_id: pausedHook, active: 'F' } })
    const otherCampaign = await newCampaign()
    await newWebhook(otherCampaign)
    const [fine, goneId, busy] = await send(3, otherCampaign)
    await db.adminPool.query('update delivery set taken_back_at = $2 where id = $1', [goneId, new Date(clock.now())])
    await db.adminPool.query(
      `update delivery set status = 'waiting', leased_until = $2, next_attempt_at = $2 where id = $1`,
      [busy, new Date(clock.now() + 30_000)],
    )
    for (const dryRun of ['T', 'F'] as const) {
      const { data } = (await resend([...missedIds, fine!, goneId!, busy!], dryRun)).body
      expect(data.count).toBe(1)
      expect(new Map(data.left_out.map(({ cause, count }) => [cause, count]))).toEqual(
        new Map([
          ['destination_disabled', 2],
          ['taken_back', 1],
          [null, 1],
        ] as const),
      )
    }
    await db.adminPool.query('update delivery set leased_until = null, status = $2 where id = $1', [busy, 'delivered'])
    expect(await deliverer.deliverDue(path.rootId)).toBe(1)
    expect(timesReceived(fine!)).toBe(2)
  })

  test('must be the caller’s own: a foreign or unknown one fails the call and nothing is sent', async () => {
    await newWebhook()
    const ownIds = await send(1)
    const foreigner = http.as(tree.brightside.owner)
    const absent = { status: 422, body: { field: 'delivery_ids' } }
    expect(await resend(ownIds, 'F', tree.brightside.id, foreigner)).toMatchObject(absent)
    expect((await resend(ownIds, 'F', path.agencyId, foreigner)).status).toBe(404)
    const sibling = tree.acme.clients[1]!
    expect(await resend(ownIds, 'F', sibling.id, http.as(sibling.user))).toMatchObject(absent)
    expect(await resend([...ownIds, newId(clock.now())], 'F')).toMatchObject(absent)
    expect(await deliverer.deliverDue(path.rootId)).toBe(0)
    const client = http.as(tree.acme.clients[0]!.user)
    expect((await resend(ownIds, 'F', path.clientId, client)).body.data.count).toBe(1)
    expect(await deliverer.deliverDue(path.rootId)).toBe(1)
  })

  test('must number at least one and at most the limit of one call', async () => {
    const many = Array.from({ length: maxChosenAtOnce + 1 }, () => newId(clock.now()))
    for (const ids of [[], many]) {
      const refusal = await resend(ids, 'F')
      expect(refusal).toMatchObject({ status: 422, body: { field: 'delivery_ids' } })
    }
  })
})

describe('resending everything since a time', () => {
  test('includes delivered ones on request: once each, and without any that came later', async () => {
    const destination_id = await newWebhook()
    const early = await send(1)
    moveClock(3_600_000)
    const since = new Date(clock.now()).toISOString()
    const deliveredIds = await send(2)
    const failedIds = await send(1)
    await db.adminPool.query(`update delivery set status = 'dead', delivered_at = null where id = $1`, failedIds)
    moveClock(1_000)
    const until = new Date(clock.now()).toISOString()
    const later = await send(1)
    const request = { destination_id, since, until, also_delivered: 'T' } as const
    const preview = await owner().call(resendFailed, { body: { ...request, dry_run: 'T' } })
    expect(preview.body.data).toEqual({ count: 3, remaining: 0, next: null })
    const only = await owner().call(resendFailed, { body: { ...request, also_delivered: 'F', dry_run: 'T' } })
    expect(only.body.data.count).toBe(1)
    const behind = await owner().call(resendFailed, { body: { ...request, after: deliveredIds[0]!, dry_run: 'T' } })
    expect(behind.body.data.count).toBe([...deliveredIds, ...failedIds].filter((id) => id > deliveredIds[0]!).length)
    const outcome = await owner().call(resendFailed, { body: { ...request, dry_run: 'F' } })
    expect(outcome.body.data).toEqual({ count: 3, remaining: 0, next: null })
    expect(await deliverer.deliverDue(path.rootId)).toBe(3)
    expect([...early, ...later].map(timesReceived)).toEqual([1, 1])
    expect([...deliveredIds, ...failedIds].map(timesReceived)).toEqual([2, 2, 2])
    const params = { companyID: path.clientId, clientID: 'all' }
    const { data } = (await owner().call(listDeliveries, { params, query: { campaign: path.campaignId } })).body
    expect(new Set(data.map(({ status }) => status))).toEqual(new Set(['delivered']))
  })

  test('every kind of destination says how it handles repeats; email and keyless hooks duplicate', () => {
    const again = destinationKinds.filter((kind) => fateOfRepeats(kind) === 'again')
    expect(again).toEqual(['email', 'zapier', 'mailboxpower', 'slack', 'teams'])
    expect(fateOfRepeats('webhook')).toBe('message')
    expect(fateOfRepeats('googlesheets')).toBe('row')
  })
})
