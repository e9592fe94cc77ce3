import { describe, expect, test } from 'vitest'
import { setJob, makeB2bCampaign } from '#server/test/b2b-world.ts'
import {
  openPipelineWorld,
  md5,
  start_ms,
  type HitInput,
  type PipelineCampaign,
  type PipelinePerson,
} from '#server/test/pipeline-world.ts'
import { verifyLedger } from '#server/areas/ledger/verify-ledger.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { explainLead } from './explain-lead.ts'
import { verifyLeads } from './verify-leads.ts'

const day_ms = 86_400_000

const world = await openPipelineWorld()

let companies = 0
/** A new company for each test, with people in these jobs. */
async function makeCompany(...titles: string[]): Promise<{ domain: string; people: PipelinePerson[] }> {
  const domain = `firm${++companies}.example`
  const people: PipelinePerson[] = []
  for (const job_title of titles)
    people.push(await setJob(world, await world.makePerson(), { company_domain: domain, job_title }))
  return { domain, people }
}
const leadsOf = async (campaign: PipelineCampaign) =>
  (await world.db.adminPool.query('select * from lead where campaign_id = $1 order by created_at, id', [campaign.id]))
    .rows
const reasonOf = async (campaign: PipelineCampaign, hit: HitInput) => (await world.visit(campaign, hit)).reason

describe('a visit from a company’s addresses', () => {
  test('suggests the most senior of those who meet the profile, at the campaign’s price', async () => {
    const campaign = await makeB2bCampaign(world, { departments: ['marketing'] })
    const { domain, people } = await makeCompany('CEO', 'Marketing Manager', 'VP Marketing')
    const visit = await world.visit(campaign, { company: domain })
    expect(visit).toMatchObject({ reason: 'lead', match_key: 'company', confidence: expect.closeTo(0.6) })
    // It is unknown who visited.
    expect(visit.person_id).toBeNull()
    expect(await leadsOf(campaign)).toEqual([
      expect.objectContaining({
        person_id: people[2]!.id,
        match_key: 'company',
        company_domain: domain,
        retail_price_e4: 12_500,
        information: expect.objectContaining({ job_title: 'VP Marketing' }),
      }),
    ])
    const links = await world.db.adminPool.query('select from device_link where person_id = $1', [people[2]!.id])
    expect(links.rowCount).toBe(0)
    const books = await verifyLedger(world.db.appPool, [verifyLeads])
    expect(books.flatMap(({ problems }) => problems)).toEqual([])
  })

  test('is shown as a suggested contact, never as an identified visitor', async () => {
    const campaign = await makeB2bCampaign(world)
    const { domain } = await makeCompany('CEO')
    const { lead_id } = await world.visit(campaign, { company: domain })
    const scope = { kind: 'agency', rootId: world.tree.root.id, agencyId: campaign.agencyId } as const
    const trace = await inScope(world.db.appPool, scope, (tx) => explainLead(tx, campaign.agencyId, lead_id!))
    const detailOf = new Map(trace!.passed.map(({ reason, detail }) => [reason, detail?.values]))
    expect(detailOf.get('no_contact')).toEqual({ value: '60%' })
    expect(detailOf.has('no_match')).toBe(false)
  })

  test('ends as no_contact if nobody known there meets the profile', async () => {
    const campaign = await makeB2bCampaign(world, { titles: ['CFO'] })
    const { domain } = await makeCompany('CEO')
    expect(await reasonOf(campaign, { company: domain })).toBe('no_contact')
    expect(await reasonOf(campaign, { company: 'unheard-of.example' })).toBe('no_contact')
  })

  test('by a known person is judged by that person alone', async () => {
    const campaign = await makeB2bCampaign(world, { titles: ['CEO'] })
    const { domain, people } = await makeCompany('CEO', 'Gardener')
    expect(await reasonOf(campaign, { company: domain, hashes: [md5(people[1]!.email)] })).toBe('profile_missed')
  })

  test('skips people who opted out, are excluded, or lack what the campaign requires', async () => {
    const campaign = await makeB2bCampaign(world, {}, { require_phone: true })
    const { domain, people } = await makeCompany('CEO', 'CFO', 'VP Sales', 'Sales Manager')
    const [out, excludedPerson, silent, last] = people
    const run = (text: string, values: unknown[]) => world.db.adminPool.query(text, values)
    await run(`insert into opt_out values (decode($1, 'hex'), 'asked', now())`, [md5(out!.email)])
    await run(
      `insert into exclusion (agency_id, root_id, client_id, level, hash, created_at)
       values ($1, $2, $3, 'client', decode($4, 'hex'), now())`,
      [campaign.agencyId, world.tree.root.id, campaign.clientId, md5(excludedPerson!.email)],
    )
    await run('update person set phone_e164 = null where id = $1', [silent!.id])
    expect(await reasonOf(campaign, { company: domain })).toBe('lead')
    expect((await leadsOf(campaign)).map(({ person_id }) => person_id)).toEqual([last!.id])
  })

  test('suggests nobody if the unknown visitor opted out', async () => {
    const campaign = await makeB2bCampaign(world)
    const { domain } = await makeCompany('CEO')
    await world.db.adminPool.query(`insert into opt_out values (decode($1, 'hex'), 'asked', now())`, [
      md5('stranger@example.com'),
    ])
    expect(await reasonOf(campaign, { company: domain, hashes: [md5('stranger@example.com')] })).toBe('no_contact')
  })

  test('counts as the company’s lead of its window, in one batch as across several', async () => {
    const campaign = await makeB2bCampaign(world, { companyWindow: '1 week' })
    const { domain, people } = await makeCompany('CEO', 'CFO')
    for (const _page of [1, 2, 3]) await world.hit(campaign, { company: domain })
    await world.resolve(campaign)
    const reasons = (await world.visits(campaign)).map(({ reason }) => reason)
    expect(reasons.toSorted()).toEqual(['company_returning', 'company_returning', 'lead'])
    expect(await reasonOf(campaign, { hashes: [md5(people[1]!.email)] })).toBe('company_returning')
    expect(await reasonOf(campaign, { company: domain, at_ms: start_ms + 7 * day_ms })).toBe('lead')
    expect((await leadsOf(campaign)).map(({ person_id }) => person_id).toSorted()).toEqual(people.map(({ id }) => id))
  })

  test('suggests the next contact a day later if every person may become a lead, and each one once', async () => {
    const campaign = await makeB2bCampaign(world, { companyWindow: 'none' })
    const { domain, people } = await makeCompany('CEO', 'CFO')
    const later = (days: number) => reasonOf(campaign, { company: domain, at_ms: start_ms + days * day_ms })
    expect([await later(0), await later(0)]).toEqual(['lead', 'company_returning'])
    expect([await later(1), await later(2)]).toEqual(['lead', 'returning'])
    expect((await leadsOf(campaign)).map(({ person_id }) => person_id).toSorted()).toEqual(people.map(({ id }) => id))
  })

  test.each(['limit_reached', 'not_active'])('ends as %s like any other', async (reason) => {
    const settings = reason === 'limit_reached' ? { limit_leads: 1 } : { status: 'pause' }
    const campaign = await makeB2bCampaign(world, {}, settings)
    if (reason === 'limit_reached') await world.visit(campaign, { company: (await makeCompany('CEO')).domain })
    expect(await reasonOf(campaign, { company: (await makeCompany('CEO')).domain })).toBe(reason)
  })

  test('is ignored if its hit is from a bot or another host', async () => {
    const campaign = await makeB2bCampaign(world)
    const { domain } = await makeCompany('CEO')
    for (const [mark, reason] of [
      ['bot', 'bot'],
      ['host', 'host_not_allowed'],
      ['datacentre', 'datacentre'],
    ] as const)
      expect(await reasonOf(campaign, { company: domain, mark })).toBe(reason)
  })
})
