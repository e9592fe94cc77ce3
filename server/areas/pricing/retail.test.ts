import { beforeEach, describe, expect, test } from 'vitest'
import { readSetting, saveSetting } from '#contract/settings/settings.ts'
import { createCampaign, updateLocalCampaign } from '#contract/campaigns/campaigns.ts'
import { readRetailCost, setRetailCost } from '#contract/pricing/retail.ts'
import { paymentTerms } from '#contract/companies/selections.ts'
import { noLimits, type TestApp } from '#server/test/app.ts'
import { makeCampaign, type TestTree, type TestUser } from '#server/test/factories.ts'
import type { TestDatabase } from '#server/test/harness.ts'
import { insertLeads } from '#server/test/lead-rows.ts'
import { startTree } from '#server/test/open-tree.ts'

let db: TestDatabase
let http: TestApp
let tree: TestTree
beforeEach(async () => {
  const { close, ...opening } = await startTree({ limiter: noLimits })
  ;({ db, http, tree } = opening)
  return close
})

type Line = Record<string, unknown>
const weekly = (prices: Line): Line => ({ ModuleName: 'local', PaymentTerm: 'Weekly', ...prices })
const save = (companyID: string, costs: Line[], user: TestUser = tree.acme.owner) =>
  http.as(user).call(setRetailCost, { body: { companyID, costs: costs as never } })
const readRetail = async (companyID: string, user: TestUser = tree.acme.owner) =>
  (await http.as(user).call(readRetailCost, { params: { companyID } })).body
const wholesale = (prices: object, companyID = tree.acme.id) =>
  http.as(tree.root.system).call(saveSetting, { body: { companyID, settingname: 'costagency', ...prices } })
const rows = async (text: string, values: unknown[] = []) => (await db.adminPool.query(text, values)).rows
const create = async (fields: object = {}, client = tree.acme.clients[0]!) => {
  const body = { companyID: client.id, leadspeekType: 'local', campaignName: 'Made', ...fields } as never
  const answer = await http.as(tree.acme.owner).call(createCampaign, { body })
  const data = answer.body.data as { leadspeek_api_id: string; CostSet: number }
  return { id: data.leadspeek_api_id, price: data.CostSet }
}
const priceOf = async (id: string): Promise<number> =>
  Number((await rows('select retail_price_e4 as price from campaign where id = $1', [id]))[0].price) / 10_000

describe('what a client pays its agency (C050)', () => {
  test('R221: is set by product and term under the wire’s own names, and nothing else changes', async () => {
    const client = tree.acme.clients[0]!
    const costs = [
      weekly({ PlatformFee: 49, CostSet: '2.25', CostSetAdvanced: 3, CostMonth: 100 }),
      { ModuleName: 'b2b', PaymentTerm: 'Prepaid', CostSetB2b: 4.5 },
    ]
    const answer = await save(client.id, costs)
    expect([answer.status, answer.body.message]).toEqual([200, 'Setting has been saved.'])
    const { data, agencyCost, defaults, dpay } = await readRetail(client.id)
    expect(Object.keys(data)).toEqual([...paymentTerms])
    expect(data.Weekly).toMatchObject({
      LeadspeekPlatformFee: 49,
      LeadspeekCostperlead: 2.25,
      LeadspeekCostperleadAdvanced: 3,
      LeadspeekMinCostMonth: 100,
      LocatorPlatformFee: 0,
    })
    expect([data.Prepaid.B2bCostperlead, data.Monthly.LeadspeekCostperlead]).toEqual([4.5, 1.5])
    expect([agencyCost.Weekly.LeadspeekCostperlead, dpay]).toEqual([0.5, 'Weekly'])
    expect(defaults?.Weekly).toMatchObject({ LeadspeekPlatformFee: 0, LeadspeekCostperlead: 1.5 })
    expect((await readRetail(tree.acme.id)).defaults).toBeNull()
    const otherRetail = await readRetail(tree.acme.clients[1]!.id)
    expect(otherRetail.data.Weekly.LeadspeekCostperlead).toBe(1.5)
    expect((await rows(`select before, after from activity where action = 'billing.retailCostSet'`))[0]).toMatchObject({
      before: { 'Weekly.LeadspeekCostperlead': 1.5 },
      after: { 'Weekly.LeadspeekCostperlead': 2.25, 'Prepaid.B2bCostperlead': 4.5 },
    })
  })

  test('is the agency’s default if a client has none', async () => {
    const [first, second] = [tree.acme.clients[0]!, tree.acme.clients[1]!]
    await save(first.id, [weekly({ CostSet: 3 })])
    await save(tree.acme.id, [weekly({ CostSet: 2, PlatformFee: 10 })])
    expect((await readRetail(first.id)).data.Weekly).toMatchObject({
      LeadspeekCostperlead: 3,
      LeadspeekPlatformFee: 10,
    })
    expect((await readRetail(second.id)).data.Weekly).toMatchObject({
      LeadspeekCostperlead: 2,
      LeadspeekPlatformFee: 10,
    })
  })

  test('R224: cannot be lower than what the agency pays; nothing of such a change is saved', async () => {
    const client = tree.acme.clients[0]!
    await wholesale({ Monthly: { EnhanceCostperlead: 1.75, B2bCostperlead: 2 } })
    for (const [ModuleName, field, floor] of [
      ['enhance', 'CostSet', 1.75],
      ['b2b', 'CostSetB2b', 2],
    ] as const) {
      const low = { ModuleName, PaymentTerm: 'Monthly', [field]: floor - 0.0001 }
      const { status, body } = await save(client.id, [weekly({ PlatformFee: 5 }), low])
      expect([status, body]).toEqual([
        422,
        expect.objectContaining({ field: `costs.1.${field}`, message: `*Cost Per Lead Minimum ${floor}` }),
      ])
      expect((await save(client.id, [{ ...low, [field]: floor + 1 }])).status).toBe(200)
    }
    expect((await readRetail(client.id)).data.Weekly.LeadspeekPlatformFee).toBe(0)
    // Raising the floor raises the price with it.
    await wholesale({ Monthly: { EnhanceCostperlead: 9 } })
    expect((await readRetail(client.id)).data.Monthly.EnhanceCostperlead).toBe(9)
  })

  test('R223: rejects an invalid price, an unknown field, or a duplicate place by field, and nothing is saved', async () => {
    const { id } = tree.acme.clients[0]!
    for (const value of [-1, '-1', 1e21, 'NaN', null, '', '1.2.3', '1,5,1', {}, [], '9'.repeat(50)])
      expect([value, (await save(id, [weekly({ CostSet: value })])).body.field]).toEqual([value, 'costs.0.CostSet'])
    expect((await save(id, [weekly({ CostSetB2b: 1 })])).body.field).toBe('costs.0.CostSetB2b')
    expect((await save(id, [weekly({ leadsbuy: 1 })])).status).toBe(422)
    expect((await save(id, [weekly({ CostSet: 2 }), weekly({ CostSet: 3 })])).body.field).toBe('costs')
    expect((await save(id, [])).body.field).toBe('costs')
    expect(await rows('select * from retail_cost')).toEqual([])
  })

  test('can be set by the agency and its operator; clients see none of it and foreign companies look absent', async () => {
    const { acme, brightside, root, other } = tree
    const client = acme.clients[0]!
    const costs = [weekly({ CostSet: 2 })]
    const statusOf = async (user: TestUser, id = client.id) => (await save(id, costs, user)).status
    expect(await statusOf(client.user)).toBe(403)
    expect([await statusOf(brightside.owner), await statusOf(other.system)]).toEqual([404, 404])
    expect(await statusOf(root.system, root.id)).toBe(403)
    expect(await rows('select * from retail_cost')).toEqual([])
    expect([await statusOf(root.system), await statusOf(acme.owner, acme.id)]).toEqual([200, 200])
    const request = { params: { companyID: client.id } }
    const { status, raw } = await http.as(client.user).call(readRetailCost, request)
    expect([status, raw.payload.includes('Costperlead')]).toEqual([403, false])
    expect((await http.as(brightside.owner).call(readRetailCost, request)).status).toBe(404)
    await expect(db.adminPool.query('update retail_cost set cost_per_lead_e4 = 1')).rejects.toThrow(
      'only ever added to',
    )
  })
})

describe('the retail price of campaigns', () => {
  test('is that of the client’s first payment term, and follows it; existing leads keep theirs', async () => {
    const client = tree.acme.clients[0]!
    expect((await create()).price).toBe(1.5)
    await save(tree.acme.id, [weekly({ CostSet: 2 })])
    const campaign = await create()
    expect(campaign.price).toBe(2)
    const lead = { client, campaign: { id: campaign.id, name: 'Made', pixelKey: 'x' }, at_ms: Date.now() }
    await insertLeads(db, tree.acme, [lead])
    const [before] = await rows('select retail_price_e4 from lead')
    await save(client.id, [weekly({ CostSet: 2.75 }), { ModuleName: 'local', PaymentTerm: 'Monthly', CostSet: 9 }])
    expect(await priceOf(campaign.id)).toBe(2.75)
    expect(await rows('select retail_price_e4 from lead')).toEqual([before])
    // Another client still pays the agency's default.
    expect((await create({}, tree.acme.clients[1])).price).toBe(2)
  })

  test('does not change if somebody set it on the campaign itself', async () => {
    const client = tree.acme.clients[0]!
    const ownCampaign = await create({ CostSet: 4 })
    const changedCampaign = await create()
    const keptCampaign = await makeCampaign(db, client, { retailPrice_e4: 15_000 })
    await http.as(tree.acme.owner).call(updateLocalCampaign, {
      body: { leadspeek_api_id: changedCampaign.id, CostSet: 5 } as never,
    })
    await save(client.id, [weekly({ CostSet: 2 })])
    expect(await Promise.all([ownCampaign.id, changedCampaign.id, keptCampaign.id].map(priceOf))).toEqual([4, 5, 1.5])
  })

  test('rises with what the agency pays', async () => {
    const campaign = await create()
    await wholesale({ Weekly: { LeadspeekCostperlead: 1.9 } })
    expect(await priceOf(campaign.id)).toBe(1.9)
    await wholesale({ Weekly: { LeadspeekCostperlead: 0.2 } })
    expect(await priceOf(campaign.id)).toBe(1.5)
    const cost = await http.as(tree.acme.owner).call(readSetting, {
      query: { companyID: tree.acme.id, settingname: 'costagency' },
    })
    expect(JSON.stringify(cost.body)).toContain('"LeadspeekCostperlead":0.2')
  })
})
