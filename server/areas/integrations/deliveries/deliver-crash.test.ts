import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { sampleOf } from '#server/test/proofs.ts'
import { createClock, createStillClock, type Clock } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import * as world from '#server/test/deliveries-world.ts'
import { openTestDatabase } from '#server/test/harness.ts'
import { createTestPlatform } from '#server/test/platform.ts'
import { startDeliveryWorker } from '#server/test/start-delivery-worker.ts'
import { claimDue, lease_ms } from './claim-due.ts'
import { findDue } from './find-due.ts'
import { createDeliverer } from './deliver.ts'
import { addWebhook } from '#server/areas/integrations/connections/add-webhook.ts'
import { queueDeliveries } from '#server/areas/integrations/deliveries/queue-deliveries.ts'
import type { CampaignPath } from '#server/areas/integrations/deliveries/book.ts'

const children: ChildProcess[] = []

const db = await openTestDatabase()
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
})

const asRoot = (path: CampaignPath) => ({ kind: 'root', rootId: path.rootId }) as const

async function queueLeads(clock: Clock, receiver: world.StandIn, endpoints: number, count: number) {
  const platform = await createTestPlatform(db, { clock, env: { OUTGOING_ALLOW: receiver.host } })
  const path = await world.makeCampaignPath(db.adminPool)
  const leads = await world.makeLeads(db.adminPool, path, count, clock.now())
  await inScope(db.appPool, asRoot(path), async (tx) => {
    for (let endpoint = 0; endpoint < endpoints; endpoint++) {
      await addWebhook(tx, platform, path, `http://${receiver.host}/${endpoint}`)
    }
    const toSend = leads.map((leadId) => ({ leadId, ...path }))
    await queueDeliveries(tx, path, clock.now(), toSend)
  })
  return { path, platform }
}

const countWaiting = async (path: CampaignPath): Promise<number> => {
  const { rows } = await db.adminPool.query<{ count: number }>(
    `select count(*) as count from delivery where root_id = $1 and status <> 'delivered'`,
    [path.rootId],
  )
  return rows[0]!.count
}

it('an attempt started by a dead worker is retried after its lease expires, with the same id and bytes', async () => {
  const clock = createStillClock(world.noon_ms)
  const receiver = await world.standIn(clock.now, (_seen, response) => response.end())
  const { path, platform } = await queueLeads(clock, receiver, 1, 1)
  const [[claim] = []] = await claimDue(platform, path.rootId, await findDue(platform, path.rootId))
  await db.adminPool.query(`update lead set first_name = 'Changed' where campaign_id = $1`, [path.campaignId])

  const deliverer = createDeliverer(platform)
  clock.advance(lease_ms - 1)
  expect(await deliverer.deliverDue(path.rootId)).toBe(0)
  clock.advance(1)
  expect(await deliverer.deliverDue(path.rootId)).toBe(1)
  expect(receiver.seen).toMatchObject([{ body: claim!.body, headers: { 'webhook-id': claim!.id } }])
  await platform.close()
  await receiver.close()
})

it(
  'killing the worker at any moment loses nothing and repeats only what was in progress',
  { timeout: 120_000 },
  async () => {
    const kills = sampleOf(1, 6)
    const endpoints = 3
    const leads = 100
    const receiver = await world.standIn(Date.now, (_seen, response) => void setTimeout(() => response.end(), 15))
    const clock = createClock()
    const { path, platform } = await queueLeads(clock, receiver, endpoints, leads)

    let mayRepeat = 0
    let inTheMiddle = 0
    for (let round = 0; round <= kills; round++) {
      const before = receiver.seen.length
      const child = startDeliveryWorker(db, round * (lease_ms + 1_000), { OUTGOING_ALLOW: receiver.host })
      children.push(child)
      const isLast = round === kills
      if (isLast) {
        while ((await countWaiting(path)) > 0) await sleep(50)
      } else {
        while (receiver.seen.length === before && (await countWaiting(path)) > 0) await sleep(5)
        await sleep(20 + 25 * (round % 4))
      }
      child.kill('SIGKILL')
      await new Promise((ended) => child.once('exit', ended))
      // At most two attempts per destination were in progress when it died.
      if (!isLast) mayRepeat += 2 * endpoints
      if ((await countWaiting(path)) > 0) inTheMiddle++
    }
    expect(inTheMiddle).toBeGreaterThan(kills / 2)

    const bodies = new Map<string, Set<string>>()
    for (const { headers, body } of receiver.seen) {
      const id = String(headers['webhook-id'])
      bodies.set(id, (bodies.get(id) ?? new Set()).add(body))
    }
    expect(bodies.size).toBe(leads * endpoints)
    expect([...bodies.values()].every((versions) => versions.size === 1)).toBe(true)
    expect(receiver.seen.length - bodies.size).toBeLessThanOrEqual(mayRepeat)
    await platform.close()
    await receiver.close()
  },
)
