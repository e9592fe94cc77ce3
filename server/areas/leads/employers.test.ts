import { describe, expect, test } from 'vitest'
import { inScope } from '#server/platform/database/scope.ts'
import { setJob, makeB2bCampaign, storedProfile } from '#server/test/b2b-world.ts'
import { openPipelineWorld, md5, start_ms, type PipelineCampaign } from '#server/test/pipeline-world.ts'
import { verifyLedger } from '#server/areas/ledger/verify-ledger.ts'
import { explainLead } from './explain-lead.ts'
import { verifyLeads } from './verify-leads.ts'

const day_ms = 86_400_000

const world = await openPipelineWorld()

/** Visit of a new person with this job; returns the outcome. */
async function visitOf(campaign: PipelineCampaign, work: Record<string, string | null> = {}, at_ms = start_ms) {
  const person = await setJob(world, await world.makePerson(), work)
  return { person, ...(await world.visit(campaign, { hashes: [md5(person.email)], at_ms })) }
}
const reasonOf = async (campaign: PipelineCampaign, work?: Record<string, string | null>) =>
  (await visitOf(campaign, work)).reason
const leadOf = async (campaign: PipelineCampaign) =>
  (await world.db.adminPool.query('select * from lead where campaign_id = $1', [campaign.id])).rows[0]

describe('a B2B ID lead', () => {
  test('is created for a visitor whose job and company meet the profile, with its price, money, and known facts', async () => {
    const campaign = await makeB2bCampaign(world, {}, { retail_price_e4: 50_000, wholesale_price_e4: 20_000 })
    const { person, reason } = await visitOf(campaign)
    expect(reason).toBe('lead')
    expect(await leadOf(campaign)).toMatchObject({
      person_id: person.id,
      company_domain: 'northwind.example',
      retail_price_e4: 50_000,
      wholesale_price_e4: 20_000,
      information: { company_name: 'Northwind Software', job_title: 'VP Marketing' },
    })
    const books = await verifyLedger(world.db.appPool, [verifyLeads])
    expect(books.flatMap(({ problems }) => problems)).toEqual([])
  })

  test('includes only the kinds of information that its campaign asks for', async () => {
    const campaign = await makeB2bCampaign(world, { information: ['company_name', 'founded'] })
    await visitOf(campaign)
    expect((await leadOf(campaign)).information).toEqual({ company_name: 'Northwind Software' })
  })

  test('says which of its stages it passed and with what values', async () => {
    const campaign = await makeB2bCampaign(world, { match: 'least', least: 1, sizes: ['51-200'] })
    await visitOf(campaign)
    const { id } = await leadOf(campaign)
    const scope = { kind: 'agency', rootId: world.tree.root.id, agencyId: campaign.agencyId } as const
    const trace = await inScope(world.db.appPool, scope, (tx) => explainLead(tx, campaign.agencyId, id))
    expect(trace!.passed).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          reason: 'no_employer',
          detail: expect.objectContaining({ values: { value: 'northwind.example' } }),
        }),
        expect.objectContaining({
          reason: 'profile_missed',
          detail: expect.objectContaining({ values: { least: 1, count: 2 } }),
        }),
        expect.objectContaining({ reason: 'company_returning' }),
      ]),
    )
    expect(trace!.passed.map(({ reason }) => reason)).not.toContain('no_contact')
  })
})

describe('a visit to a B2B ID campaign', () => {
  test('ends as no_employer if the visitor’s company is unknown', async () => {
    const campaign = await makeB2bCampaign(world)
    expect(await reasonOf(campaign, { company_domain: null })).toBe('no_employer')
  })

  test('ends as company_excluded if the campaign excludes the company', async () => {
    const campaign = await makeB2bCampaign(world, { excludedDomains: ['northwind.example'] })
    expect(await reasonOf(campaign)).toBe('company_excluded')
    expect(await reasonOf(campaign, { company_domain: 'contoso.example' })).toBe('lead')
  })

  test('must meet all rules, any of them, or a minimum number; an unknown value meets none', async () => {
    const rules = { industries: ['information'], sizes: ['51-200'], states: ['NY'], titles: ['CMO'] }
    const reasons = async (match: object) => reasonOf(await makeB2bCampaign(world, { ...rules, ...match }))
    expect(await reasons({ match: 'all' })).toBe('profile_missed')
    expect(await reasons({ match: 'any' })).toBe('lead')
    expect(await reasons({ match: 'least', least: 2 })).toBe('lead')
    expect(await reasons({ match: 'least', least: 3 })).toBe('profile_missed')
    const campaign = await makeB2bCampaign(world)
    expect(await reasonOf(campaign, { industry: null })).toBe('profile_missed')
  })

  test('is checked against the visitor’s own rules of other stages before the company’s window', async () => {
    const campaign = await makeB2bCampaign(world, {}, { require_phone: true })
    const person = await setJob(world, await world.makePerson({ phone_e164: null }))
    expect((await world.visit(campaign, { hashes: [md5(person.email)] })).reason).toBe('phone_missing')
  })
})

describe('one lead per company and window', () => {
  test('holds colleagues back until exactly the end of the window', async () => {
    const campaign = await makeB2bCampaign(world, { companyWindow: '1 week' })
    expect((await visitOf(campaign)).reason).toBe('lead')
    const end_ms = start_ms + 7 * day_ms
    expect((await visitOf(campaign, {}, end_ms - 1)).reason).toBe('company_returning')
    expect((await visitOf(campaign, { company_domain: 'contoso.example' })).reason).toBe('lead')
    expect((await visitOf(campaign, {}, end_ms)).reason).toBe('lead')
  })

  test('works the same in one batch as across several', async () => {
    const campaign = await makeB2bCampaign(world)
    for (const _of of [1, 2, 3]) {
      const person = await setJob(world, await world.makePerson())
      await world.hit(campaign, { hashes: [md5(person.email)] })
    }
    await world.resolve(campaign)
    expect((await world.visits(campaign)).map(({ reason }) => reason).toSorted()).toEqual([
      'company_returning',
      'company_returning',
      'lead',
    ])
  })

  test('does not apply where every person may become a lead', async () => {
    const campaign = await makeB2bCampaign(world, { companyWindow: 'none' })
    expect([await reasonOf(campaign), await reasonOf(campaign)]).toEqual(['lead', 'lead'])
  })

  test('applies across the client’s campaigns where people are counted that way', async () => {
    const [client] = world.tree.acme.clients.slice(1)
    const of = { agencyId: world.tree.acme.id, clientId: client!.id }
    const [first, second] = await Promise.all(
      [{}, { reidentification_across_client: true }].map((settings) =>
        world.makeCampaign({ module: 'b2b', module_settings: storedProfile(), ...settings }, of),
      ),
    )
    expect(await reasonOf(first!)).toBe('lead')
    expect(await reasonOf(second!)).toBe('company_returning')
    expect((await visitOf(second!, { company_domain: 'contoso.example' })).reason).toBe('lead')
    expect((await visitOf(first!, { company_domain: 'contoso.example' })).reason).toBe('lead')
  })
})
