import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { copyCampaign } from '#contract/campaigns/copies.ts'
import { getCampaign, readNewCampaign, updateCampaign } from '#contract/campaigns/campaigns.ts'
import { setRetailCost } from '#contract/pricing/retail.ts'
import { saveSetting } from '#contract/settings/settings.ts'
import { openCampaignStage, type CampaignStage } from '#server/test/campaign-stage.ts'
import type { TestUser } from '#server/test/factories.ts'

// campaign_information_type, CostSetAdvanced, LeadspeekCostperleadAdvanced: Site ID leads with more information.

let stage: CampaignStage
let owner: TestUser
beforeAll(async () => {
  stage = await openCampaignStage()
  owner = stage.tree.acme.owner
})
afterAll(() => stage.close())
beforeEach(async () => {
  await wholesale({ LeadspeekCostperlead: 0.5, LeadspeekCostperleadAdvanced: 1 })
  await retail({ CostSet: 1.5, CostSetAdvanced: 4 })
})

const retail = (prices: object) =>
  stage.http.as(owner).call(setRetailCost, {
    body: {
      companyID: stage.plumbright.id,
      costs: [{ ModuleName: 'local', PaymentTerm: 'Weekly', ...prices }] as never,
    },
  })
const wholesale = (prices: object) =>
  stage.http.as(stage.tree.root.system).call(saveSetting, {
    body: { companyID: stage.tree.acme.id, settingname: 'costagency', Weekly: prices } as never,
  })
const make = async (fields: object = {}) => (await stage.create(owner, stage.plumbright, fields)).body.data
const change = (id: string, fields: object, by = owner) =>
  stage.http.as(by).call(updateCampaign, { body: { leadspeek_api_id: id, ...fields } })
const readPrices = async (id: string, by = owner) =>
  (await stage.http.as(by).call(getCampaign, { params: { id } })).body.data
const pricesOf = async (id: string) => {
  const { CostSet, wholesalePrice } = await readPrices(id)
  return [CostSet, wholesalePrice]
}

const advancedType = { campaign_information_type: 'enhance' }
const plain = { campaign_information_type: '' }

describe('a Site ID campaign with advanced information', () => {
  test('is sold at the client’s advanced price while that is selected', async () => {
    const { leadspeek_api_id: id, ...campaign } = await make()
    expect(campaign).toMatchObject({ ...plain, CostSet: 1.5, wholesalePrice: 0.5, CostSetAdvanced: 4 })
    expect((await change(id, advancedType)).body.data).toMatchObject({ ...advancedType, CostSet: 4, wholesalePrice: 1 })
    // A missing key changes nothing.
    expect((await change(id, { campaignName: 'Renamed' })).body.data).toMatchObject({ ...advancedType, CostSet: 4 })
    expect((await change(id, plain)).body.data).toMatchObject({ ...plain, CostSet: 1.5, wholesalePrice: 0.5 })
    expect(await make(advancedType)).toMatchObject({ ...advancedType, CostSet: 4, wholesalePrice: 1 })
  })

  test('follows price changes for its own type of lead only', async () => {
    const ids = [(await make()).leadspeek_api_id, (await make(advancedType)).leadspeek_api_id]
    const all = () => Promise.all(ids.map(pricesOf))
    await retail({ CostSetAdvanced: 5 })
    expect(await all()).toEqual([
      [1.5, 0.5],
      [5, 1],
    ])
    await retail({ CostSet: 2 })
    expect(await all()).toEqual([
      [2, 0.5],
      [5, 1],
    ])
    // The agency's cost rises above its price: it can't sell below cost.
    await wholesale({ LeadspeekCostperleadAdvanced: 6 })
    expect(await all()).toEqual([
      [2, 0.5],
      [6, 6],
    ])
    await wholesale({ LeadspeekCostperlead: 2.5 })
    expect(await all()).toEqual([
      [2.5, 2.5],
      [6, 6],
    ])
  })

  test('keeps its own price unless that is below the agency’s cost', async () => {
    const { leadspeek_api_id: id } = await make({ CostSet: 0.8 })
    const refusal = await change(id, advancedType)
    expect([refusal.status, refusal.body]).toMatchObject([422, { field: 'CostSet' }])
    expect(await readPrices(id)).toMatchObject({ ...plain, CostSet: 0.8 })
    expect((await change(id, { ...advancedType, CostSet: 3 })).body.data).toMatchObject({ ...advancedType, CostSet: 3 })
  })

  test('is selected only by the agency; a client who manages campaigns sends the value back unchanged', async () => {
    const { user } = stage.plumbright
    await stage.db.adminPool.query(`update app_user set permissions = '{"campaign.create": true}' where id = $1`, [
      user.id,
    ])
    stage.http.forget(user)
    const { leadspeek_api_id: id } = await make(advancedType)
    const refusal = await change(id, plain, user)
    expect([refusal.status, refusal.body]).toMatchObject([422, { field: 'campaign_information_type' }])
    const answer = await stage.create(user, stage.plumbright, advancedType)
    expect([answer.status, answer.body]).toMatchObject([422, { field: 'campaign_information_type' }])
    expect((await change(id, { ...advancedType, campaignName: 'Theirs' }, user)).status).toBe(200)
    expect(Object.keys(await readPrices(id, user)).filter((key) => /^CostSet|ClientPrice$/.test(key))).toEqual([
      'CostSet',
      'followsClientPrice',
    ])
    const copyAnswer = await stage.http.as(user).call(copyCampaign, {
      body: { leadspeek_api_id: id, campaignName: 'A copy', parts: ['source', 'price'] },
    })
    expect(copyAnswer.body.data).toMatchObject({ ...plain, CostSet: 1.5 })
  })

  test('is copied and logged with its price, which is shown before a campaign is created', async () => {
    const { leadspeek_api_id: id } = await make(advancedType)
    const copyAnswer = await stage.http.as(owner).call(copyCampaign, {
      body: { leadspeek_api_id: id, campaignName: 'A copy', parts: ['source'] },
    })
    expect(copyAnswer.body.data).toMatchObject({ ...advancedType, CostSet: 4 })
    await change(id, plain)
    const { rows } = await stage.db.adminPool.query(
      `select before, after from activity where action = 'campaign.updateLocalCampaign' and campaign_id = $1`,
      [id],
    )
    expect(rows[0]).toMatchObject({ before: { ...advancedType, CostSet: 4 }, after: { ...plain, CostSet: 1.5 } })
    const form = await stage.http
      .as(owner)
      .call(readNewCampaign, { params: { companyID: stage.plumbright.id, leadspeekType: 'local' } })
    expect(form.body.data).toMatchObject({ CostSet: 1.5, CostSetAdvanced: 4 })
  })

  test('rejects information about work, which belongs to B2B ID', async () => {
    const { status, body } = await stage.create(owner, stage.plumbright, { campaign_information_type: 'b2b' })
    expect([status, body]).toMatchObject([422, { field: 'campaign_information_type' }])
  })
})
