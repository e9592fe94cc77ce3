import { beforeEach, expect, test } from 'vitest'
import { createDirectCustomer } from '#contract/payments/cards.ts'
import { listConfirmations } from '#contract/payments/confirmations.ts'
import { retryCharge } from '#contract/payments/failed-payments.ts'
import { verifyCharges } from '#server/areas/billing/verify-charges.ts'
import { verifyLedger } from '#server/areas/ledger/verify-ledger.ts'
import { cardholder, connectAccount, sellOnCard } from '#server/test/payment-stage.ts'
import { cardNumbers, chargesOf, tokenOf } from '#server/test/payments.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { startSandboxTree, type SandboxTree } from '#server/test/sandbox-tree.ts'
import { reconcileChargesJob } from '../charges/reconcile.ts'

// A client settles its failed payments itself, though it can see neither its agency's account nor the attempts.

let stage = {} as SandboxTree
beforeEach(async () => {
  stage = await startSandboxTree(Date.UTC(2026, 10, 20, 12))
  await connectAccount(stage.http, stage.sandbox, stage.tree.acme)
  return () => stage.close()
})

const client = () => stage.tree.acme.clients[0]!.user
const tokenFor = (number: string): Promise<string> => tokenOf(stage.sandbox, number)
const chargeLeads = async (number: string): Promise<void> =>
  sellOnCard(stage, { clock: stage.clock, tokenid: await tokenFor(number) })
const charge = async () => (await chargesOf(stage.db, client()))[0]!
const attempts = async (): Promise<number> =>
  (await stage.db.adminPool.query('select from charge_attempt')).rowCount ?? 0
const problems = async (): Promise<string[]> =>
  (await verifyLedger(stage.db.appPool, [verifyCharges])).flatMap((book) => book.problems)

test('a client retries its declined payment', async () => {
  await chargeLeads(cardNumbers.noFunds)
  const { id, ...chargeShown } = await charge()
  expect(chargeShown).toMatchObject({ status: 'declined', cause: 'insufficient_funds' })
  const body = { companyID: client().companyId, chargeID: id }
  const answer = await stage.http.as(client()).call(retryCharge, { body })
  expect(answer.body).toEqual({ result: 'success', message: 'Retrying the payment.' })
  await runJobs(stage.db, stage.http.platform)
  expect(await attempts()).toBe(2)
  expect(await problems()).toEqual([])
})

test('a client’s payment that awaits its bank is canceled for another card, and paid with that one', async () => {
  await chargeLeads(cardNumbers.asksPayer)
  expect(await charge()).toMatchObject({ status: 'unknown', cause: 'authentication_required' })
  const { db, http, clock } = stage
  const body = { tokenid: await tokenFor(cardNumbers.good), ...cardholder }
  expect((await http.as(client()).call(createDirectCustomer, { body })).status).toBe(200)
  const params = { companyID: client().companyId }
  expect((await http.as(client()).call(listConfirmations, { params })).body.data).toEqual([])
  clock.advance(60_000)
  await reconcileChargesJob.run(http.platform, {})
  await runJobs(db, http.platform)
  expect(await charge()).toMatchObject({ status: 'succeeded', paid_with: 'Visa •••• 4242' })
  expect(await attempts()).toBe(2)
  expect(await problems()).toEqual([])
})
