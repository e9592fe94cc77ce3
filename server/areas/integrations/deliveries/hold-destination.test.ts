import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createWebhook } from '#contract/integrations/destinations.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { makeConnectionsWorld, type ConnectionsWorld } from '#server/test/connections-world.ts'
import { startStandIn, type StandIn } from '../connectors/stand-in.ts'
import type { CampaignPath } from '#server/areas/integrations/deliveries/book.ts'
import { endHold, whileHeld } from './hold-destination.ts'

let world: ConnectionsWorld
let hook: StandIn
let campaign: CampaignPath
let destination: CampaignPath & { destinationId: string }
let before = 0

beforeAll(async () => {
  hook = await startStandIn(() => ({ status: 204 }))
  world = await makeConnectionsWorld({ OUTGOING_ALLOW: hook.host })
})
afterAll(async () => {
  await world.close()
  await hook.stop()
})
beforeEach(async () => {
  campaign = await world.newCampaign()
  const body = { leadspeek_api_id: campaign.campaignId, url: `${hook.url}/leads` }
  await world.http.as(world.tree.acme.owner).call(createWebhook, { body })
  const { rows } = await world.db.adminPool.query('select id from destination where campaign_id = $1', [
    campaign.campaignId,
  ])
  destination = { ...campaign, destinationId: rows[0].id }
  before = hook.received.length
})

const countNew = () => hook.received.length - before
const deliver = () => world.deliverer.deliverDue(campaign.rootId)
const hold = <T>(work: () => Promise<T>) => whileHeld(world.http.platform, destination, work, 300)

test('nothing is sent while a destination is held, and everything is sent afterwards', async () => {
  await hold(async () => {
    await world.addLeads(campaign, 2)
    await deliver()
    expect(countNew()).toBe(0)
    await expect(hold(() => Promise.resolve())).rejects.toThrow('Try again in a minute')
    await inScope(world.db.appPool, { kind: 'root', rootId: campaign.rootId }, (tx) =>
      tx.query(endHold, [campaign.agencyId, destination.destinationId]),
    )
  })
  await deliver()
  expect(countNew()).toBe(2)
})

test('a failed operation releases the destination', async () => {
  await world.addLeads(campaign, 1)
  await expect(hold(() => Promise.reject(new Error('no answer')))).rejects.toThrow('no answer')
  await deliver()
  expect(countNew()).toBe(1)
})

test('a process that dies holds the destination for at most a minute', async () => {
  await hold(() => Promise.resolve())
  await world.addLeads(campaign, 1)
  await deliver()
  expect(countNew()).toBe(0)
  world.wait(60_000)
  await deliver()
  expect(countNew()).toBe(1)
})

test('if an attempt in progress takes too long, holding fails and the work is not run', async () => {
  let release = (): void => {}
  const until = new Promise<void>((resolve) => (release = resolve))
  hook.fail({ kind: 'hold-answer', until })
  await world.addLeads(campaign, 1)
  const sending = deliver()
  await vi.waitUntil(() => countNew() === 1, { timeout: 20_000 })
  const work = vi.fn(() => Promise.resolve())
  await expect(hold(work)).rejects.toThrow('Leads are being written to it.')
  expect(work).not.toHaveBeenCalled()
  release()
  await sending
  await hold(work)
  expect(work).toHaveBeenCalledOnce()
})
