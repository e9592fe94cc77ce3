import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWebhook, updateDestination } from '#contract/integrations/destinations.ts'
import { listReceipts, takeBackLead } from '#contract/integrations/take-back.ts'
import { takeBackJob } from '#server/areas/integrations/take-back/run-take-back.ts'
import { makeConnectionsWorld, type ConnectionsWorld } from '#server/test/connections-world.ts'
import { startStandIn, type StandIn } from '../connectors/stand-in.ts'

let world: ConnectionsWorld
let hook: StandIn
beforeAll(async () => {
  hook = await startStandIn(() => ({ status: 204 }))
  world = await makeConnectionsWorld({ OUTGOING_ALLOW: hook.host })
})
afterAll(async () => {
  await world.close()
  await hook.stop()
})

test('leads at a webhook’s former host are left to people, although its present one is told, too', async () => {
  const owner = world.http.as(world.tree.acme.owner)
  const campaign = await world.newCampaign()
  const body = { leadspeek_api_id: campaign.campaignId, url: hook.url }
  const destination_id = (await owner.call(createWebhook, { body })).body.data.id
  const sendLead = async () => {
    const [lead] = await world.addLeads(campaign, 1)
    await world.deliverFor(0.01)
    return lead!
  }
  const early = await sendLead()
  for (const url of ['https://elsewhere.example.com/leads', hook.url, `${hook.url}/path`])
    expect((await owner.call(updateDestination, { body: { destination_id, url } })).status).toBe(200)
  world.wait(1_000)
  const late = await sendLead()
  for (const { id } of [early, late]) await owner.call(takeBackLead, { body: { lead_id: id } })
  await takeBackJob.run(world.http.platform, { rootId: campaign.rootId })
  const receiptsOf = async ({ id: lead }: { id: string }) =>
    (await owner.call(listReceipts, { params: { lead } })).body.data.map(({ status }) => status)
  expect([await receiptsOf(early), await receiptsOf(late)]).toEqual([['manual'], ['done']])
  // The later lead, and both removals.
  expect(hook.received.filter(({ url }) => url.pathname === '/path')).toHaveLength(3)
})
