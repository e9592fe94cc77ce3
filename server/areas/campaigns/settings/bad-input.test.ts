import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { updateEnhanceCampaign, updateLocatorCampaign } from '#contract/campaigns/campaigns.ts'
import { newId } from '#server/platform/ids.ts'
import { openCampaignStage, type CampaignStage } from '#server/test/campaign-stage.ts'
import { makeAudience } from '#server/test/make-audience.ts'

let stage: CampaignStage

beforeAll(async () => {
  stage = await openCampaignStage()
})
afterAll(() => stage.close())

const many = (text: string): string => Array.from({ length: 501 }, (_none, n) => `${text} ${n}`).join('\n')

const wrongSearches: [what: string, field: string, fields: object][] = [
  ['an unknown topic', 'searchtopics', { searchtopics: ['roofing', 'moon-bases'] }],
  ['a sensitive topic', 'searchtopics', { searchtopics: ['cancer'] }],
  ['501 keywords', 'keyword', { keyword: many('roof') }],
  ['501 contextual keywords', 'keywordcontextual', { keywordcontextual: many('roof') }],
  ['negative keywords alone', 'keyword', { keyword: '-free\n-jobs' }],
  ['negative contextual keywords alone', 'keywordcontextual', { keywordcontextual: '-free' }],
  ['a keyword of six words', 'keyword', { keyword: 'one two three four five six' }],
  ['a sensitive keyword', 'keyword', { keyword: 'diabetes treatment' }],
]

const wrongDays: [what: string, field: string, fields: object][] = [
  ['a last day before the first', 'enddatecampaign', { enddatecampaign: '2026-11-19' }],
  ['a first day after the last', 'enddatecampaign', { startdatecampaign: '2027-02-01' }],
]

const rows = async () => (await stage.db.adminPool.query('select * from campaign order by id')).rows as unknown

describe.each([
  ['locator', updateLocatorCampaign],
  ['enhance', updateEnhanceCampaign],
] as const)('a %s campaign', (leadspeekType, update) => {
  const base = { leadspeekType, keyword: 'roof repair', startdatecampaign: '2026-11-20', enddatecampaign: '2027-01-31' }
  // There are no people in this test, so Enhance ID only accepts an empty list of places.
  const nowhere = { nationaltargeting: 'F', locationtarget: 'State', state: [] }
  const make = (fields: object) =>
    stage.create(stage.tree.acme.owner, stage.plumbright, { ...base, ...nowhere, CostSet: '3', ...fields })

  test.each([...wrongSearches, ...wrongDays])('is not created or changed with %s', async (_what, field, fields) => {
    const campaign = await make({})
    expect(campaign.status).toBe(200)
    const before = await rows()
    const answers = [
      await make(fields),
      await stage.http
        .as(stage.tree.acme.owner)
        .call(update, { body: { leadspeek_api_id: campaign.body.data.leadspeek_api_id, ...fields } }),
    ]
    expect(answers.map(({ status, body }) => [status, body.field])).toEqual([
      [422, field],
      [422, field],
    ])
    expect(await rows()).toEqual(before)
  })
})

test('another tenant’s audience looks nonexistent, and nothing is created', async () => {
  const strange = await makeAudience(
    { db: stage.db, rootId: stage.tree.root.id },
    { agencyId: stage.tree.brightside.id, clientId: stage.solstice.id },
    {},
  )
  const before = await rows()
  const answers = await Promise.all(
    [strange, newId(1)].map((id) => stage.create(stage.tree.acme.owner, stage.plumbright, { include_audiences: [id] })),
  )
  expect(answers.map(({ status, body }) => [status, body.field])).toEqual([
    [422, 'include_audiences'],
    [422, 'include_audiences'],
  ])
  expect(answers[0]!.body.message).toBe(answers[1]!.body.message)
  expect(await rows()).toEqual(before)
})
