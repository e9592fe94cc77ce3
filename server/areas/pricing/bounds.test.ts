import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createCampaign, getCampaign, readNewCampaign, updateLocalCampaign } from '#contract/campaigns/campaigns.ts'
import { readRetailCost, setRetailCost } from '#contract/pricing/retail.ts'
import { saveSetting } from '#contract/settings/settings.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { noLimits, type TestApp } from '#server/test/app.ts'
import type { TestClient, TestTree, TestUser } from '#server/test/factories.ts'
import type { TestDatabase } from '#server/test/harness.ts'
import { startTree } from '#server/test/open-tree.ts'

// What bounds a client's campaigns (CostMaxLead, LimitLead…: D2§3 L58), and prices that follow the bounds.

let db: TestDatabase
let http: TestApp
let tree: TestTree
let client: TestClient
const clock = createStillClock(Date.UTC(2026, 10, 20, 12))
const closers: (() => Promise<void>)[] = []
beforeEach(async () => {
  const { close, ...opening } = await startTree({ limiter: noLimits, clock })
  ;({ db, http, tree } = opening)
  closers.push(close)
  client = tree.acme.clients[0]!
})
afterAll(async () => {
  for (const close of closers) await close()
})

type Line = Record<string, unknown>
const weekly = (more: Line): Line => ({ ModuleName: 'local', PaymentTerm: 'Weekly', ...more })
const save = (companyID: string, ...costs: Line[]) =>
  http.as(tree.acme.owner).call(setRetailCost, { body: { companyID, costs: costs as never } })
const bounds = async (companyID: string) =>
  (await http.as(tree.acme.owner).call(readRetailCost, { params: { companyID } })).body.bounds.Weekly!.local!
const create = (fields: object = {}, by: TestUser = tree.acme.owner, companyID = client.id) =>
  http.as(by).call(createCampaign, {
    body: { companyID, leadspeekType: 'local', campaignName: 'Made', ...fields } as never,
  })
const update = (leadspeek_api_id: string, fields: object) =>
  http.as(tree.acme.owner).call(updateLocalCampaign, { body: { leadspeek_api_id, ...fields } as never })
const open = async (id: string, by: TestUser = tree.acme.owner) =>
  (await http.as(by).call(getCampaign, { params: { id } })).body.data
const readForm = async (by: TestUser = tree.acme.owner, companyID = client.id) =>
  (await http.as(by).call(readNewCampaign, { params: { companyID, leadspeekType: 'local' } })).body.data

describe('new campaigns of a client', () => {
  test('start with its limit and dates, or those for all clients, unless specified otherwise', async () => {
    await save(tree.acme.id, weekly({ LimitLead: 40, LimitLeadFreq: 'week' }))
    await save(client.id, weekly({ LimitLead: 10, LimitLeadStart: '2026-12-01', LimitLeadEnd: '2027-02-28' }))
    expect(await bounds(client.id)).toEqual({
      CostMaxLead: 0,
      LimitLead: 10,
      LimitLeadFreq: 'week',
      LimitLeadStart: '2026-12-01',
      LimitLeadEnd: '2027-02-28',
    })
    const limits = {
      LimitLead: 10,
      LimitLeadFreq: 'week',
      startdatecampaign: '2026-12-01',
      enddatecampaign: '2027-02-28',
    }
    expect(await readForm()).toMatchObject({ ...limits, CostSet: 1.5, priceMinimum: 0.5, priceMaximum: 0 })
    expect((await create()).body.data).toMatchObject(limits)
    expect((await create({ LimitLead: 7, enddatecampaign: '' })).body.data).toMatchObject({
      LimitLead: 7,
      enddatecampaign: '',
    })
    const answer = await create({}, tree.acme.owner, tree.acme.clients[1]!.id)
    expect(answer.body.data).toMatchObject({ LimitLead: 40, LimitLeadFreq: 'week', enddatecampaign: '' })
    // Saving the inherited value doesn't make it the client's own: it keeps following the agency's.
    const { id: otherId } = tree.acme.clients[1]!
    await save(otherId, weekly({ CostMaxLead: 2, LimitLead: 40, LimitLeadFreq: 'week', LimitLeadEnd: '' }))
    await save(tree.acme.id, weekly({ LimitLead: 60 }))
    expect(await bounds(otherId)).toMatchObject({ CostMaxLead: 2, LimitLead: 60, LimitLeadFreq: 'week' })
    // A last day in the past limits nothing. Clients can read their defaults, but no wholesale price.
    await save(client.id, weekly({ LimitLeadStart: '', LimitLeadEnd: '2026-11-01' }))
    await db.adminPool.query(`update app_user set permissions = '{"campaign.create": true}' where id = $1`, [
      client.user.id,
    ])
    http.forget(client.user)
    const form = await readForm(client.user)
    expect(form).toMatchObject({ LimitLead: 10, startdatecampaign: '2026-11-20', enddatecampaign: '' })
    expect(form).not.toHaveProperty('priceMinimum')
  })

  test('reject an invalid limit or date by field, and save nothing', async () => {
    for (const [field, value] of [
      ['LimitLead', -1],
      ['LimitLead', 1.5],
      ['LimitLead', 1e21],
      ['LimitLead', 'NaN'],
      ['LimitLeadFreq', 'year'],
      ['LimitLeadStart', '2026-02-30'],
      ['LimitLeadEnd', '1999-12-31'],
      ['CostMaxLead', -1],
      ['CostMaxLead', 1e21],
    ] as const) {
      const { status, body } = await save(client.id, weekly({ [field]: value }))
      expect([value, status, body]).toEqual([value, 422, expect.objectContaining({ field: `costs.0.${field}` })])
    }
    const refusal = await save(client.id, weekly({ LimitLeadStart: '2026-12-02', LimitLeadEnd: '2026-12-01' }))
    expect(refusal.body).toMatchObject({ field: 'costs.0.LimitLeadEnd' })
    expect((await db.adminPool.query('select from retail_bound')).rowCount).toBe(0)
  })
})

describe('the maximum price per lead for a client', () => {
  test('applies to the campaign, the cost setup, and inherited prices; never below what the agency pays', async () => {
    const following = (await create()).body.data.leadspeek_api_id
    expect((await save(client.id, weekly({ CostMaxLead: 1.2 }))).status).toBe(200)
    expect(await open(following)).toMatchObject({ CostSet: 1.2, followsClientPrice: 'T', priceMaximum: 1.2 })
    const high = await create({ CostSet: '1.21' })
    expect([high.status, high.body]).toMatchObject([422, { field: 'CostSet', message: '*Cost Per Lead Maximum 1.2' }])
    expect((await update(following, { CostSet: 1.3 })).body).toMatchObject({ field: 'CostSet' })
    const above = await save(client.id, weekly({ CostSet: 1.25 }))
    expect(above.body).toMatchObject({ field: 'costs.0.CostSet', message: '*Cost Per Lead Maximum 1.2' })
    const below = await save(client.id, weekly({ CostMaxLead: 0.4 }))
    expect(below.body).toMatchObject({ field: 'costs.0.CostMaxLead', message: '*Cost Per Lead Minimum 0.5' })
    // A wholesale price above the bound wins; without the bound the client's price is back.
    await http.as(tree.root.system).call(saveSetting, {
      body: { companyID: tree.acme.id, settingname: 'costagency', Weekly: { LeadspeekCostperlead: 1.4 } },
    })
    expect((await open(following)).CostSet).toBe(1.4)
    await save(client.id, weekly({ CostMaxLead: 0 }))
    expect((await open(following)).CostSet).toBe(1.5)
    const [entry] = (
      await db.adminPool.query(`select after from activity where action = 'billing.retailCostSet' order by seq limit 1`)
    ).rows
    expect(entry.after).toEqual({ 'Weekly.LeadspeekCostMaxLead': 1.2 })
  })
})

describe('a campaign', () => {
  test('with its own price can follow its client’s again, and keeps the current price when it stops following', async () => {
    const { leadspeek_api_id: id } = (await create({ CostSet: 4 })).body.data
    expect(await open(id)).toMatchObject({ CostSet: 4, followsClientPrice: 'F', clientPrice: 1.5 })
    const again = await update(id, { followsClientPrice: 'T' })
    expect(again.body.data).toMatchObject({ CostSet: 1.5, followsClientPrice: 'T' })
    await save(client.id, weekly({ CostSet: 2 }))
    expect((await open(id)).CostSet).toBe(2)
    expect((await update(id, { followsClientPrice: 'F' })).body.data).toMatchObject({
      CostSet: 2,
      followsClientPrice: 'F',
    })
    await save(client.id, weekly({ CostSet: 3 }))
    expect((await open(id)).CostSet).toBe(2)
    const both = await update(id, { followsClientPrice: 'T', CostSet: 9 })
    expect([both.status, both.body]).toMatchObject([422, { field: 'CostSet' }])
  })

  test('has prices that a client can neither follow nor detach', async () => {
    const { leadspeek_api_id: id } = (await create({ CostSet: 4 })).body.data
    await db.adminPool.query(`update app_user set permissions = '{"campaign.create": true}' where id = $1`, [
      client.user.id,
    ])
    http.forget(client.user)
    const { status, body } = await http.as(client.user).call(updateLocalCampaign, {
      body: { leadspeek_api_id: id, followsClientPrice: 'T' } as never,
    })
    expect([status, body]).toMatchObject([422, { field: 'followsClientPrice' }])
    const campaign = await open(id, client.user)
    expect(Object.keys(campaign).filter((key) => /^CostSet|[pP]rice(M|$)/.test(key))).toEqual([
      'CostSet',
      'followsClientPrice',
    ])
  })
})
