import { afterAll, beforeAll, expect, test } from 'vitest'
import { getCampaign, updateCampaign } from '#contract/campaigns/campaigns.ts'
import { openCampaignStage, type CampaignStage } from '#server/test/campaign-stage.ts'

let stage: CampaignStage

beforeAll(async () => {
  stage = await openCampaignStage()
})
afterAll(() => stage.close())

test('a campaign takes leads at any time unless active hours are set', async () => {
  const owner = stage.http.as(stage.tree.acme.owner)
  const { data } = (await stage.create(stage.tree.acme.owner, stage.plumbright)).body
  expect(data.active_hours).toEqual([])
  const hours = ['sat 10:00-14:00', 'fri 22:00-06:00', 'sat 10:00-14:00', 'fri 09:00-17:00']
  const normalHours = ['fri 09:00-17:00', 'fri 22:00-06:00', 'sat 10:00-14:00']
  const { leadspeek_api_id } = data
  const answer = await owner.call(updateCampaign, { body: { leadspeek_api_id, active_hours: hours } })
  expect(answer.body.data.active_hours).toEqual(normalHours)
  // A missing key keeps its value.
  await owner.call(updateCampaign, { body: { leadspeek_api_id, campaignName: 'Nights' } })
  const campaignRead = await owner.call(getCampaign, { params: { id: leadspeek_api_id } })
  expect(campaignRead.body.data).toMatchObject({ active_hours: normalHours, campaignName: 'Nights' })
})

test.each([
  [['mon 09:00-09:00']],
  [['mon 25:00-26:00']],
  [['Monday 9 to 5']],
  [[1]],
  [Array.from({ length: 29 }, () => 'mon 09:00-17:00')],
])('invalid active hours are rejected by field: %j', async (active_hours) => {
  const { status, body } = await stage.create(stage.tree.acme.owner, stage.plumbright, { active_hours })
  expect({ status, field: body.field?.split('.')[0] }).toEqual({ status: 422, field: 'active_hours' })
})
