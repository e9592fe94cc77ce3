import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getCampaign } from '#contract/campaigns/campaigns.ts'
import { releaseLeads } from '#contract/leads/hold.ts'
import { startMailbox, type Mailbox } from '#demo/mailbox.ts'
import { newId } from '#server/platform/ids.ts'
import { createTestApp, noLimits, type TestApp } from '#server/test/app.ts'
import {
  createPipelineWorld,
  md5,
  type HitInput,
  type PipelineCampaign,
  type PipelineWorld,
} from '#server/test/pipeline-world.ts'
import { runJobs } from '#server/test/run-jobs.ts'

// Hits that look forged are held apart from the others (decision 34).

let world: PipelineWorld
let http: TestApp
let mailbox: Mailbox
let campaign: PipelineCampaign
beforeAll(async () => {
  world = await createPipelineWorld()
  mailbox = await startMailbox({ now: () => world.clock.now() })
  const env = { SMTP_URL: mailbox.smtpUrl }
  http = await createTestApp(world.db, { limiter: noLimits, clock: world.clock, env })
})
beforeEach(async () => {
  http.forget()
  campaign = await world.makeCampaign({ limit_leads: 10_000 })
})
afterAll(async () => {
  await http.close()
  await world.close()
  await mailbox.close()
})

const minute_ms = 60_000
const hashOf = async () => [md5((await world.makePerson()).email)]
/** The first hit of a browser, with a hash. */
const fromNowhere = async (): Promise<HitInput> => ({ hashes: await hashOf() })
/** A hit with a hash of a browser that was on the site some seconds before. */
const after = async (seconds: number): Promise<HitInput> => {
  const visitorId = newId(world.clock.now())
  await world.hit(campaign, { visitorId, at_ms: world.clock.now() - seconds * 1_000 })
  return { hashes: await hashOf(), visitorId }
}
const knownBrowser = (): Promise<HitInput> => after(60)
/** How many of these visits, resolved together or one by one, had each reason. */
const reasonsOf = async (hits: readonly HitInput[], together = true): Promise<Record<string, number>> => {
  const ids = new Set<string>()
  for (const hit of hits) {
    ids.add(await world.hit(campaign, hit))
    if (!together) await world.resolve(campaign)
  }
  await world.resolve(campaign)
  const reasons: Record<string, number> = {}
  for (const { id, reason } of await world.visits(campaign))
    if (ids.has(id)) reasons[reason] = (reasons[reason] ?? 0) + 1
  return reasons
}
const many = async (count: number, make: () => Promise<HitInput>): Promise<HitInput[]> => {
  const hits: HitInput[] = []
  while (hits.length < count) hits.push(await make())
  return hits
}
const owner = () => http.as(world.tree.acme.owner)
const holds = async () => {
  const { lead_hold, apart_hold } = (await owner().call(getCampaign, { params: { id: campaign.id } })).body.data
  return { lead_hold, apart_hold }
}
const release = (which?: 'usual' | 'apart') =>
  owner().call(releaseLeads, { body: { leadspeek_api_id: campaign.id, ...(which && { which }) } })

test('a flood of browsers that begin with an address is held, while real visitors become leads', async () => {
  expect(await reasonsOf(await many(120, fromNowhere))).toEqual({ lead: 50, held: 70 })
  expect(await reasonsOf(await many(30, knownBrowser))).toEqual({ lead: 30 })
  const since = new Date(world.clock.now()).toISOString()
  expect(await holds()).toEqual({ lead_hold: null, apart_hold: { since } })
  await runJobs(world.db, http.platform)
  const mails = mailbox.messages().filter(({ text }) => text.includes(campaign.id))
  expect(mails.map(({ text }) => text).join()).toContain('Leads of this campaign look forged')
})

test('one by one, a few pass as others do before cookies are looked up', async () => {
  expect(await reasonsOf(await many(70, fromNowhere), false)).toEqual({ lead: 59, held: 11 })
  expect(await reasonsOf(await many(30, knownBrowser), false)).toEqual({ lead: 30 })
  expect((await holds()).lead_hold).toBeNull()
})

test('a hidden origin weighs twice as much, also for a browser that is known', async () => {
  const hiddenOrigin = async () => ({ ...(await knownBrowser()), mark: 'hidden' })
  expect(await reasonsOf(await many(30, hiddenOrigin))).toEqual({ lead: 25, held: 5 })
  expect(await reasonsOf(await many(5, knownBrowser))).toEqual({ lead: 5 })
  campaign = await world.makeCampaign()
  const hiddenNewcomer = async () => ({ ...(await fromNowhere()), mark: 'hidden' })
  expect(await reasonsOf(await many(30, hiddenNewcomer))).toEqual({ lead: 17, held: 13 })
})

test('a browser counts as known ten seconds after its first page, and when it was linked before', async () => {
  expect(await reasonsOf(await many(60, () => after(9)))).toEqual({ lead: 50, held: 10 })
  campaign = await world.makeCampaign()
  expect(await reasonsOf(await many(50, () => after(10)))).toEqual({ lead: 50 })
  expect((await holds()).apart_hold).toBeNull()
})

test('what is held apart is released by itself, up to twice as much', async () => {
  await reasonsOf(await many(51, fromNowhere))
  expect((await release('usual')).status).toBe(409)
  expect((await release('apart')).status).toBe(200)
  expect(await holds()).toEqual({ lead_hold: null, apart_hold: null })
  world.clock.advance(11 * minute_ms)
  expect(await reasonsOf(await many(110, fromNowhere))).toEqual({ lead: 100, held: 10 })
  http.forget()
  expect((await holds()).apart_hold).not.toBeNull()
  expect((await release()).status).toBe(200)
  expect((await release()).status).toBe(409)
})

test('a hold of the campaign holds both', async () => {
  expect(await reasonsOf(await many(51, knownBrowser))).toEqual({ lead: 50, held: 1 })
  expect(await reasonsOf([await fromNowhere(), await knownBrowser()])).toEqual({ held: 2 })
})
