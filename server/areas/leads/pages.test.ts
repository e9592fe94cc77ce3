import { expect, test } from 'vitest'
import { simulateCampaign } from '#contract/leads/simulation.ts'
import { openApp } from '#server/test/open-app.ts'
import {
  openPipelineWorld,
  md5,
  type HitInput,
  type PipelineCampaign,
  type PipelinePerson,
} from '#server/test/pipeline-world.ts'
import { explainLead } from './explain-lead.ts'
import { inScope } from '#server/platform/database/scope.ts'

const world = await openPipelineWorld()
const http = await openApp(world)

const at = (path: string): string => `https://plumbright.test${path}`
/** One visit a minute, resolved at once. */
async function visitAfterMinute(campaign: PipelineCampaign, hit: HitInput): Promise<void> {
  world.clock.advance(60_000)
  await world.visit(campaign, hit)
}

const rules = { includePages: ['/pricing*', '/blog/*'], excludePages: ['/blog/jobs/*'] }

test('a visit to an excluded page creates no lead, and a later one to another page does', async () => {
  const campaign = await world.makeCampaign({ module_settings: rules })
  const person = await world.makePerson()
  for (const path of ['/', '/blog/jobs/cook', '/pricing/teams?utm_source=a', '/about'])
    await visitAfterMinute(campaign, { hashes: [md5(person.email)], page: at(path) })
  expect((await world.visits(campaign)).map(({ reason }) => reason)).toEqual([
    'page_excluded',
    'page_excluded',
    'lead',
    'page_excluded',
  ])
})

test('a purchase on an excluded page counts as a purchase', async () => {
  const campaign = await world.makeCampaign({ module_settings: rules })
  const person = await world.makePerson()
  const hit = { hashes: [md5(person.email)] }
  await visitAfterMinute(campaign, { ...hit, page: at('/about') })
  await visitAfterMinute(campaign, { ...hit, page: at('/thank-you'), kind: 'conversion' })
  await visitAfterMinute(campaign, { ...hit, page: at('/pricing') })
  expect((await world.visits(campaign)).map(({ reason }) => reason)).toEqual([
    'page_excluded',
    'converted',
    'converted',
  ])
})

test('campaigns without page rules take every page, even next to one that has rules', async () => {
  const [strict, open] = [await world.makeCampaign({ module_settings: rules }), await world.makeCampaign()]
  const person = await world.makePerson()
  for (const one of [strict, open]) await world.hit(one, { hashes: [md5(person.email)], page: at('/about') })
  await world.resolve(strict)
  expect((await world.visits(strict)).map(({ reason }) => reason)).toEqual(['page_excluded'])
  expect((await world.visits(open)).map(({ reason }) => reason)).toEqual(['lead'])
})

test('a lead says which pages its campaign accepts', async () => {
  const campaign = await world.makeCampaign({ module_settings: rules })
  const person = await world.makePerson()
  await world.visit(campaign, { hashes: [md5(person.email)] })
  const leadId = (await world.visits(campaign))[0]!.lead_id!
  const scope = { kind: 'agency', rootId: world.tree.root.id, agencyId: campaign.agencyId } as const
  const trace = await inScope(world.db.appPool, scope, (tx) => explainLead(tx, campaign.agencyId, leadId))
  expect(trace!.passed.find(({ reason }) => reason === 'page_excluded')).toMatchObject({
    detail: { values: { list: '/pricing*, /blog/*', without: '/blog/jobs/*' } },
  })
})

test('a simulation counts only visits to pages that the campaign accepts', async () => {
  const busy = await world.makeCampaign({ status: 'pause', site_hosts: ['pages.test'] })
  const [ada, eve] = [await world.makePerson(), await world.makePerson()]
  const visit = (one: PipelinePerson, path: string) =>
    world.visit(busy, { hashes: [md5(one.email)], page: `https://pages.test${path}` })
  for (const path of ['/about', '/pricing', '/pricing/teams']) await visit(ada, path)
  await visit(eve, '/about')
  const draft = await world.makeCampaign({ status: 'draft', site_hosts: ['pages.test'], module_settings: rules })
  const { body } = await http.as(world.tree.acme.owner).call(simulateCampaign, { params: { id: draft.id, days: '7' } })
  expect(body.data).toMatchObject({ events: 4, people: 1, leads: 1 })
  expect(Object.fromEntries(body.data.reasons.map(({ reason, count }) => [reason, count]))).toEqual({
    page_excluded: 2,
    lead: 1,
    returning: 1,
  })
})
