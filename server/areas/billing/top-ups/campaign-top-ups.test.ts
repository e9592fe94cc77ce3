import { beforeEach, expect, test } from 'vitest'
import { listCharges } from '#contract/billing/charges.ts'
import {
  estimateTopUpRefund,
  readCurrentTopUp,
  readRemainingLeads,
  refundTopUp,
  stopCampaignTopUp,
} from '#contract/billing/top-ups.ts'
import { removeCampaign, updateCampaign } from '#contract/campaigns/campaigns.ts'
import { settleCharge } from '#contract/billing/invoices.ts'
import { paymentTerms } from '#contract/companies/selections.ts'
import { saveSetting } from '#contract/settings/settings.ts'
import { verifyCharges } from '#server/areas/billing/verify-charges.ts'
import { verifyLedger } from '#server/areas/ledger/verify-ledger.ts'
import { saveBalance } from '#server/areas/prepaid/balances.ts'
import { verifyPrepaid } from '#server/areas/prepaid/verify-prepaid.ts'
import { maintainWalletsJob } from '#server/areas/wallet/maintain-wallets.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { newId } from '#server/platform/ids.ts'
import { noLimits, type TestApp } from '#server/test/app.ts'
import { countWaiting } from '#server/test/count-waiting.ts'
import {
  makeCampaign,
  type TestCampaign,
  type TestClient,
  type TestTree,
  type TestUser,
} from '#server/test/factories.ts'
import type { TestDatabase } from '#server/test/harness.ts'
import { startTree } from '#server/test/open-tree.ts'
import { balancesOf } from '#server/test/payments.ts'
import { payFromBalance } from '#server/test/prepaid.ts'
import { runJobs } from '#server/test/run-jobs.ts'

let db: TestDatabase
let http: TestApp
let tree: TestTree
let client: TestClient
let campaign: TestCampaign
const clock = createStillClock(Date.UTC(2026, 10, 20, 18))
beforeEach(async () => {
  const { close, ...stage } = await startTree({ clock, limiter: noLimits })
  ;({ db, http, tree } = stage)
  client = tree.acme.clients[0]!
  campaign = await makeCampaign(db, client, { status: 'active' })
  await db.adminPool.query('update campaign set retail_price_e4 = 12500 where id = $1', [campaign.id])
  return close
})

const change = (body: object) =>
  http.as(tree.acme.owner).call(updateCampaign, { body: { leadspeek_api_id: campaign.id, ...body } })
const current = async () =>
  (await http.as(client.user).call(readCurrentTopUp, { params: { id: campaign.id } })).body.data
const readRest = async () =>
  (await http.as(client.user).call(readRemainingLeads, { params: { id: campaign.id } })).body.data
const refund = (over: object = {}) =>
  http.as(tree.acme.owner).call(refundTopUp, { body: { leadspeekApiID: campaign.id, ...over } })

/** Buys leads by saving the campaign; paid by hand, because no gateway is configured here. */
async function buy(leadsbuy = 100, topupoptions = 'onetime'): Promise<void> {
  expect((await change({ leadsbuy, topupoptions })).body.data).toMatchObject({ leadsbuy, topupoptions })
  await runJobs(db, http.platform)
  const { current: charge } = await current()
  const body = { companyID: client.id, chargeID: charge!.id }
  expect((await http.as(tree.acme.owner).call(settleCharge, { body })).status).toBe(200)
}
const problems = async () =>
  (await verifyLedger(db.appPool, [verifyCharges, verifyPrepaid])).flatMap((book) => book.problems)

test('leads are prepaid at the campaign’s price, and the balance is shown in leads', async () => {
  expect(await current()).toMatchObject({ leadsbuy: 0, current: null, leads_stopped: 'F' })
  await buy()
  expect(await current()).toMatchObject({
    leadsbuy: 100,
    stop_continual: 'T',
    current: { amount: 125, status: 'settled' },
  })
  expect(await readRest()).toEqual({ balance_amount: 125, total_amount: 125, remaining_leads: 100 })
  expect(await balancesOf(db, tree.acme.id)).toEqual({ agency_bank: -12_500, client_prepaid: 12_500 })
  expect(await problems()).toEqual([])
})

test('a top-up too small for a card is refused by field, because leads would wait for it forever', async () => {
  const refusal = (field: string) => ({ status: 422, body: { field, message: 'A top-up must cost at least $0.50.' } })
  const price = (dollars: number) => change({ CostSet: dollars })
  // The agency pays nothing, so that it may sell cheaply.
  const free = Object.fromEntries(paymentTerms.map((term) => [term, { LeadspeekCostperlead: 0 }]))
  const cost = { companyID: tree.acme.id, settingname: 'costagency', ...free }
  expect((await http.as(tree.root.system).call(saveSetting, { body: cost })).status).toBe(200)
  await db.adminPool.query('update campaign set retail_price_e4 = 2450 where id = $1', [campaign.id])
  expect(await change({ leadsbuy: 2, topupoptions: 'onetime' })).toMatchObject(refusal('leadsbuy'))
  expect(await current()).toMatchObject({ leadsbuy: 0, current: null })
  expect((await change({ leadsbuy: 3 })).status).toBe(200)
  await runJobs(db, http.platform)
  expect(await current()).toMatchObject({ leadsbuy: 3, current: { amount: 0.74 } })
  expect(await price(0.16)).toMatchObject(refusal('CostSet'))
  expect((await price(0.2)).body.data).toMatchObject({ CostSet: 0.2, leadsbuy: 3 })
  // Free leads need no balance, and none is a choice, too.
  for (const body of [{ CostSet: 0 }, { leadsbuy: 1 }, { leadsbuy: 0 }]) expect((await change(body)).status).toBe(200)
})

test('leads that became cheaper than a card can be charged are bought for the smallest charge, as they would stop without any', async () => {
  await db.adminPool.query(`update campaign set status = 'pause' where id = $1`, [campaign.id])
  expect((await change({ leadsbuy: 1, topupoptions: 'onetime' })).status).toBe(200)
  // As the client's cost setup does for campaigns that follow it.
  await db.adminPool.query(`update campaign set status = 'active', retail_price_e4 = 1000 where id = $1`, [campaign.id])
  await maintainWalletsJob.run(http.platform, {})
  expect(await current()).toMatchObject({ leadsbuy: 1, current: { amount: 0.5, status: 'due' } })
})

test('a client and its agency see its top-ups among its charges, and nobody else does', async () => {
  await buy()
  const list = (user: TestUser, companyID = client.id) => http.as(user).call(listCharges, { params: { companyID } })
  const topUp = { kind: 'campaign_top_up', status: 'settled', price: 125, discount: 0, amount: 125, refunded: 0 }
  for (const user of [client.user, tree.acme.owner])
    expect((await list(user)).body).toMatchObject({ total: 1, data: [topUp] })
  const [, neighbor] = tree.acme.clients
  expect((await list(neighbor!.user, neighbor!.id)).body.data).toEqual([])
  expect((await list(tree.acme.owner, tree.acme.id)).body.data).toEqual([])
  for (const user of [neighbor!.user, tree.brightside.owner]) expect((await list(user)).status).toBe(404)
  expect((await list(client.user, tree.acme.id)).status).toBe(404)
})

test('R260: continual top-up is stopped', async () => {
  await buy(100, 'continual')
  const body = { leadspeekApiID: campaign.id, stop_continual: 'T' }
  expect((await http.as(client.user).call(stopCampaignTopUp, { body })).status).toBe(200)
  expect(await current()).toMatchObject({ stop_continual: 'T', topupoptions: 'onetime' })
})

test('the balance is refunded once, even with concurrent requests', async () => {
  await buy()
  const query = { leadspeekApiID: campaign.id }
  expect((await http.as(tree.acme.owner).call(estimateTopUpRefund, { query })).body.data).toEqual({
    amount: 125,
    remaining_leads: 100,
  })
  const answers = await Promise.all([1, 2, 3].map((n) => refund({ operationId: newId(clock.now() + n) })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  expect(await readRest()).toMatchObject({ balance_amount: 0, remaining_leads: 0 })
  expect(await balancesOf(db, tree.acme.id)).toEqual({ agency_bank: -12_500, client_receivable: 12_500 })
  expect(await problems()).toEqual([])
})

test('less than a cent is neither shown nor refunded: what is offered is what can be refunded', async () => {
  await buy()
  const book = { rootId: tree.root.id, agencyId: tree.acme.id }
  await payFromBalance(db, book, clock.now(), { balanceId: campaign.id, amount_e4: 1_249_925, leads: 99 })
  expect(await readRest()).toMatchObject({ balance_amount: 0 })
  const query = { leadspeekApiID: campaign.id }
  expect((await http.as(tree.acme.owner).call(estimateTopUpRefund, { query })).body.data).toMatchObject({ amount: 0 })
  expect((await refund()).status).toBe(409)
})

test('a repeated refund returns the same result, and more than the balance is rejected by field', async () => {
  await buy()
  const operationId = newId(clock.now())
  expect((await refund({ operationId, amount: 25 })).body.data).toEqual({ amount: 25 })
  expect((await refund({ operationId, amount: 25 })).body.data).toEqual({ amount: 25 })
  expect(await refund({ operationId, amount: 26 })).toMatchObject({ status: 422, body: { field: 'operationId' } })
  const otherCampaign = await makeCampaign(db, client, { status: 'active' })
  const book = { rootId: tree.root.id, agencyId: tree.acme.id }
  await inScope(db.appPool, { kind: 'agency', ...book }, async (tx) => {
    const balance = { id: otherCampaign.id, clientId: client.id }
    await saveBalance(tx, book, clock.now(), balance, { leadsToBuy: 1 })
  })
  expect(await refund({ leadspeekApiID: otherCampaign.id, operationId })).toMatchObject({
    status: 422,
    body: { field: 'operationId' },
  })
  for (const amount of [100.01, 0, -1, 1e21, 'NaN', 0.001]) {
    const answer = await refund({ operationId: newId(clock.now()), amount })
    expect([amount, answer.status, answer.body.field]).toEqual([amount, 422, 'amount'])
  }
  expect(await readRest()).toMatchObject({ balance_amount: 100 })
  expect(await problems()).toEqual([])
})

test('a campaign with a prepaid balance cannot be removed until it is refunded', async () => {
  await buy()
  await db.adminPool.query(`update campaign set status = 'pause' where id = $1`, [campaign.id])
  const remove = () => http.as(tree.acme.owner).call(removeCampaign, { body: { leadspeek_api_id: campaign.id } })
  expect(await remove()).toMatchObject({
    status: 409,
    body: { message: 'Refund its remaining prepaid leads first.' },
  })
  expect((await refund()).status).toBe(200)
  expect((await remove()).status).toBe(200)
})

test('two campaigns are not refunded under one operation at the very same moment', async () => {
  await buy()
  const first = campaign
  campaign = await makeCampaign(db, client, { status: 'active' })
  await db.adminPool.query('update campaign set retail_price_e4 = 12500 where id = $1', [campaign.id])
  await buy()
  const operationId = newId(clock.now())
  const holder = await db.adminPool.connect()
  await holder.query('begin; lock table prepaid_use in share row exclusive mode')
  const answers = [first, campaign].map(({ id }) => refund({ leadspeekApiID: id, operationId }))
  await expect.poll(() => countWaiting(db), { timeout: 15_000 }).toBe(2)
  await holder.query('commit')
  holder.release()
  expect((await Promise.all(answers)).map(({ status }) => status).toSorted()).toEqual([200, 422])
  expect(await problems()).toEqual([])
})
