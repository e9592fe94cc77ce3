import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { addWebhook } from '#server/areas/integrations/connections/add-webhook.ts'
import { machineTime } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { makeConnectionsWorld, type ConnectionsWorld } from '#server/test/connections-world.ts'
import { noon_ms } from '#server/test/deliveries-world.ts'
import { createDeliverer } from '../../deliveries/deliver.ts'
import { startStandIn, type StandIn } from '../stand-in.ts'
import { highlevelEnv, startHighlevel, type HighlevelStandIn } from './stand-in.ts'

let world: ConnectionsWorld
let firm: HighlevelStandIn
let hook: StandIn

beforeAll(async () => {
  firm = await startHighlevel(() => (world ? machineTime(world.clock) : noon_ms))
  hook = await startStandIn(() => ({ status: 200 }))
  world = await makeConnectionsWorld({
    OUTGOING_ALLOW: `${firm.host},${hook.host}`,
    ...highlevelEnv(firm.url),
  })
})
afterAll(async () => {
  await world.close()
  await hook.stop()
})

/** More than a worker serves at a time. */
const campaigns = 60

test(
  'a token refresh that hangs delays only the campaigns that need those tokens',
  {
    timeout: 60_000,
  },
  async () => {
    await world.authorize(world.tree.acme.clients[0]!.id, 'highlevel')
    for (let n = 0; n < campaigns; n++) {
      const campaign = await world.newCampaign()
      await world.use(campaign, 'highlevel', {})
      await world.addLeads(campaign, 1)
    }
    firm.expire()
    const isToken = ({ url }: { url: URL }): boolean => url.pathname === '/oauth/token'
    firm.fail({ kind: 'hang' }, { when: isToken })
    const tokensBefore = firm.received.filter(isToken).length
    // The worker that requests the tokens waits for as long as the test takes.
    const deliverer = createDeliverer(world.http.platform, { timeout_ms: 600_000 })
    const { rootId } = world.tree.acme.owner
    void deliverer.pump(rootId)
    const patience = { timeout: 50_000, interval: 20 }
    await vi.waitUntil(() => firm.received.filter(isToken).length > tokensBefore, patience)
    const otherCampaign = await world.newCampaign(world.tree.acme.clients[1])
    await inScope(world.db.appPool, { kind: 'root', rootId }, (tx) =>
      addWebhook(tx, world.http.platform, otherCampaign, `${hook.url}/leads`),
    )
    await world.addLeads(otherCampaign, 1)
    void deliverer.pump(rootId)
    await vi.waitUntil(() => hook.received.length === 1, patience)
    expect(firm.received.filter(isToken).length).toBe(tokensBefore + 1)
    expect(firm.contacts.size).toBe(0)
    await firm.stop()
    await deliverer.stop()
  },
)
