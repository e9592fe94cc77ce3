import { afterAll, beforeAll, expect, test } from 'vitest'
import { getCampaign, updateCampaign } from '#contract/campaigns/campaigns.ts'
import { listCampaignHistory } from '#contract/campaigns/history.ts'
import { openCampaignStage, type CampaignStage } from '#server/test/campaign-stage.ts'

let stage: CampaignStage

beforeAll(async () => {
  stage = await openCampaignStage()
})
afterAll(() => stage.close())

const daily = { LimitLead: 10, LimitLeadFreq: 'day' }

test('a daily limit is spread evenly on request, until another limit leaves nothing to spread', async () => {
  const owner = stage.http.as(stage.tree.acme.owner)
  const campaign = (await stage.create(stage.tree.acme.owner, stage.plumbright, daily)).body.data
  expect(campaign.spread_evenly).toBe('F')
  const { leadspeek_api_id } = campaign
  const answer = await owner.call(updateCampaign, { body: { leadspeek_api_id, spread_evenly: 'T' } })
  expect(answer.body.data.spread_evenly).toBe('T')
  await owner.call(updateCampaign, { body: { leadspeek_api_id, LimitLeadFreq: 'week' } })
  const campaignRead = await owner.call(getCampaign, { params: { id: leadspeek_api_id } })
  expect(campaignRead.body.data).toMatchObject({ spread_evenly: 'F', LimitLeadFreq: 'week' })
  const { data } = (await owner.call(listCampaignHistory, { params: { id: leadspeek_api_id } })).body
  expect(data[0]!.changes).toContainEqual({ field: 'spread_evenly', is_kept: true, before: true, after: false })
})

test.each([
  ['a limit per week', { LimitLead: 10, LimitLeadFreq: 'week' }],
  ['a limit in total', { LimitLead: 10, LimitLeadFreq: 'max' }],
])('%s cannot be spread', async (_which, limit) => {
  const owner = stage.http.as(stage.tree.acme.owner)
  const refusal = { status: 422, field: 'spread_evenly' }
  const creation = await stage.create(stage.tree.acme.owner, stage.plumbright, { ...limit, spread_evenly: 'T' })
  expect({ status: creation.status, field: creation.body.field }).toEqual(refusal)
  const { leadspeek_api_id } = (await stage.create(stage.tree.acme.owner, stage.plumbright, daily)).body.data
  const change = await owner.call(updateCampaign, { body: { leadspeek_api_id, ...limit, spread_evenly: 'T' } })
  expect({ status: change.status, field: change.body.field }).toEqual(refusal)
})
