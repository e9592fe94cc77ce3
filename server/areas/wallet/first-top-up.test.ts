import { expect, test } from 'vitest'
import { updateCampaign } from '#contract/campaigns/campaigns.ts'
import { createDirectCustomer } from '#contract/payments/cards.ts'
import { retryCharge } from '#contract/payments/failed-payments.ts'
import { maintainWalletsJob } from '#server/areas/wallet/maintain-wallets.ts'
import { makeCampaign } from '#server/test/factories.ts'
import { cardholder, connectAccount } from '#server/test/payment-stage.ts'
import { cardNumbers, chargesOf, tokenOf } from '#server/test/payments.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { startSandboxTree } from '#server/test/sandbox-tree.ts'

test('an operator’s first top-up is tried again a day after it was declined, though nothing was booked yet', async () => {
  const { db, http, tree, sandbox, clock, close } = await startSandboxTree(Date.UTC(2026, 10, 20, 12))
  await connectAccount(http, sandbox, tree.acme)
  const client = tree.acme.clients[0]!
  const campaign = await makeCampaign(db, client)
  const body = { tokenid: await tokenOf(sandbox, cardNumbers.noFunds), ...cardholder }
  expect((await http.as(client.user).call(createDirectCustomer, { body })).status).toBe(200)
  const order = { leadspeek_api_id: campaign.id, leadsbuy: 100, topupoptions: 'onetime' } as const
  expect((await http.as(tree.acme.owner).call(updateCampaign, { body: order })).status).toBe(200)
  await runJobs(db, http.platform)
  const statuses = async (): Promise<string[]> => (await chargesOf(db, client.user)).map(({ status }) => status)
  expect(await statuses()).toEqual(['declined'])
  expect((await db.adminPool.query('select from ledger_book')).rowCount).toBe(0)
  const { id: chargeID } = (await chargesOf(db, client.user))[0]!
  expect(await http.as(client.user).call(retryCharge, { body: { companyID: client.id, chargeID } })).toMatchObject({
    status: 409,
    body: { message: 'A top-up isn’t retried. Another one is bought instead.' },
  })
  clock.advance(25 * 3_600_000)
  await maintainWalletsJob.run(http.platform, {})
  await runJobs(db, http.platform)
  expect(await statuses()).toEqual(['declined', 'declined'])
  await close()
})
