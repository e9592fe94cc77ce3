import { beforeAll, expect, test } from 'vitest'
import { listSiteEvents } from '#contract/leads/site-events.ts'
import { createTestApp, type TestApp } from '#server/test/app.ts'
import { createPipelineWorld, md5, type HitInput, type PipelineWorld } from '#server/test/pipeline-world.ts'

const day_ms = 86_400_000

let world: PipelineWorld
let http: TestApp
beforeAll(async () => {
  world = await createPipelineWorld()
  http = await createTestApp(world.db, { clock: world.clock })
  return async () => {
    await http.close()
    await world.close()
  }
})

test('events and conversions of a campaign’s site are told by name, with how many of its leads did each', async () => {
  const [campaign, other] = [await world.makeCampaign(), await world.makeCampaign()]
  const [ada, eve] = [await world.makePerson(), await world.makePerson()]
  const did = (hit: HitInput, of = campaign) => world.visit(of, hit)
  const [byAda, byEve] = [{ hashes: [md5(ada.email)] }, { hashes: [md5(eve.email)] }]
  await did({ ...byAda, kind: 'event', event: 'demo asked', at_ms: world.clock.now() - 31 * day_ms })
  for (const hit of [byAda, byEve]) await did(hit)
  for (const hit of [byAda, byAda, {}]) await did({ ...hit, kind: 'event', event: 'demo asked', value_cents: 250 })
  await did({ kind: 'event', event: 'demo asked', mark: 'bot' })
  await did({ ...byEve, kind: 'event', event: 'video' })
  await did({ ...byEve, kind: 'conversion', value_cents: 9_900 })
  await did({ ...byEve, kind: 'event', event: 'video' }, other)
  const { status, body } = await http.as(world.tree.acme.owner).call(listSiteEvents, { params: { id: campaign.id } })
  expect(status).toBe(200)
  expect(body.data).toEqual({
    leads: 2,
    events: [
      { event_name: 'demo asked', kind: 'event', count: 3, value: 7.5, leads: 1 },
      { event_name: '', kind: 'conversion', count: 1, value: 99, leads: 1 },
      { event_name: 'video', kind: 'event', count: 1, value: 0, leads: 1 },
    ],
  })
  const foreign = await http.as(world.tree.brightside.owner).call(listSiteEvents, { params: { id: campaign.id } })
  expect(foreign.status).toBe(404)
})
