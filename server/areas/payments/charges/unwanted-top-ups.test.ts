import { beforeEach, describe, expect, test } from 'vitest'
import { settleCharge } from '#contract/billing/invoices.ts'
import { stopCampaignTopUp } from '#contract/billing/top-ups.ts'
import { removeCampaign, updateCampaign } from '#contract/campaigns/campaigns.ts'
import { createDirectCustomer } from '#contract/payments/cards.ts'
import { verifyCharges } from '#server/areas/billing/verify-charges.ts'
import { verifyLedger } from '#server/areas/ledger/verify-ledger.ts'
import { verifyPrepaid } from '#server/areas/prepaid/verify-prepaid.ts'
import { maintainWalletsJob } from '#server/areas/wallet/maintain-wallets.ts'
import { makeCampaign, type TestCampaign } from '#server/test/factories.ts'
import { cardholder, connectAccount } from '#server/test/payment-stage.ts'
import { balancesOf, chargesOf, tokenOf } from '#server/test/payments.ts'
import { payFromBalance } from '#server/test/prepaid.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { startSandboxTree, type SandboxTree } from '#server/test/sandbox-tree.ts'
import { reconcileChargesJob } from './reconcile.ts'

// A client without a card pays its agency by hand, so that a campaign's top-up can wait for months.

let { db, http, tree, sandbox, clock, whileUnanswered } = {} as SandboxTree
let campaign: TestCampaign
beforeEach(async () => {
  const { close, ...stage } = await startSandboxTree(Date.UTC(2026, 10, 20, 12))
  ;({ db, http, tree, sandbox, clock, whileUnanswered } = stage)
  await connectAccount(http, sandbox, tree.acme)
  campaign = await makeCampaign(db, tree.acme.clients[0]!)
  await change({ leadsbuy: 100, topupoptions: 'onetime' })
  await runJobs(db, http.platform)
  expect(await charges()).toMatchObject([{ kind: 'campaign_top_up', status: 'due', cause: 'no_card' }])
  return close
})

const client = () => tree.acme.clients[0]!.user
const charges = () => chargesOf(db, client())
const change = async (body: object): Promise<void> => {
  const answer = await http
    .as(tree.acme.owner)
    .call(updateCampaign, { body: { leadspeek_api_id: campaign.id, ...body } })
  expect(answer.status).toBe(200)
}
const storeCard = async (charge: () => Promise<unknown> = () => runJobs(db, http.platform)): Promise<void> => {
  const body = { tokenid: await tokenOf(sandbox), ...cardholder }
  expect((await http.as(client()).call(createDirectCustomer, { body })).status).toBe(200)
  await charge()
}
const remove = async (): Promise<void> => {
  await db.adminPool.query(`update campaign set status = 'pause' where id = $1`, [campaign.id])
  const body = { leadspeek_api_id: campaign.id }
  expect((await http.as(tree.acme.owner).call(removeCampaign, { body })).status).toBe(200)
}

test('a top-up of a campaign that prepays no more is not charged to a card stored later, but is once it prepays again', async () => {
  await change({ leadsbuy: 0 })
  await storeCard()
  await reconcileChargesJob.run(http.platform, {})
  expect(await charges()).toMatchObject([{ status: 'due', cause: 'not_prepaid' }])
  expect(sandbox.charges()).toEqual([])
  await change({ leadsbuy: 50 })
  await reconcileChargesJob.run(http.platform, {})
  expect(await charges()).toMatchObject([{ status: 'succeeded', cause: null, amount_cents: 15_000 }])
})

test('a top-up that a continual one ordered is not charged to a card stored after it was stopped', async () => {
  const chargeID = (await charges())[0]!.id
  const answer = await http
    .as(tree.acme.owner)
    .call(settleCharge, { body: { companyID: tree.acme.clients[0]!.id, chargeID } })
  expect(answer.status).toBe(200)
  await change({ topupoptions: 'continual' })
  clock.advance(1_000)
  const book = { rootId: tree.root.id, agencyId: tree.acme.id }
  await payFromBalance(db, book, clock.now(), { balanceId: campaign.id, amount_e4: 1_400_000, leads: 93 })
  await runJobs(db, http.platform)
  expect(await charges()).toMatchObject([{ status: 'settled' }, { status: 'due', cause: 'no_card' }])
  const stop = async (stop_continual: 'T' | 'F'): Promise<void> => {
    const body = { leadspeekApiID: campaign.id, stop_continual }
    expect((await http.as(client()).call(stopCampaignTopUp, { body })).status).toBe(200)
  }
  await stop('T')
  await storeCard()
  expect(await charges()).toMatchObject([{ status: 'settled' }, { status: 'due', cause: 'not_prepaid' }])
  await stop('F')
  await reconcileChargesJob.run(http.platform, {})
  expect(await charges()).toMatchObject([{ status: 'settled' }, { status: 'succeeded' }])
})

test('a removed campaign’s top-up is not charged, since nobody could refund it any more', async () => {
  await remove()
  await storeCard()
  expect(await charges()).toMatchObject([{ status: 'due', cause: 'not_prepaid' }])
  expect(sandbox.charges()).toEqual([])
})

describe('the money of a top-up that was paid after its campaign was removed is credited to the client', () => {
  const expectCredit = async (): Promise<void> => {
    await maintainWalletsJob.run(http.platform, {})
    expect(await balancesOf(db, tree.acme.id)).toMatchObject({ client_receivable: 15_000 })
    expect(await balancesOf(db, tree.acme.id)).not.toHaveProperty('client_prepaid')
    const books = await verifyLedger(db.appPool, [verifyCharges, verifyPrepaid])
    expect(books.flatMap(({ problems }) => problems)).toEqual([])
  }

  test('if it was at the gateway then', async () => {
    await storeCard(() => whileUnanswered((platform) => runJobs(db, platform)))
    expect(await charges()).toMatchObject([{ status: 'unknown' }])
    await remove()
    clock.advance(60_000)
    await reconcileChargesJob.run(http.platform, {})
    expect(await charges()).toMatchObject([{ status: 'succeeded', amount_cents: 15_000 }])
    await expectCredit()
  })

  test('if its agency records a payment by hand', async () => {
    await remove()
    const body = { companyID: tree.acme.clients[0]!.id, chargeID: (await charges())[0]!.id }
    expect((await http.as(tree.acme.owner).call(settleCharge, { body })).status).toBe(200)
    await expectCredit()
  })
})
