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

test('a spend cap is set, copied with the limit, removed, and logged in the history', async () => {
  const owner = stage.http.as(stage.tree.acme.owner)
  const campaign = (await stage.create(stage.tree.acme.owner, stage.plumbright, { month_cap_cents: 250_00 })).body.data
  const { leadspeek_api_id } = campaign
  expect(campaign.month_cap_cents).toBe(250_00)
  const copyAnswer = await owner.call(copyCampaign, {
    body: { leadspeek_api_id, campaignName: 'Again', parts: ['limit'] },
  })
  expect(copyAnswer.body.data.month_cap_cents).toBe(250_00)
  await owner.call(updateCampaign, { body: { leadspeek_api_id, month_cap_cents: 0 } })
  const campaignRead = await owner.call(getCampaign, { params: { id: leadspeek_api_id } })
  expect(campaignRead.body.data.month_cap_cents).toBe(0)
  const { data } = (await owner.call(listCampaignHistory, { params: { id: leadspeek_api_id } })).body
  expect(data[0]!.changes).toContainEqual({ field: 'month_cap_cents', is_kept: true, before: 250_00, after: 0 })
})

test.each([-1, 10.5, 10_000_000, '100'])('a spend cap of %s cents is rejected by field', async (month_cap_cents) => {
  const { status, body } = await stage.create(stage.tree.acme.owner, stage.plumbright, { month_cap_cents })
  expect([status, body.field]).toEqual([422, 'month_cap_cents'])
})

test('alerts default to 80 and 100 percent, and are changed, copied with the limit, and logged in the history', async () => {
  const owner = stage.http.as(stage.tree.acme.owner)
  const campaign = (await stage.create(stage.tree.acme.owner, stage.plumbright)).body.data
  const { leadspeek_api_id } = campaign
  expect(campaign).toMatchObject({ alert_shares: [80, 100], alert_cents: 0, alert_payer: 'F' })
  const alerts = { alert_shares: [100, 50, 50], alert_cents: 30_00, alert_payer: 'T' } as const
  await owner.call(updateCampaign, { body: { leadspeek_api_id, ...alerts, alert_shares: [...alerts.alert_shares] } })
  const allAlerts = { ...alerts, alert_shares: [50, 100] }
  expect((await owner.call(getCampaign, { params: { id: leadspeek_api_id } })).body.data).toMatchObject(allAlerts)
  const copyAnswer = await owner.call(copyCampaign, {
    body: { leadspeek_api_id, campaignName: 'Told', parts: ['limit'] },
  })
  expect(copyAnswer.body.data).toMatchObject(allAlerts)
  const { data } = (await owner.call(listCampaignHistory, { params: { id: leadspeek_api_id } })).body
  expect(data[0]!.changes).toContainEqual({ field: 'alert_shares', is_kept: true, before: [80, 100], after: [50, 100] })
})

test.each([
  ['alert_shares', { alert_shares: [0] }],
  ['alert_shares', { alert_shares: [101] }],
  ['alert_cents', { alert_cents: -1 }],
  ['alert_payer', { alert_payer: true }],
])('an invalid %s is rejected: %o', async (field, fields) => {
  const { status, body } = await stage.create(stage.tree.acme.owner, stage.plumbright, fields)
  expect([status, String(body.field).split('.')[0]]).toEqual([422, field])
})
