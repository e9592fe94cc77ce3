import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyCampaign } from '#contract/campaigns/copies.ts'
import { getCampaign, updateCampaign } from '#contract/campaigns/campaigns.ts'
import { listCampaignHistory } from '#contract/campaigns/history.ts'
import { openCampaignStage, type CampaignStage } from '#server/test/campaign-stage.ts'

let stage: CampaignStage

beforeAll(async () => {
  stage = await openCampaignStage()
})
afterAll(() => stage.close())

test('a money cap is set, taken along by a copy of the limit, taken away, and kept in the changes', async () => {
  const owner = stage.http.as(stage.tree.acme.owner)
  const made = (await stage.create(stage.tree.acme.owner, stage.plumbright, { month_cap_cents: 250_00 })).body.data
  const { leadspeek_api_id } = made
  expect(made.month_cap_cents).toBe(250_00)
  const copied = await owner.call(copyCampaign, { body: { leadspeek_api_id, campaignName: 'Again', parts: ['limit'] } })
  expect(copied.body.data.month_cap_cents).toBe(250_00)
  await owner.call(updateCampaign, { body: { leadspeek_api_id, month_cap_cents: 0 } })
  const read = await owner.call(getCampaign, { params: { id: leadspeek_api_id } })
  expect(read.body.data.month_cap_cents).toBe(0)
  const { data } = (await owner.call(listCampaignHistory, { params: { id: leadspeek_api_id } })).body
  expect(data[0]!.changes).toContainEqual({ field: 'month_cap_cents', is_kept: true, before: 250_00, after: 0 })
})

test.each([-1, 10.5, 10_000_000, '100'])('a money cap of %s cents is refused by name', async (month_cap_cents) => {
  const { status, body } = await stage.create(stage.tree.acme.owner, stage.plumbright, { month_cap_cents })
  expect([status, body.field]).toEqual([422, 'month_cap_cents'])
})
