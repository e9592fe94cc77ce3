import { describe, expect, test } from 'vitest'
import { inScope } from '#server/platform/database/scope.ts'
import { openSearchWorld } from '#server/test/search-world.ts'
import { explainLead } from '../explain-lead.ts'
import { verifyLeads } from '../verify-leads.ts'
import { verifyLedger } from '#server/areas/ledger/verify-ledger.ts'
import type { PipelineCampaign } from '#server/test/pipeline-world.ts'

const day_ms = 86_400_000
const sixKinds = ['age_band', 'gender', 'home', 'income_band', 'interests', 'vehicle']

const world = await openSearchWorld()

const leadOf = async (campaign: PipelineCampaign) =>
  (await world.db.adminPool.query('select * from lead where campaign_id = $1', [campaign.id])).rows[0]

describe('an Enhance ID lead', () => {
  test('is created for a search by a person with a complete record, with price, money, and known facts', async () => {
    const campaign = await world.makeEnhanceCampaign({}, { retail_price_e4: 40_000, wholesale_price_e4: 15_000 })
    const person = await world.makeCompletePerson()
    await world.search(person)
    expect(await world.outcomes(campaign)).toEqual(['lead'])
    expect(await leadOf(campaign)).toMatchObject({
      person_id: person.id,
      retail_price_e4: 40_000,
      wholesale_price_e4: 15_000,
      information: { age_band: 'Known age_band', home: 'Known home' },
    })
    const books = await verifyLedger(world.db.appPool, [verifyLeads])
    expect(books.flatMap(({ problems }) => problems)).toEqual([])
  })

  test('includes the kinds of information that its campaign asks for, sensitive ones only by name', async () => {
    const kinds = [...sixKinds, 'credit_rating_band', 'job_title']
    const everything = await world.makeEnhanceCampaign()
    const selectiveCampaign = await world.makeEnhanceCampaign({
      information: ['vehicle', 'credit_rating_band', 'children'],
    })
    await world.search(await world.makeCompletePerson({}, kinds))
    await world.outcomes(everything)
    await world.outcomes(selectiveCampaign)
    expect(Object.keys((await leadOf(everything)).information).toSorted()).toEqual(sixKinds.toSorted())
    expect(Object.keys((await leadOf(selectiveCampaign)).information).toSorted()).toEqual([
      'credit_rating_band',
      'vehicle',
    ])
  })

  test('says which of its stages it passed and with what values', async () => {
    const campaign = await world.makeEnhanceCampaign({ leastKnown: 6 })
    await world.search(await world.makeCompletePerson({}, sixKinds))
    await world.outcomes(campaign)
    const { id } = await leadOf(campaign)
    const scope = { kind: 'agency', rootId: world.tree.root.id, agencyId: campaign.agencyId } as const
    const trace = await inScope(world.db.appPool, scope, (tx) => explainLead(tx, campaign.agencyId, id))
    expect(trace!.passed).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ reason: 'record_old', detail: expect.objectContaining({ values: { days: 90 } }) }),
        expect.objectContaining({
          reason: 'too_little_known',
          detail: expect.objectContaining({ values: { least: 6 } }),
        }),
      ]),
    )
  })
})

describe('no Enhance ID lead is created because of', () => {
  const verifiedAt = (daysAgo: number) => new Date(world.clock.now() - daysAgo * day_ms)

  test.each([
    ['no email address', 'email_missing', { email: null }],
    ['no phone number', 'phone_missing', { phone_e164: null }],
    ['no home', 'address_missing', { street: null }],
  ] as const)('%s', async (_what, reason, fields) => {
    const campaign = await world.makeEnhanceCampaign()
    await world.search(await world.makeCompletePerson(fields))
    expect(await world.outcomes(campaign)).toEqual([reason])
  })

  test('a record last verified more than 90 days before the search', async () => {
    const campaign = await world.makeEnhanceCampaign()
    await world.search(await world.makeCompletePerson({ updated_at: verifiedAt(91) }))
    await world.search(await world.makeCompletePerson({ updated_at: verifiedAt(90) }))
    expect((await world.outcomes(campaign)).toSorted()).toEqual(['lead', 'record_old'])
  })

  test('fewer kinds of information than the campaign requires, not counting sensitive ones', async () => {
    const campaign = await world.makeEnhanceCampaign({ leastKnown: 6 })
    await world.search(await world.makeCompletePerson())
    await world.search(
      await world.makeCompletePerson({}, [
        'age_band',
        'gender',
        'home',
        'income_band',
        'interests',
        'credit_rating_band',
      ]),
    )
    await world.search(await world.makeCompletePerson({}, sixKinds))
    expect((await world.outcomes(campaign)).toSorted()).toEqual(['lead', 'too_little_known', 'too_little_known'])
  })

  test('anything that stops a search in Search ID', async () => {
    const campaign = await world.makeEnhanceCampaign({ keyword: 'roof repair\n-free', leastSearches: 2 })
    const [curious, free] = [await world.makeCompletePerson(), await world.makeCompletePerson()]
    await world.search(curious)
    await world.search(free, { text: 'free roof repair' })
    expect((await world.outcomes(campaign)).toSorted()).toEqual(['negative_keyword', 'too_few_searches'])
  })
})

test('Search ID takes the same people whatever is known about them, and includes nothing more', async () => {
  const campaign = await world.makeSearchCampaign()
  await world.search(await world.makePerson({ phone_e164: null }))
  expect(await world.outcomes(campaign)).toEqual(['lead'])
  expect((await leadOf(campaign)).information).toBeNull()
})
