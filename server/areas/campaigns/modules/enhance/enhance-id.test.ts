import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSupply } from '#contract/campaigns/supply.ts'
import { writeSignals } from '#server/areas/identity/signals/write-signals.ts'
import { listUnderPerforming } from '#contract/reports/campaigns.ts'
import { readNewCampaign, setCampaignActive, updateEnhanceCampaign } from '#contract/campaigns/campaigns.ts'
import { listCampaignHistory } from '#contract/campaigns/history.ts'
import { openCampaignStage, type CampaignStage } from '#server/test/campaign-stage.ts'

const kinds = ['age_band', 'gender', 'home', 'income_band', 'interests', 'vehicle']

let stage: CampaignStage
beforeAll(async () => {
  stage = await openCampaignStage()
  // The operator's minimum is 3 leads a day, so a state needs 21 people (one week).
  await stage.db.adminPool.query('update brand set min_lead_day_enhance = 3 where company_id = $1', [
    stage.tree.root.id,
  ])
  await addPeople(21, 'TX', '78701', kinds)
  await addPeople(20, 'FL', '33101', kinds)
  await addPeople(10, 'FL', '33101', kinds.slice(0, 4))
})
afterAll(() => stage.close())

/** Adds complete people, verified the day before, with these kinds of information. */
async function addPeople(count: number, state: string, zip: string, known: readonly string[]): Promise<void> {
  await stage.db.adminPool.query(
    `with made as (
       insert into person (first_name, last_name, email, phone_e164, street, city, state, zip, source, updated_at)
       select 'A', 'B', 'a@example.com', '+15125550101', '1 Way', 'Town', $2, $3, 'test', $4 from generate_series(1, $1)
       returning id)
     insert into trait (person_id, name, value) select id, name, 'x' from made, unnest($5::text[]) name`,
    [count, state, zip, new Date(Date.UTC(2026, 10, 19)), known],
  )
}

const make = (fields: object = {}) =>
  stage.create(stage.tree.acme.owner, stage.plumbright, {
    leadspeekType: 'enhance',
    keyword: 'roof repair',
    LimitLead: 3,
    LimitLeadFreq: 'day',
    ...fields,
  })
const change = (id: string, fields: object) =>
  stage.http
    .as(stage.tree.acme.owner)
    .call(updateEnhanceCampaign, { body: { leadspeek_api_id: id, ...fields } as never })
const outcomeOf = ({ status, body }: { status: number; body: { field?: string; message?: string } }) => [
  status,
  body.field,
  body.message,
]

describe('an Enhance ID campaign', () => {
  test('keeps in its history which information is sent with each lead', async () => {
    const id = (await make({ locationtarget: 'State', state: ['TX'] })).body.data.leadspeek_api_id
    await change(id, { listAdvanceInformationId: ['home', 'interests'] })
    const { body } = await stage.http.as(stage.tree.acme.owner).call(listCampaignHistory, { params: { id }, query: {} })
    expect(body.data[0]!.changes).toEqual([
      { field: 'listAdvanceInformationId', is_kept: true, before: [], after: ['home', 'interests'] },
    ])
  })

  test('starts with complete people, a minimum of five kinds of information, and all of them sent', async () => {
    const { status, body } = await make({ locationtarget: 'State', state: ['TX'], searchtopics: ['roofing'] })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      leadspeekType: 'enhance',
      keyword: 'roof repair',
      searchtopics: ['roofing'],
      requireemailaddress: 'T',
      phoneenabled: 'T',
      homeaddressenabled: 'T',
      informationminimum: 5,
      campaign_information_type: 'enhance',
      listAdvanceInformationId: [],
      CostSet: 4,
      blockers: [],
    })
  })

  test('stores what it is given, and can be started', async () => {
    const { body } = await make()
    const id = body.data.leadspeek_api_id
    const requirements = { informationminimum: 6, listAdvanceInformationId: ['gender', 'credit_rating_band'] }
    expect((await change(id, requirements)).body.data).toMatchObject(requirements)
    const start = await stage.http
      .as(stage.tree.acme.owner)
      .call(setCampaignActive, { body: { leadspeek_api_id: id, status: 'active' } })
    expect(start.body.data.status).toBe('active')
    // A running campaign needs keywords.
    expect(outcomeOf(await change(id, { keyword: '' }))).toEqual([422, 'keyword', 'No keywords or topics are set.'])
  })

  test.each([
    ['informationminimum', { informationminimum: 4 }],
    ['informationminimum', { informationminimum: 14 }],
    ['listAdvanceInformationId', { listAdvanceInformationId: ['shoe_size'] }],
    ['listAdvanceInformationId', { listAdvanceInformationId: ['job_title'] }],
    ['requireemailaddress', { requireemailaddress: 'F' }],
    ['phoneenabled', { phoneenabled: 'F' }],
    ['homeaddressenabled', { homeaddressenabled: 'F' }],
    ['keyword', { keyword: 'diabetes treatment' }],
  ])('rejects an invalid %s and changes nothing: %j', async (field, fields) => {
    const before = await stage.db.adminPool.query('select count(*) from campaign')
    const { status, body } = await make(fields)
    expect([status, body.field]).toEqual([422, field])
    expect((await stage.db.adminPool.query('select count(*) from campaign')).rows).toEqual(before.rows)
  })

  test('is the only kind of campaign with these fields', async () => {
    const body = await stage.create(stage.tree.acme.owner, stage.plumbright, { informationminimum: 6 })
    expect(outcomeOf(body)).toEqual([422, 'informationminimum', 'This does not apply to this product.'])
  })

  test('R224: cannot be sold below the agency’s cost', async () => {
    const low = await make({ CostSet: '1.4999' })
    expect(outcomeOf(low)).toEqual([422, 'CostSet', '*Cost Per Lead Minimum 1.5'])
  })
})

describe('C102: the minimum leads per day sets the lowest limit', () => {
  test.each([
    ['day', 2, 3],
    ['week', 20, 21],
    ['month', 92, 93],
    ['max', 20, 21],
  ] as const)('per %s', async (LimitLeadFreq, LimitLead, least) => {
    expect(outcomeOf(await make({ LimitLead, LimitLeadFreq }))).toEqual([422, 'LimitLead', `Enter ${least} or more.`])
    expect((await make({ LimitLead: least, LimitLeadFreq })).status).toBe(200)
  })

  test('but an earlier limit stays valid until it is changed', async () => {
    const { body } = await make()
    const id = body.data.leadspeek_api_id
    await stage.db.adminPool.query('update campaign set limit_leads = 1 where id = $1', [id])
    expect((await change(id, { campaignName: 'Renamed', LimitLead: 1 })).status).toBe(200)
    expect(outcomeOf(await change(id, { LimitLead: 2 }))).toEqual([422, 'LimitLead', 'Enter 3 or more.'])
    expect(outcomeOf(await change(id, { LimitLead: 0 }))).toEqual([422, 'LimitLead', 'Enter 1 or more.'])
  })

  test('and is the default of a new campaign whose client has a smaller limit', async () => {
    await stage.db.adminPool.query('update brand set min_lead_day_enhance = 400 where company_id = $1', [
      stage.tree.root.id,
    ])
    const params = { companyID: stage.plumbright.id, leadspeekType: 'enhance' as const }
    const form = await stage.http.as(stage.tree.acme.owner).call(readNewCampaign, { params })
    await stage.db.adminPool.query('update brand set min_lead_day_enhance = 3 where company_id = $1', [
      stage.tree.root.id,
    ])
    expect(form.body.data).toMatchObject({ LimitLead: 400, LimitLeadFreq: 'day' })
  })
})

describe('C098: the check for enough people', () => {
  const states = 'Too few people live in some of these states. Each needs at least 21.'
  const places = 'Too few people live here. At least 21 are needed.'

  test.each([
    ['a state with 20 of 21', { locationtarget: 'State', state: ['TX', 'FL'] }, ['state', states]],
    ['places where no one is complete enough', { informationminimum: 7 }, ['locationtarget', places]],
    ['ZIP codes with 20 of 21', { locationtarget: 'Zip Code', zip: '33101' }, ['zip', places]],
  ])('rejects %s', async (_what, fields, said) => {
    expect(outcomeOf(await make(fields))).toEqual([422, ...said])
  })

  test.each([
    ['a state with 21', { locationtarget: 'State', state: ['TX'] }],
    ['ZIP codes that have enough together', { locationtarget: 'Zip Code', zip: '33101\n78701' }],
    ['the whole country', {}],
  ])('accepts %s', async (_what, fields) => expect((await make(fields)).status).toBe(200))

  test('keeps existing places when the minimum rises, but rejects a change to the requirements', async () => {
    const { body } = await make({ locationtarget: 'State', state: ['TX'] })
    const id = body.data.leadspeek_api_id
    await stage.db.adminPool.query('update brand set min_lead_day_enhance = 4 where company_id = $1', [
      stage.tree.root.id,
    ])
    const answer = await change(id, { campaignName: 'Texas', locationtarget: 'State', state: ['TX'] })
    const more = await change(id, { informationminimum: 6 })
    await stage.db.adminPool.query('update brand set min_lead_day_enhance = 3 where company_id = $1', [
      stage.tree.root.id,
    ])
    expect([answer.status, more.status, more.body.field]).toEqual([200, 422, 'state'])
  })
})

test('a campaign that delivers less than half of its limit is reported', async () => {
  const { body } = await make()
  const id = body.data.leadspeek_api_id
  await stage.db.adminPool.query(
    `update campaign set status = 'active', start_date = '2026-11-01', created_at = '2026-11-01' where id = $1`,
    [id],
  )
  const report = await stage.http.as(stage.tree.acme.owner).call(listUnderPerforming, {})
  expect(report.body.data).toContainEqual(expect.objectContaining({ leadspeek_api_id: id, wanted: 21, delivered: 0 }))
})

describe('the supply forecast', () => {
  const day_ms = 86_400_000
  const forecast = async (id: string) =>
    (await stage.http.as(stage.plumbright.user).call(readSupply, { params: { id } })).body.data

  /** Adds one search a day for people of a state, over 14 days. */
  async function search(state: string, people: number, text: string): Promise<void> {
    const { rows } = await stage.db.adminPool.query<{ id: number }>(
      `select id from person where state = $1 and advanced_fields >= 5 order by id limit $2`,
      [state, people],
    )
    const client = await stage.db.adminPool.connect()
    const days = Array.from({ length: 14 }, (_, day) => Date.UTC(2026, 10, 20, 11) - day * day_ms)
    const signals = days.flatMap((at_ms) =>
      rows.map(({ id: personId }) => ({ personId, text, kind: 'search' as const, at_ms, zip: null })),
    )
    await writeSignals(client, signals)
    client.release()
  }

  test('counts the complete people in its places, and how many of them search for it per day', async () => {
    await stage.db.ownerPool.query('create table signal_of_tests partition of signal default')
    await search('TX', 2, 'gutter cleaning')
    await search('TX', 5, 'gutter cleaning jobs')
    await search('FL', 4, 'gutter cleaning cost')
    const texas = await make({ keyword: 'gutter cleaning\n-jobs', locationtarget: 'State', state: ['TX'] })
    expect(await forecast(texas.body.data.leadspeek_api_id)).toEqual({
      people: 21,
      people_needed: 21,
      searching_a_day: 2,
      least_a_day: 3,
      enough: 'F',
    })
    const country = await make({ keyword: 'gutter cleaning\n-jobs' })
    expect(await forecast(country.body.data.leadspeek_api_id)).toMatchObject({
      people: 41,
      searching_a_day: 6,
      enough: 'T',
    })
    const richer = await make({ keyword: 'gutter cleaning\n-jobs', informationminimum: 6 })
    expect(await forecast(richer.body.data.leadspeek_api_id)).toMatchObject({ searching_a_day: 6 })
    const pages = await make({ keyword: '', keywordcontextual: 'gutter cleaning' })
    expect(await forecast(pages.body.data.leadspeek_api_id)).toMatchObject({ searching_a_day: 0, enough: 'F' })
  })

  test('is empty for a product without a minimum', async () => {
    const { body } = await stage.create(stage.tree.acme.owner, stage.plumbright)
    expect(await forecast(body.data.leadspeek_api_id)).toBeNull()
  })
})
