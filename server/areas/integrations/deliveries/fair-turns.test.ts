import { afterAll, beforeAll, expect, it } from 'vitest'
import { createStillClock } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import * as world from '#server/test/deliveries-world.ts'
import { createTestDatabase, type TestDatabase } from '#server/test/harness.ts'
import { createTestPlatform, type TestPlatform } from '#server/test/platform.ts'
import { createDeliverer } from './deliver.ts'
import { addWebhook } from '#server/areas/integrations/connections/add-webhook.ts'
import { queueDeliveries } from '#server/areas/integrations/deliveries/queue-deliveries.ts'
import type { CampaignPath } from '#server/areas/integrations/deliveries/book.ts'

const busy = 60
/** The number of a worker's slots, and the most deliveries per turn. */
const slots = 48
const inOneTurn = 16

let db: TestDatabase
let receiver: world.StandIn
let platform: TestPlatform
const clock = createStillClock(world.noon_ms)

beforeAll(async () => {
  db = await createTestDatabase()
  receiver = await world.standIn(clock.now, (_seen, response) => response.writeHead(204).end())
  platform = await createTestPlatform(db, { clock, env: { OUTGOING_ALLOW: receiver.host } })
})
afterAll(async () => {
  await platform.close()
  await receiver.close()
  await db.drop()
})

/** Adds a webhook to a campaign with `count` waiting leads. */
async function sendTo(endpoint: string, count: number, path: CampaignPath): Promise<void> {
  const leads = await world.makeLeads(db.adminPool, path, count, clock.now())
  await inScope(db.appPool, { kind: 'root', rootId: path.rootId }, async (tx) => {
    await addWebhook(tx, platform, path, `http://${receiver.host}${endpoint}`)
    await queueDeliveries(
      tx,
      path,
      clock.now(),
      leads.map((leadId) => ({ leadId, ...path })),
    )
  })
}

it('a new lead waits for no long queues of others: it is sent within two rounds', { timeout: 120_000 }, async () => {
  const first = await world.makeCampaignPath(db.adminPool)
  for (let n = 0; n < busy; n++) await sendTo(`/busy-${n}`, 48, await world.makeSisterClient(db.adminPool, first))
  clock.advance(60_000)
  await sendTo('/new', 1, await world.makeSisterClient(db.adminPool, first))
  expect(await createDeliverer(platform).deliverDue(first.rootId)).toBe(busy * 48 + 1)
  const paths = receiver.seen.map(({ path }) => path)
  expect(paths.indexOf('/new')).toBeLessThan((busy + slots) * inOneTurn)
  // No destination gets a third turn before all had one.
  const before = paths.slice(0, paths.indexOf('/new'))
  const perBusy = Array.from({ length: busy }, (_, n) => before.filter((path) => path === `/busy-${n}`).length)
  expect(Math.max(...perBusy)).toBeLessThanOrEqual(2 * inOneTurn)
})
