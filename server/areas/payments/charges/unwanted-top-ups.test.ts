import { beforeEach, expect, test } from 'vitest'
import { removeCampaign, updateCampaign } from '#contract/campaigns/campaigns.ts'
import { createDirectCustomer } from '#contract/payments/cards.ts'
import { makeCampaign, type TestCampaign } from '#server/test/factories.ts'
import { cardholder, connectAccount } from '#server/test/payment-stage.ts'
import { chargesOf, tokenOf } from '#server/test/payments.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { startSandboxTree, type SandboxTree } from '#server/test/sandbox-tree.ts'
import { reconcileChargesJob } from './reconcile.ts'

// A client without a card pays its agency by hand, so that a campaign's top-up can wait for months.

let { db, http, tree, sandbox } = {} as SandboxTree
let campaign: TestCampaign
beforeEach(async () => {
  const { close, ...stage } = await startSandboxTree(Date.UTC(2026, 10, 20, 12))
  ;({ db, http, tree, sandbox } = stage)
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
const storeCard = async (): Promise<void> => {
  const body = { tokenid: await tokenOf(sandbox), ...cardholder }
  expect((await http.as(client()).call(createDirectCustomer, { body })).status).toBe(200)
  await runJobs(db, http.platform)
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

test('a removed campaign’s top-up is not charged, since nobody could refund it any more', async () => {
  await db.adminPool.query(`update campaign set status = 'pause' where id = $1`, [campaign.id])
  const body = { leadspeek_api_id: campaign.id }
  expect((await http.as(tree.acme.owner).call(removeCampaign, { body })).status).toBe(200)
  await storeCard()
  expect(await charges()).toMatchObject([{ status: 'due', cause: 'not_prepaid' }])
  expect(sandbox.charges()).toEqual([])
})
