import { expect, test } from 'vitest'
import { listSiteEvents } from '#contract/leads/site-events.ts'
import { openApp } from '#server/test/open-app.ts'
import { openPipelineWorld, md5, type HitInput } from '#server/test/pipeline-world.ts'

const day_ms = 86_400_000

const world = await openPipelineWorld()
const http = await openApp(world)

test('events and conversions of a campaign’s site are listed by name, with how many leads did each', async () => {
  const [campaign, otherCampaign] = [await world.makeCampaign(), await world.makeCampaign()]
  const [ada, eve] = [await world.makePerson(), await world.makePerson()]
  const did = (hit: HitInput, of = campaign) => world.visit(of, hit)
  const [byAda, byEve] = [{ hashes: [md5(ada.email)] }, { hashes: [md5(eve.email)] }]
  await did({ ...byAda, kind: 'event', event: 'demo asked', at_ms: world.clock.now() - 31 * day_ms })
  for (const hit of [byAda, byEve]) await did(hit)
  for (const hit of [byAda, byAda, {}]) await did({ ...hit, kind: 'event', event: 'demo asked', value_cents: 250 })
  await did({ kind: 'event', event: 'demo asked', mark: 'bot' })
  await did({ ...byEve, kind: 'event', event: 'video' })
  await did({ ...byEve, kind: 'conversion', value_cents: 9_900 })
  await did({ ...byEve, kind: 'event', event: 'video' }, otherCampaign)
  const { status, body } = await http.as(world.tree.acme.owner).call(listSiteEvents, { params: { id: campaign.id } })
  expect(status).toBe(200)
  expect(body.data).toEqual({
    leads: 2,
    goals: null,
    events: [
      { event_name: 'demo asked', kind: 'event', is_goal: false, count: 3, value: 7.5, leads: 1 },
      { event_name: '', kind: 'conversion', is_goal: false, count: 1, value: 99, leads: 1 },
      { event_name: 'video', kind: 'event', is_goal: false, count: 1, value: 0, leads: 1 },
    ],
  })
  const foreign = await http.as(world.tree.brightside.owner).call(listSiteEvents, { params: { id: campaign.id } })
  expect(foreign.status).toBe(404)
})

test('a campaign’s goals come first, including those nobody reached, and are counted by person', async () => {
  const campaign = await world.makeCampaign({ module_settings: { eventGoals: ['signed up', 'called', 'paid'] } })
  const [ada, eve] = [await world.makePerson(), await world.makePerson()]
  for (const { email } of [ada, eve]) await world.visit(campaign, { hashes: [md5(email)] })
  const by = ({ email }: typeof ada, event: string, kind = 'event') =>
    world.visit(campaign, { hashes: [md5(email)], kind, event, value_cents: 1_000 })
  for (let n = 0; n < 3; n++) await by(eve, 'video')
  await by(ada, 'signed up')
  await by(ada, 'paid', 'conversion')
  const { body } = await http.as(world.tree.acme.owner).call(listSiteEvents, { params: { id: campaign.id } })
  expect(body.data.goals).toEqual({ count: 2, value: 20, leads: 1 })
  expect(body.data.events.map(({ event_name, kind, is_goal, count }) => [event_name, kind, is_goal, count])).toEqual([
    ['paid', 'conversion', true, 1],
    ['signed up', 'event', true, 1],
    ['called', 'event', true, 0],
    ['video', 'event', false, 3],
  ])
})
