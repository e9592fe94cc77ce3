import { afterAll, beforeAll, expect, test } from 'vitest'
import { getCampaign, updateCampaign } from '#contract/campaigns/campaigns.ts'
import { openCampaignStage, type CampaignStage } from '#server/test/campaign-stage.ts'

let stage: CampaignStage

beforeAll(async () => {
  stage = await openCampaignStage()
})
afterAll(() => stage.close())

test('a campaign takes leads at any time unless somebody says on which days and at which hours', async () => {
  const owner = stage.http.as(stage.tree.acme.owner)
  const { data } = (await stage.create(stage.tree.acme.owner, stage.plumbright)).body
  expect(data).toMatchObject({ active_days: [], active_from: 0, active_to: 24 })
  const nights = { active_days: [6, 5, 6], active_from: 22, active_to: 6 }
  const { leadspeek_api_id } = data
  const saved = await owner.call(updateCampaign, { body: { leadspeek_api_id, ...nights } })
  expect(saved.body.data).toMatchObject({ ...nights, active_days: [5, 6] })
  // What is not sent stays.
  await owner.call(updateCampaign, { body: { leadspeek_api_id, campaignName: 'Nights' } })
  const read = await owner.call(getCampaign, { params: { id: leadspeek_api_id } })
  expect(read.body.data).toMatchObject({ ...nights, active_days: [5, 6], campaignName: 'Nights' })
})

test.each([
  ['active_days', { active_days: [0] }],
  ['active_days', { active_days: [8] }],
  ['active_days', { active_days: ['1'] }],
  ['active_from', { active_from: 24 }],
  ['active_from', { active_from: 8.5 }],
  ['active_to', { active_to: 0 }],
  ['active_to', { active_to: 25 }],
  ['active_to', { active_from: 9, active_to: 9 }],
])('hours that are none are refused by %s', async (field, fields) => {
  const { status, body } = await stage.create(stage.tree.acme.owner, stage.plumbright, fields)
  expect({ status, field: body.field?.split('.')[0] }).toEqual({ status: 422, field })
})
