import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getCampaign } from '#contract/campaigns/campaigns.ts'
import { undoConversion } from '#contract/leads/conversions.ts'
import { releaseLeads } from '#contract/leads/hold.ts'
import { createTestApp, noLimits, type TestApp } from '#server/test/app.ts'
import { startMailbox, type Mailbox } from '#demo/mailbox.ts'
import { newId } from '#server/platform/ids.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { md5, createPipelineWorld, type PipelineCampaign, type PipelineWorld } from '#server/test/pipeline-world.ts'

// Anyone with a pixel's key can send hits: what they can cost a client, and that they keep no one from becoming a lead.

let world: PipelineWorld
let http: TestApp
let mailbox: Mailbox
let campaign: PipelineCampaign
beforeAll(async () => {
  world = await createPipelineWorld()
  mailbox = await startMailbox({ now: () => world.clock.now() })
  http = await createTestApp(world.db, {
    limiter: noLimits,
    clock: world.clock,
    env: { SMTP_URL: mailbox.smtpUrl },
  })
})
beforeEach(async () => {
  http.forget()
  campaign = await world.makeCampaign()
})
afterAll(async () => {
  await http.close()
  await world.close()
  await mailbox.close()
})

const day_ms = 86_400_000
/** A visit of somebody whose browser was seen on the site a minute before. */
const hitOf = async () => {
  const visitorId = newId(world.clock.now())
  await world.hit(campaign, { visitorId, at_ms: world.clock.now() - 60_000 })
  return { hashes: [md5((await world.makePerson()).email)], visitorId }
}
const burst = async (count: number): Promise<Record<string, number>> => {
  const ids: string[] = []
  for (let at = 0; at < count; at++) ids.push(await world.hit(campaign, await hitOf()))
  await world.resolve(campaign)
  const reasons: Record<string, number> = {}
  for (const { id, reason } of await world.visits(campaign))
    if (ids.includes(id)) reasons[reason] = (reasons[reason] ?? 0) + 1
  return reasons
}
const holdOf = async () =>
  (await http.as(world.tree.acme.owner).call(getCampaign, { params: { id: campaign.id } })).body.data.lead_hold
const release = (user = world.tree.acme.owner) =>
  http.as(user).call(releaseLeads, { body: { leadspeek_api_id: campaign.id } })

describe('a hit without an origin', () => {
  test('creates no lead and records why', async () => {
    const visit = await world.visit(campaign, { ...(await hitOf()), mark: 'origin' })
    expect(visit).toMatchObject({ reason: 'no_origin', lead_id: null, person_id: null })
  })
})

describe('leads that arrive far faster than usual', () => {
  test('are held from then on; the agency is notified and can release them', async () => {
    expect(await burst(53)).toEqual({ lead: 50, held: 3 })
    expect(await holdOf()).toEqual({ since: new Date(world.clock.now()).toISOString(), leads: 50, within: 'burst' })
    world.clock.advance(day_ms)
    const person = await hitOf()
    expect((await world.visit(campaign, person)).reason).toBe('held')
    await runJobs(world.db, http.platform)
    const mails = mailbox.messages().filter(({ subject }) => subject.startsWith('Leads are on hold'))
    expect(mails.map(({ to }) => to).flat()).toContain(world.tree.acme.owner.email)
    expect(mails[0]!.text).toContain(`/siteid/campaign-management/${campaign.id}`)
    http.forget()
    expect((await release(world.tree.acme.bareAdmin)).status).toBe(403)
    expect((await release()).status).toBe(200)
    expect((await release()).status).toBe(409)
    expect(await holdOf()).toBeNull()
    // A person whose lead was held becomes one with the next visit.
    expect((await world.visit(campaign, person)).reason).toBe('lead')
  })

  test('after a release are held again at twice as many, and after a week as before', async () => {
    campaign = await world.makeCampaign({ limit_leads: 10_000 })
    await burst(51)
    expect((await release()).status).toBe(200)
    world.clock.advance(11 * 60_000)
    expect(await burst(160)).toEqual({ lead: 100, held: 60 })
    http.forget()
    expect(await holdOf()).toMatchObject({ leads: 100, within: 'burst' })
    expect((await release()).status).toBe(200)
    world.clock.advance(11 * 60_000)
    expect(await burst(203)).toEqual({ lead: 200, held: 3 })
    http.forget()
    expect((await release()).status).toBe(200)
    world.clock.advance(8 * day_ms)
    expect(await burst(60)).toEqual({ lead: 50, held: 10 })
  })

  test('are not held if the campaign produced that many before', async () => {
    const { rootId } = world.tree.acme.owner
    await world.db.adminPool.query(
      `insert into lead_count (agency_id, of_id, grain, start_at, root_id, client_id, leads, tests, wholesale_e4, retail_e4)
       values ($1, $2, 'day', date_trunc('day', $3::timestamptz - interval '2 days', 'UTC'), $4, $5, 1200, 0, 0, 0)`,
      [campaign.agencyId, campaign.id, new Date(world.clock.now()), rootId, campaign.clientId],
    )
    expect(await burst(99)).toEqual({ lead: 99 })
    expect(await burst(3)).toEqual({ lead: 1, held: 2 })
  })
})

describe('a conversion', () => {
  const conversion = { kind: 'conversion', value_cents: 4_900 }
  const newcomer = async () => ({ hashes: [md5((await world.makePerson()).email)] })
  const undo = (visit_id: string, user = world.tree.acme.owner) =>
    http.as(user).call(undoConversion, { body: { leadspeek_api_id: campaign.id, visit_id } })

  test('by somebody who never visited the site has no effect', async () => {
    const person = await newcomer()
    const outcome = await world.visit(campaign, { ...person, ...conversion })
    expect(outcome).toMatchObject({ reason: 'no_earlier_visit', lead_id: null })
    expect((await world.visit(campaign, person)).reason).toBe('lead')
  })

  test('counts after an anonymous visit with the same cookie', async () => {
    const visitorId = '0123456789abcdef0123456789abcdef'
    const [before, after] = [await newcomer(), await newcomer()]
    expect((await world.visit(campaign, { visitorId })).reason).toBe('no_key')
    expect((await world.visit(campaign, { ...before, ...conversion, visitorId })).reason).toBe('converted')
    expect((await world.visit(campaign, { ...after, ...conversion })).reason).toBe('no_earlier_visit')
  })

  test('can be undone, after which the person can become a lead again', async () => {
    campaign = await world.makeCampaign({ reidentification: 'always' })
    const person = await newcomer()
    const { lead_id } = await world.visit(campaign, person)
    const purchase = await world.visit(campaign, { ...person, ...conversion })
    expect(purchase.reason).toBe('converted')
    expect((await world.visit(campaign, person)).reason).toBe('converted')
    expect((await undo(purchase.id, world.tree.brightside.owner)).status).toBe(404)
    expect((await undo(purchase.id, world.tree.acme.clients[0]!.user)).status).toBe(200)
    expect((await undo(purchase.id)).status).toBe(409)
    const { rows } = await world.db.adminPool.query(
      'select converted_at, conversion_value_cents from lead where id = $1',
      [lead_id],
    )
    expect(rows).toEqual([{ converted_at: null, conversion_value_cents: null }])
    expect((await world.visit(campaign, person)).reason).toBe('lead')
  })
})
