import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { CampaignPath } from '#server/areas/integrations/deliveries/book.ts'
import { createStillClock, machineTime } from '#server/platform/clock.ts'
import { makeConnectionsWorld, type ConnectionsWorld } from '#server/test/connections-world.ts'
import { noon_ms } from '#server/test/deliveries-world.ts'
import { createDeliverer } from '../../deliveries/deliver.ts'
import { highlevelEnv, startHighlevel, type HighlevelStandIn } from './stand-in.ts'

// Two campaigns of a client share one account: leads of the same person are sent there one after another.

let world: ConnectionsWorld
let firm: HighlevelStandIn
let first: CampaignPath
let second: CampaignPath
let before = 0

beforeAll(async () => {
  firm = await startHighlevel(() => (world ? machineTime(world.clock) : noon_ms))
  world = await makeConnectionsWorld({
    OUTGOING_ALLOW: firm.host,
    ...highlevelEnv(firm.url),
  })
  await world.authorize(world.tree.acme.clients[0]!.id, 'highlevel')
})
beforeEach(async () => {
  world.wait(11_000)
  firm.contacts.clear()
  ;[first, second] = [await world.newCampaign(), await world.newCampaign()]
  await world.use(first, 'highlevel', { tags: ['Hot lead'] })
  await world.use(second, 'highlevel', { tags: ['Website'] })
  before = firm.received.length
})
afterAll(async () => {
  await world.close()
  await firm.stop()
})

const upserts = () => firm.received.slice(before).filter(({ url }) => url.pathname === '/contacts/upsert')
const cities = () => upserts().map(({ json }) => (json as { city?: string }).city)
const deliver = () => world.deliverer.deliverDue(first.rootId)
const deliverElsewhere = () => createDeliverer(world.http.platform).deliverDue(first.rootId)

const change = (leadId: string, email: string, city: string) =>
  world.db.adminPool.query('update lead set email = $2, city = $3 where id = $1', [leadId, email, city])

/** Adds a lead for Ada to a campaign, one second after the previous one. */
async function addAda(campaign: CampaignPath, city: string): Promise<string> {
  world.wait(1_000)
  const [lead] = await world.addLeads(campaign, 1)
  await change(lead!.id, 'ada@example.com', city)
  return lead!.id
}

/** Starts sending the next lead; the response is held until the returned function is called. */
async function beginToSend(): Promise<() => Promise<unknown>> {
  let release = (): void => {}
  const until = new Promise<void>((resolve) => (release = resolve))
  firm.fail({ kind: 'hold-answer', until }, { when: ({ url }) => url.pathname === '/contacts/upsert' })
  const sending = deliver()
  await vi.waitUntil(() => upserts().length === 1, { timeout: 20_000 })
  return () => {
    release()
    return sending
  }
}

test('the later lead waits for the earlier one that is being sent, and nothing else waits', async () => {
  await addAda(first, 'Austin')
  const end = await beginToSend()
  await addAda(second, 'Boston')
  const [bob] = await world.addLeads(second, 1)
  await deliverElsewhere()
  expect(upserts().map(({ json }) => (json as { email: string }).email)).toEqual(['ada@example.com', bob!.email])
  await end()
  await world.deliverFor(0.01)
  expect(cities().at(-1)).toBe('Boston')
  expect(firm.contacts.get('ada@example.com')).toMatchObject({
    fields: { city: 'Boston' },
    tags: new Set(['Hot lead', 'Website']),
  })
  expect(await world.deliveriesOf(second)).toMatchObject([
    { status: 'delivered', attempts: 1, cause: null },
    { status: 'delivered', attempts: 1, cause: null },
  ])
})

test('the older lead waits for a later one that is being sent, and then does not overwrite its values', async () => {
  const older = await addAda(first, 'Austin')
  await world.db.adminPool.query(`update delivery set next_attempt_at = $2 where lead_id = $1`, [
    older,
    new Date(world.clock.now() + 2_000),
  ])
  await addAda(second, 'Boston')
  const end = await beginToSend()
  world.wait(2_000)
  await deliverElsewhere()
  expect(cities()).toEqual(['Boston'])
  await end()
  await world.deliverFor(0.01)
  expect(cities()).toEqual(['Boston', undefined])
  expect(await world.deliveriesOf(first)).toMatchObject([{ status: 'delivered', attempts: 1, cause: 'overtaken' }])
})

test('the claims decide which came first, even if the second worker’s clock is behind', async () => {
  await addAda(first, 'Austin')
  const later = await addAda(second, 'Boston')
  const dueIn = (wait_ms: number) =>
    world.db.adminPool.query('update delivery set next_attempt_at = $2 where lead_id = $1', [
      later,
      new Date(world.clock.now() + wait_ms),
    ])
  await dueIn(2_000)
  const end = await beginToSend()
  await dueIn(-10_000)
  const behind = { ...world.http.platform, clock: createStillClock(world.clock.now() - 5_000) }
  await createDeliverer(behind).deliverDue(first.rootId)
  expect(cities()).toEqual(['Austin'])
  await end()
  world.wait(2_000)
  await world.deliverFor(0.01)
  expect(cities()).toEqual(['Austin', 'Boston'])
})

test('of two leads claimed at the same time, the older one goes first', async () => {
  await addAda(second, 'Austin')
  await addAda(first, 'Boston')
  await world.deliverFor(0.01)
  expect(cities()).toEqual(['Austin', 'Boston'])
})
