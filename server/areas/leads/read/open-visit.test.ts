import { expect, test } from 'vitest'
import { getVisit } from '#contract/leads/visits.ts'
import type { TestUser } from '#server/test/factories.ts'
import { openApp } from '#server/test/open-app.ts'
import { md5, openPipelineWorld } from '#server/test/pipeline-world.ts'

const world = await openPipelineWorld()
const http = await openApp(world)
const acme = world.tree.acme
const open = (id: string, user: TestUser = acme.owner) => http.as(user).call(getVisit, { params: { id } })

test('a visit shows each rule that it passed, the one at which it ended, and those that were not asked', async () => {
  const campaign = await world.makeCampaign({ require_phone: true })
  const { email } = await world.makePerson({ phone_e164: null })
  const { id } = await world.visit(campaign, { hashes: [md5(email)] })
  const { status, body } = await open(id)
  expect(status).toBe(200)
  expect(body.data).toMatchObject({ id, reason: 'phone_missing', module: 'local', company_name: 'Plumbright' })
  const outcomes = new Map(body.data.stages.map(({ reason, outcome }) => [reason, outcome]))
  expect(outcomes.get('no_match')).toBe('passed')
  expect(outcomes.get('email_missing')).toBe('passed')
  expect(outcomes.get('outside_target')).toBe('not_reached')
  expect(body.data.stages.filter(({ outcome }) => outcome === 'stopped')).toEqual([
    { reason: 'phone_missing', outcome: 'stopped' },
  ])
  expect(outcomes.has('no_contact'), 'no company was asked for').toBe(false)
})

test('a lead passed every rule, and a visitor whom nobody knows only the first ones', async () => {
  const campaign = await world.makeCampaign()
  const { email } = await world.makePerson()
  const lead = await open((await world.visit(campaign, { hashes: [md5(email)] })).id)
  expect(new Set(lead.body.data.stages.map(({ outcome }) => outcome))).toEqual(new Set(['passed']))
  const stranger = await open((await world.visit(campaign, { hashes: [md5('nobody@example.com')] })).id)
  const { stages } = stranger.body.data
  const at = stages.findIndex(({ outcome }) => outcome === 'stopped')
  expect(stages[at]!.reason).toBe('no_match')
  expect(stages.slice(at + 1).every(({ outcome }) => outcome === 'not_reached')).toBe(true)
})

test('a client opens its own visits only', async () => {
  const { id } = await world.visit(await world.makeCampaign())
  const [plumbright, other] = acme.clients
  expect((await open(id, plumbright!.user)).status).toBe(200)
  expect((await open(id, other!.user)).status).toBe(404)
  expect((await open(id, world.tree.brightside.owner)).status).toBe(404)
})
