import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { resendDelivery } from '#contract/integrations/deliveries.ts'
import { createWebhook } from '#contract/integrations/destinations.ts'
import { takeBackLead } from '#contract/integrations/take-back.ts'
import { makeConnectionsWorld, type ConnectionsWorld } from '#server/test/connections-world.ts'
import { startStandIn, type StandIn, type StubResponse } from '../connectors/stand-in.ts'
import { takeBackJob } from '#server/areas/integrations/take-back/run-take-back.ts'
import type { CampaignPath } from '#server/areas/integrations/deliveries/book.ts'
import { lease_ms } from './claim-due.ts'
import { createDeliverer } from './deliver.ts'

// Messages about a lead arrive in order: none overtakes an attempt that is in progress or waiting for a retry.

let world: ConnectionsWorld
let hook: StandIn
let campaign: CampaignPath
let answer: () => StubResponse | Promise<StubResponse>
/** The number of open requests, and its maximum. */
let open = 0
let maxOpen = 0

beforeAll(async () => {
  hook = await startStandIn(async () => {
    open++
    maxOpen = Math.max(maxOpen, open)
    const response = await answer()
    open--
    return response
  })
  world = await makeConnectionsWorld({ OUTGOING_ALLOW: hook.host })
})
afterAll(async () => {
  await world.close()
  await hook.stop()
})

let before = 0
beforeEach(async () => {
  answer = () => ({ status: 204 })
  campaign = await world.newCampaign()
  const body = { leadspeek_api_id: campaign.campaignId, url: `${hook.url}/leads` }
  await owner().call(createWebhook, { body })
  before = hook.received.length
  maxOpen = 0
})

const owner = () => world.http.as(world.tree.acme.owner)
const requests = () => hook.received.slice(before)
const types = () => requests().map(({ json }) => (json as { type: string }).type)
const takeBack = async (leadId: string): Promise<void> => {
  expect(await owner().call(takeBackLead, { body: { lead_id: leadId } })).toMatchObject({ status: 200 })
}
const runTakeBack = () => takeBackJob.run(world.http.platform, { rootId: campaign.rootId })

/** Holds the response to the next request until the returned function is called. */
function hold(): (status: number) => void {
  let release: (status: number) => void = () => {}
  const response = new Promise<StubResponse>((resolve) => (release = (status) => resolve({ status })))
  answer = () => response
  return release
}
const patience = { timeout: 20_000, interval: 20 }

test('taking a lead back while it is being sent notifies the destination afterwards', async () => {
  const release = hold()
  const [lead] = await world.addLeads(campaign, 1)
  const sending = world.deliverer.deliverDue(campaign.rootId)
  await vi.waitUntil(() => requests().length === 1, patience)
  await takeBack(lead!.id)
  await runTakeBack()
  expect(types()).toEqual(['lead.created'])
  release(204)
  await sending
  answer = () => ({ status: 204 })
  world.wait(lease_ms)
  await runTakeBack()
  expect(types()).toEqual(['lead.created', 'lead.deleted'])
})

test('a lead that is taken back while it waits for its next attempt is not retried', async () => {
  answer = () => ({ status: 500 })
  const [lead] = await world.addLeads(campaign, 1)
  await world.deliverer.deliverDue(campaign.rootId)
  answer = () => ({ status: 204 })
  await takeBack(lead!.id)
  await runTakeBack()
  await world.deliverFor(80)
  expect(types()).toEqual(['lead.created', 'lead.deleted'])
})

test('a resend waits for the attempt in progress, even in another process', async () => {
  const release = hold()
  await world.addLeads(campaign, 1)
  const sending = world.deliverer.deliverDue(campaign.rootId)
  await vi.waitUntil(() => requests().length === 1, patience)
  const { rows } = await world.db.adminPool.query<{ id: string }>('select id from delivery where campaign_id = $1', [
    campaign.campaignId,
  ])
  await owner().call(resendDelivery, { body: { delivery_id: rows[0]!.id } })
  expect(await createDeliverer(world.http.platform).deliverDue(campaign.rootId)).toBe(0)
  release(500)
  await sending
  answer = () => ({ status: 204 })
  await world.deliverFor(1)
  expect(requests().map(({ headers }) => headers['webhook-id'])).toEqual([rows[0]!.id, rows[0]!.id])
  expect(maxOpen).toBe(1)
})

test('leads that are due at the same time are sent oldest first, two in parallel', async () => {
  for (let n = 0; n < 20; n++) {
    await world.addLeads(campaign, 1)
    world.clock.advance(1)
  }
  // Resends everything that failed, written in any order, here newest first.
  const { rows } = await world.db.adminPool.query<{ id: string }>(
    'select id from delivery where campaign_id = $1 order by id',
    [campaign.campaignId],
  )
  for (const { id } of rows.toReversed())
    await world.db.adminPool.query('update delivery set next_attempt_at = $2 where id = $1', [
      id,
      new Date(world.clock.now()),
    ])
  await world.deliverer.deliverDue(campaign.rootId)
  const ids = rows.map(({ id }) => id)
  const places = requests().map(({ headers }, place) => Math.abs(ids.indexOf(String(headers['webhook-id'])) - place))
  expect(places).toHaveLength(20)
  expect(Math.max(...places)).toBeLessThanOrEqual(2)
})
