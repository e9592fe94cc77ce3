import { beforeEach, describe, expect, test } from 'vitest'
import { readSetting, saveSetting } from '#contract/settings/settings.ts'
import { createCampaign } from '#contract/campaigns/campaigns.ts'
import { costField, costKindsOf, type CostToSave } from '#contract/pricing/cost.ts'
import { modules } from '#contract/campaigns/modules.ts'
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

const save = (companyID: string, cost: object, user: TestUser = tree.root.system) =>
  http.as(user).call(saveSetting, { body: { companyID, settingname: 'costagency', ...cost } })
const readCost = async (companyID: string, user: TestUser = tree.root.system) =>
  (await http.as(user).call(readSetting, { query: { companyID, settingname: 'costagency' } })).body as unknown as {
    data: Required<CostToSave>
    rootcostagency: Required<CostToSave>
    dpay: string
  }
const rows = async (text: string, values: unknown[] = []) => (await db.adminPool.query(text, values)).rows
const wholesaleOf = async (campaignId: string): Promise<number> =>
  Number((await rows('select wholesale_price_e4 as price from campaign where id = $1', [campaignId]))[0].price)
const pays = (companyId: string, terms: string[]) =>
  db.adminPool.query('update company set payment_terms = $2 where id = $1', [companyId, terms])

describe('the cost setup', () => {
  test('R221: has fee, lead price, and minimum for every product and term, and an advanced price for Site ID', async () => {
    const { data, rootcostagency, dpay } = await readCost(tree.acme.id)
    expect(Object.keys(data).filter((key) => key !== 'settingname')).toEqual([...paymentTerms])
    const names = modules.flatMap((module) => costKindsOf(module).map((kind) => costField(module, kind)))
    expect(names).toEqual([
      'LeadspeekPlatformFee',
      'LeadspeekCostperlead',
      'LeadspeekCostperleadAdvanced',
      'LeadspeekMinCostMonth',
      'LocatorPlatformFee',
      'LocatorCostperlead',
      'LocatorMinCostMonth',
      'EnhancePlatformFee',
      'EnhanceCostperlead',
      'EnhanceMinCostMonth',
      'B2bPlatformFee',
      'B2bCostperlead',
      'B2bMinCostMonth',
    ])
    for (const term of paymentTerms) expect(Object.keys(data[term]!)).toEqual(names)
    expect([data.Weekly!.LeadspeekCostperlead, data.Weekly!.B2bPlatformFee]).toEqual([0.5, 0])
    expect(rootcostagency.Monthly).toEqual(data.Monthly)
    expect(dpay).toBe('Weekly')
  })

  test('R221: stores every price of every term as set, and nothing else changes', async () => {
    let cents = 200
    const cost = Object.fromEntries(
      paymentTerms.map((term) => [
        term,
        Object.fromEntries(
          modules.flatMap((module) => costKindsOf(module).map((kind) => [costField(module, kind), cents++ / 100])),
        ),
      ]),
    )
    expect((await save(tree.acme.id, cost)).status).toBe(200)
    expect((await readCost(tree.acme.id)).data).toEqual({ settingname: 'costagency', ...cost })
    const others = await readCost(tree.brightside.id)
    expect(others.data.Weekly!.LeadspeekPlatformFee).toBe(0)
    await save(tree.acme.id, { Monthly: { EnhanceMinCostMonth: '12.50' } })
    const { data } = await readCost(tree.acme.id)
    expect(data.Monthly).toEqual({ ...cost['Monthly'], EnhanceMinCostMonth: 12.5 })
    expect(data.Weekly).toEqual(cost['Weekly'])
  })

  test('is dated and append-only, and the log shows the values before and after', async () => {
    await save(tree.acme.id, { Weekly: { LeadspeekCostperlead: 0.25 } })
    await save(tree.acme.id, { Weekly: { LeadspeekCostperlead: 0.3 } })
    expect(
      await rows('select cost_per_lead_e4::int as price, valid_from is not null as dated from cost_setup order by seq'),
    ).toEqual([
      { price: 2_500, dated: true },
      { price: 3_000, dated: true },
    ])
    await expect(db.adminPool.query('update cost_setup set cost_per_lead_e4 = 1')).rejects.toThrow('only ever added to')
    await expect(db.adminPool.query('delete from cost_setup')).rejects.toThrow('only ever added to')
    const entries = await rows(
      `select before, after from activity where action = 'billing.costSet' and book_id = $1 order by seq`,
      [tree.acme.id],
    )
    expect(entries).toEqual([
      { before: { 'Weekly.LeadspeekCostperlead': 0.5 }, after: { 'Weekly.LeadspeekCostperlead': 0.25 } },
      { before: { 'Weekly.LeadspeekCostperlead': 0.25 }, after: { 'Weekly.LeadspeekCostperlead': 0.3 } },
    ])
  })

  test('of the operator applies to agencies that have no price of their own', async () => {
    await save(tree.acme.id, { Weekly: { LocatorCostperlead: 2 } })
    await save(tree.root.id, { Weekly: { LocatorCostperlead: 3, LocatorPlatformFee: 40 } })
    expect((await readCost(tree.acme.id)).data.Weekly).toMatchObject({ LocatorCostperlead: 2, LocatorPlatformFee: 40 })
    const { data, rootcostagency } = await readCost(tree.brightside.id)
    expect(data.Weekly).toMatchObject({ LocatorCostperlead: 3, LocatorPlatformFee: 40 })
    expect(rootcostagency.Weekly!.LocatorCostperlead).toBe(3)
    expect((await readCost(tree.other.agency.id, tree.other.system)).data.Weekly!.LocatorCostperlead).toBe(0.75)
  })

  test('R224: may be below the operator’s price of the term for Site ID and Search ID, not Enhance and B2B', async () => {
    await save(tree.root.id, {
      Monthly: { EnhanceCostperlead: 1.75, B2bCostperlead: 2, LeadspeekCostperlead: 3, LocatorCostperlead: 3 },
    })
    for (const [field, floor] of [
      ['EnhanceCostperlead', 1.75],
      ['B2bCostperlead', 2],
    ] as const) {
      const { status, body } = await save(tree.acme.id, { Monthly: { [field]: floor - 0.0001 } })
      expect([status, body]).toEqual([
        422,
        expect.objectContaining({ field: `Monthly.${field}`, message: `*Cost Per Lead Minimum ${floor}` }),
      ])
      expect((await save(tree.acme.id, { Monthly: { [field]: floor + 1 } })).status).toBe(200)
      expect((await save(tree.acme.id, { Weekly: { [field]: 2.1 } })).status).toBe(200)
    }
    expect((await save(tree.acme.id, { Monthly: { LeadspeekCostperlead: 0.1, LocatorCostperlead: 0 } })).status).toBe(
      200,
    )
    // Raising the floor raises the agency's price with it.
    await save(tree.root.id, { Monthly: { EnhanceCostperlead: 9 } })
    expect((await readCost(tree.acme.id)).data.Monthly!.EnhanceCostperlead).toBe(9)
  })

  test.each([
    [
      'LeadspeekPlatformFee',
      [-1, '-1', '1e2', 1e21, Infinity, 'NaN', NaN, null, '', ' ', '1.234', 0.001, '1.2.3', '1,5,1', 100_000, {}, true],
    ],
    [
      'B2bCostperlead',
      [-0.0001, '1.23456', 0.00001, 10_000.01, 1e21, 'NaN', '0x10', '$1', null, [], 'x'.repeat(5_000)],
    ],
  ])('R223: rejects an invalid %s by field, and nothing is saved', async (field, wrong) => {
    for (const value of wrong) {
      const { status, body } = await save(tree.acme.id, { Weekly: { [field]: value, LocatorPlatformFee: 1 } })
      expect([value, status, body]).toEqual([value, 422, expect.objectContaining({ field: `Weekly.${field}` })])
    }
    expect(await rows('select * from cost_setup')).toEqual([])
  })

  test('can be set only by the operator; an agency can read its own, and clients have none', async () => {
    const cost = { Weekly: { LeadspeekPlatformFee: 1 } }
    expect((await save(tree.acme.id, cost, tree.acme.owner)).status).toBe(403)
    expect((await save(tree.acme.id, cost, tree.other.system)).status).toBe(404)
    expect((await save(tree.acme.clients[0]!.id, cost)).status).toBe(422)
    expect(await rows('select * from cost_setup')).toEqual([])
    await save(tree.acme.id, cost)
    expect((await readCost(tree.acme.id, tree.acme.owner)).data.Weekly!.LeadspeekPlatformFee).toBe(1)
    const request = { query: { companyID: tree.acme.clients[0]!.id, settingname: 'costagency' as const } }
    const { status, raw } = await http.as(tree.acme.clients[0]!.user).call(readSetting, request)
    expect([status >= 400 && status < 500, raw.payload.includes('Costperlead')]).toEqual([true, false])
  })
})

describe('the wholesale price of campaigns', () => {
  const create = async (fields: object = {}, user = tree.acme.owner) => {
    const body = { companyID: tree.acme.clients[0]!.id, leadspeekType: 'local', campaignName: 'Made', ...fields }
    const answer = await http.as(user).call(createCampaign, { body })
    return { ...answer, id: (answer.body.data as { leadspeek_api_id: string } | undefined)?.leadspeek_api_id ?? '' }
  }

  test('is the standard price until one is set, then that of the client’s first payment term', async () => {
    const client = tree.acme.clients[0]!
    expect(await wholesaleOf((await create()).id)).toBe(5_000)
    await save(tree.root.id, { Monthly: { LeadspeekCostperlead: 0.75 } })
    await save(tree.acme.id, { Prepaid: { LeadspeekCostperlead: 0.1234 } })
    expect(await wholesaleOf((await create()).id)).toBe(5_000)
    await pays(client.id, ['Prepaid', 'Monthly'])
    expect(await wholesaleOf((await create()).id)).toBe(7_500)
    await pays(client.id, ['Prepaid'])
    expect(await wholesaleOf((await create()).id)).toBe(1_234)
  })

  test('is a floor for the retail price: a lower price is rejected, and omitting it does not go below', async () => {
    await save(tree.acme.id, { Weekly: { LeadspeekCostperlead: 2 } })
    const low = await create({ CostSet: 1.99 })
    expect([low.status, low.body]).toEqual([
      422,
      expect.objectContaining({ field: 'CostSet', message: '*Cost Per Lead Minimum 2' }),
    ])
    const { body } = await create()
    expect((body.data as { CostSet: number }).CostSet).toBe(2)
  })

  test('follows a changed cost only for the agency, product, and term that changed', async () => {
    const [plumbright, harbor] = tree.acme.clients as [(typeof tree.acme.clients)[0], (typeof tree.acme.clients)[0]]
    await pays(harbor.id, ['Monthly'])
    const mine = await makeCampaign(db, plumbright, {})
    const monthly = await makeCampaign(db, harbor, {})
    const foreign = await makeCampaign(db, tree.brightside.clients[0]!, {})
    const all = async () => Promise.all([mine, monthly, foreign].map(({ id }) => wholesaleOf(id)))
    await save(tree.acme.id, { Weekly: { LeadspeekPlatformFee: 5 } })
    expect(await all()).toEqual([5_000, 5_000, 5_000])
    await save(tree.acme.id, { Weekly: { LeadspeekCostperlead: 0.8 } })
    expect(await all()).toEqual([8_000, 5_000, 5_000])
    // The operator's price applies to campaigns whose agency has no price of its own.
    await save(tree.root.id, { Weekly: { LeadspeekCostperlead: 0.9 } })
    expect(await all()).toEqual([8_000, 5_000, 9_000])
  })

  test('does not change for existing leads', async () => {
    const campaign = await makeCampaign(db, tree.acme.clients[0]!, {})
    await insertLeads(db, tree.acme, [{ client: tree.acme.clients[0]!, campaign, at_ms: Date.now() }])
    await save(tree.acme.id, { Weekly: { LeadspeekCostperlead: 0.8 } })
    expect(await wholesaleOf(campaign.id)).toBe(8_000)
    expect(await rows('select wholesale_price_e4::int as price from lead')).toEqual([{ price: 5_000 }])
  })
})
