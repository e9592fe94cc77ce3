import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { acceptFeatureAgreement } from '#contract/agreements/acceptances.ts'
import { readNewCampaign, setCampaignActive, updateB2bCampaign } from '#contract/campaigns/campaigns.ts'
import { maxRules, maxTitles } from '#contract/campaigns/module-fields/b2b.ts'
import { listCampaignHistory } from '#contract/campaigns/history.ts'
import { openCampaignStage, type CampaignStage } from '#server/test/campaign-stage.ts'
import type { TestUser } from '#server/test/factories.ts'

let stage: CampaignStage
beforeAll(async () => {
  stage = await openCampaignStage()
  await agree(stage.tree.acme.owner)
})
afterAll(() => stage.close())

const agree = async (user: TestUser): Promise<void> => {
  const params = { user_id: user.id, feature_id: 'b2b_module' } as const
  const { status } = await stage.http.as(user).call(acceptFeatureAgreement, {
    params,
    body: {
      ...params,
      feature_name: 'B2B ID',
      is_marketing_services_agreement_feature: 'T',
      company_name: 'Acme',
      company_id: user.companyId,
      location_menu: 'campaign-management',
    },
  })
  expect(status).toBe(200)
}

const make = (fields: object = {}, user = stage.tree.acme.owner) =>
  stage.create(user, stage.plumbright, {
    leadspeekType: 'b2b',
    urlCode: 'https://plumbright.example/',
    profileindustry: ['information'],
    ...fields,
  })
const change = (id: string, fields: object) =>
  stage.http.as(stage.tree.acme.owner).call(updateB2bCampaign, { body: { leadspeek_api_id: id, ...fields } as never })
const start = (id: string, user = stage.tree.acme.owner) =>
  stage.http.as(user).call(setCampaignActive, { body: { leadspeek_api_id: id, status: 'active' } })
const outcomeOf = ({ status, body }: { status: number; body: { field?: string; message?: string } }) => [
  status,
  body.field,
  body.message,
]

const profile = {
  profilematch: 'least',
  profileminimum: 2,
  profileindustry: ['information', 'finance'],
  profilesize: ['51-200'],
  profileseniority: ['executive'],
  profiledepartment: ['marketing'],
  profiletitle: 'CMO\nVP Marketing',
  profilestate: ['TX'],
  companyexclude: 'contoso.example\nfabrikam.example',
  companywindow: '3 months',
  suggestcontacts: 'F',
  listB2BInformationId: ['job_title', 'company_name'],
}

describe('a B2B ID campaign', () => {
  test('keeps in its history which information is sent with each lead', async () => {
    const id = (await make()).body.data.leadspeek_api_id
    await change(id, { listB2BInformationId: ['job_title'] })
    const { body } = await stage.http.as(stage.tree.acme.owner).call(listCampaignHistory, { params: { id }, query: {} })
    expect(body.data[0]!.changes).toEqual([
      { field: 'listB2BInformationId', is_kept: true, before: [], after: ['job_title'] },
    ])
  })

  test('starts with all of its rules required and one lead per company and month', async () => {
    const { status, body } = await make()
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      leadspeekType: 'b2b',
      profilematch: 'all',
      profileminimum: 1,
      profileindustry: ['information'],
      profiletitle: '',
      companywindow: '1 month',
      suggestcontacts: 'T',
      listB2BInformationId: [],
      CostSet: 5,
      blockers: [],
    })
    expect(await stage.pixelOf(body.data.leadspeek_api_id)).toMatchObject({ active: true, finds_companies: true })
  })

  test('stores what it is given, normalized, and can be started', async () => {
    const id = (await make()).body.data.leadspeek_api_id
    const input = {
      ...profile,
      profileindustry: ['information', 'finance', 'information'],
      profiletitle: ' CMO \n\nVP Marketing\r\nCMO',
      companyexclude: 'WWW.Contoso.example\nfabrikam.example\n',
      listB2BInformationId: ['company_name', 'job_title', 'job_title'],
    }
    expect((await change(id, input)).body.data).toMatchObject(profile)
    expect(await stage.pixelOf(id)).toMatchObject({ finds_companies: false })
    expect((await start(id)).body.data.status).toBe('active')
    // A running campaign needs at least one rule.
    const none = { profileindustry: [], profilesize: [], profileseniority: [], profiledepartment: [], profilestate: [] }
    expect(outcomeOf(await change(id, { ...none, profiletitle: '' }))).toEqual([
      422,
      'profilematch',
      'The customer profile has no rule.',
    ])
  })

  test('cannot start without a site, without a rule, or with more required rules than it has', async () => {
    const blockersOf = async (fields: object) => (await make(fields)).body.data.blockers.map(({ field }) => field)
    expect(await blockersOf({ urlCode: '', profileindustry: [] })).toEqual(['urlCode', 'profilematch'])
    expect(await blockersOf({ profilematch: 'least', profileminimum: 2 })).toEqual(['profileminimum'])
    expect(await blockersOf({ profilematch: 'least', profileminimum: 2, profilestate: ['TX'] })).toEqual([])
  })

  test.each([
    ['profilematch', { profilematch: 'most' }],
    ['profileminimum', { profileminimum: 0 }],
    ['profileminimum', { profileminimum: maxRules + 1 }],
    ['profileindustry.0', { profileindustry: ['alchemy'] }],
    ['profilesize.0', { profilesize: ['huge'] }],
    ['profileseniority.0', { profileseniority: ['king'] }],
    ['profiledepartment.0', { profiledepartment: ['magic'] }],
    ['profiletitle', { profiletitle: 'x'.repeat(101) }],
    ['profiletitle', { profiletitle: '\u0007' }],
    ['profiletitle', { profiletitle: '...' }],
    ['profiletitle', { profiletitle: Array.from({ length: maxTitles + 1 }, (_, n) => `Title ${n}`).join('\n') }],
    ['profilestate.0', { profilestate: ['Texas'] }],
    ['profilestate', { profilestate: ['ZZ'] }],
    ['companyexclude', { companyexclude: 'not a domain' }],
    ['companyexclude', { companyexclude: 'https://contoso.example/' }],
    ['suggestcontacts', { suggestcontacts: 'yes' }],
    ['companywindow', { companywindow: '2 days' }],
    ['listB2BInformationId', { listB2BInformationId: ['shoe_size'] }],
    ['listB2BInformationId', { listB2BInformationId: ['age_band'] }],
  ])('rejects an invalid %s and changes nothing: %j', async (field, fields) => {
    const before = await stage.db.adminPool.query('select count(*) from campaign')
    const { status, body } = await make(fields)
    expect([status, body.field]).toEqual([422, field])
    expect((await stage.db.adminPool.query('select count(*) from campaign')).rows).toEqual(before.rows)
  })

  test('is the only kind of campaign with these fields', async () => {
    const body = await stage.create(stage.tree.acme.owner, stage.plumbright, { profileindustry: ['finance'] })
    expect(outcomeOf(body)).toEqual([422, 'profileindustry', 'This does not apply to this product.'])
  })

  test('R224: cannot be sold below the agency’s cost', async () => {
    expect(outcomeOf(await make({ CostSet: '1.9999' }))).toEqual([422, 'CostSet', '*Cost Per Lead Minimum 2'])
    const form = await stage.http.as(stage.tree.acme.owner).call(readNewCampaign, {
      params: { companyID: stage.plumbright.id, leadspeekType: 'b2b' },
    })
    expect(form.body.data).toMatchObject({ CostSet: 5, priceMinimum: 2 })
  })
})

describe('the service agreement of B2B ID', () => {
  const refusal = [403, undefined, 'Accept the Service Agreement of this product first.']

  test('R111: is required to create or start a campaign, and nothing changes without it', async () => {
    const id = (await make()).body.data.leadspeek_api_id
    const { admin } = stage.tree.acme
    const before = await stage.db.adminPool.query('select count(*) from campaign')
    expect(outcomeOf(await make({}, admin))).toEqual(refusal)
    expect(outcomeOf(await start(id, admin))).toEqual(refusal)
    expect((await stage.db.adminPool.query('select count(*) from campaign')).rows).toEqual(before.rows)
    const { rows } = await stage.db.adminPool.query('select status from campaign where id = $1', [id])
    expect(rows[0].status).toBe('draft')
    await agree(admin)
    expect((await make({}, admin)).status).toBe(200)
    expect((await start(id, admin)).body.data.status).toBe('active')
  })

  test('R111: is required again for a newer version of its text', async () => {
    const { rows } = await stage.db.adminPool.query(
      `insert into document (id, name, version, language, title, html, published_at)
       select uuidv7(), name, version + 1, language, title, html, published_at from document
        where name = 'feature-b2b-module' and language = 'en' returning id`,
    )
    expect(outcomeOf(await make())).toEqual(refusal)
    await stage.db.adminPool.query('delete from document where id = $1', [rows[0].id])
    expect((await make()).status).toBe(200)
  })

  test('is not required by products that have none', async () => {
    expect((await stage.create(stage.tree.acme.owner, stage.harbor)).status).toBe(200)
    expect((await stage.create(stage.tree.acme.admin, stage.harbor)).status).toBe(200)
  })
})
