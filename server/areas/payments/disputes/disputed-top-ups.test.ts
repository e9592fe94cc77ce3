import { beforeEach, expect, test } from 'vitest'
import { createCustomer } from '#contract/payments/cards.ts'
import { readAccess } from '#contract/people/user.ts'
import { chargeWallet, readWallet } from '#contract/wallet/wallet.ts'
import { verifyCharges } from '#server/areas/billing/verify-charges.ts'
import { verifyDisputes } from '#server/areas/billing/disputes/verify-disputes.ts'
import type { DisputeRow } from '#server/areas/billing/disputes/disputes.ts'
import { verifyLedger } from '#server/areas/ledger/verify-ledger.ts'
import { returnToLots } from '#server/areas/prepaid/return-to-lots.ts'
import { verifyPrepaid } from '#server/areas/prepaid/verify-prepaid.ts'
import { walletOf } from '#server/areas/prepaid/balances.ts'
import { maintainWalletsJob } from '#server/areas/wallet/maintain-wallets.ts'
import { createStillClock, dateOf } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { newId } from '#server/platform/ids.ts'
import type { DisputeStatus } from '#server/providers/payments/gateway.ts'
import { gatewayNamed } from '#server/providers/payments/registry.ts'
import type { StripeStandIn } from '#server/providers/payments/stripe/stand-in/start-stripe-stand-in.ts'
import { noLimits } from '#server/test/app.ts'
import { makeCampaign } from '#server/test/factories.ts'
import { stripeEnv, stripeTokenOf } from '#server/test/gateway-stages.ts'
import { startTree, type OpenTree } from '#server/test/open-tree.ts'
import { cardholder, startStrictStripe } from '#server/test/payment-stage.ts'
import { balancesOf, cardNumbers, chargesOf, sellLeads } from '#server/test/payments.ts'
import { lotsOf, payFromBalance, takeFromWallet } from '#server/test/prepaid.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { applyDispute } from './apply-dispute.ts'
import { gatherEvidence } from './gather-evidence.ts'

// A bank takes back all or part of a top-up's payment: that much of the lot is held and unusable until it decides.

let stage: OpenTree
let stripe: StripeStandIn
let clock = createStillClock(0)
beforeEach(async () => {
  clock = createStillClock(Date.UTC(2026, 10, 20, 12))
  stripe = await startStrictStripe(clock.now)
  const { close, ...opening } = await startTree({ clock, limiter: noLimits, env: stripeEnv(stripe) })
  stage = opening
  const { http } = stage
  await http.as(agency().owner).call(readAccess)
  const tokenid = await stripeTokenOf(stripe, { number: cardNumbers.disputed })
  const answer = await http.as(agency().owner).call(createCustomer, { body: { tokenid, ...cardholder } })
  expect(answer.status).toBe(200)
  const request = { amount: 250, custom_amount: 'F', stop_continual: 'F', payment_type: 'credit_card' }
  const body = { company_id: agency().id, ...request }
  expect((await http.as(agency().owner).call(chargeWallet, { body: body as never })).status).toBe(200)
  await runJobs(stage.db, http.platform)
  return async () => {
    await close()
    await stripe.stop()
  }
})

const agency = () => stage.tree.acme
const take = (e4: number): Promise<void> =>
  takeFromWallet(stage.db, { rootId: stage.tree.root.id, agencyId: agency().id }, clock.now(), e4)
/** What the wallet's page shows. */
async function panel(): Promise<{ balance_amount: number; held_amount: number }> {
  const { http } = stage
  http.forget()
  const { data } = (await http.as(agency().owner).call(readWallet, { query: { company_id: agency().id } })).body
  return { balance_amount: data.balance_amount, held_amount: data.held_amount }
}
async function history(): Promise<[title: string, amount: number][]> {
  const { http } = stage
  const { data } = (await http.as(agency().owner).call(readWallet, { query: { company_id: agency().id } })).body
  return data.transaction_history.map(({ title, amount }) => [title, amount])
}
const care = async (): Promise<void> => {
  await maintainWalletsJob.run(stage.http.platform, {})
  await runJobs(stage.db, stage.http.platform)
}
/** Applies a dispute with that amount withdrawn and that state. */
async function applyWithdrawal(
  withdrawn_cents: number,
  state: DisputeStatus['state'] = 'needs_response',
): Promise<void> {
  const { platform } = stage.http
  const gateway = gatewayNamed(platform.config, 'stripe')!
  const of = { disputeId: stripe.objects('dispute').at(-1)!.id, accountId: null }
  const dispute = await gateway.readDispute(of)
  const readDispute = () => Promise.resolve({ ...dispute!, amount_cents: 10_000, withdrawn_cents, state })
  for (const _time of [1, 2]) expect(await applyDispute(platform, { ...gateway, readDispute }, of)).toBe('applied')
}
const problems = async (): Promise<string[]> =>
  (await verifyLedger(stage.db.appPool, [verifyCharges, verifyDisputes, verifyPrepaid])).flatMap(
    (book) => book.problems,
  )

test('a dispute of a whole top-up holds what is left of it: nothing is paid from it or bought instead until it is won', async () => {
  await take(10_000)
  expect(await panel()).toEqual({ balance_amount: 249, held_amount: 0 })
  await applyWithdrawal(25_000)
  expect(await panel()).toEqual({ balance_amount: 0, held_amount: 249 })
  await take(10_000)
  expect(await lotsOf(stage.db, agency().id)).toMatchObject([{ left_cents: 24_900 }])
  // A card whose last top-up is in dispute isn't charged automatically.
  await care()
  expect(await chargesOf(stage.db, agency().owner)).toMatchObject([{ kind: 'wallet_top_up' }])
  expect(await problems()).toEqual([])
  await stage.db.adminPool.query('update prepaid_lot set held_e4 = held_e4 - 100')
  expect((await problems()).join()).toMatch(/^lot .+ does not include what its payer's bank has reversed$/)
  await stage.db.adminPool.query('update prepaid_lot set held_e4 = held_e4 + 100')
  await applyWithdrawal(0, 'won')
  expect(await panel()).toEqual({ balance_amount: 249, held_amount: 0 })
  await take(10_000)
  expect(await lotsOf(stage.db, agency().id)).toMatchObject([{ left_cents: 24_800 }])
  expect(await problems()).toEqual([])
})

test('a dispute of a part holds that part: the rest keeps paying, and the part does again once it is won', async () => {
  await take(10_000)
  await applyWithdrawal(10_000)
  expect(await panel()).toEqual({ balance_amount: 149, held_amount: 100 })
  // More than what is left: it uses what is available, and the held part stays.
  await take(1_500_000)
  expect(await panel()).toEqual({ balance_amount: 0, held_amount: 100 })
  expect(await lotsOf(stage.db, agency().id)).toMatchObject([{ left_cents: 10_000 }])
  await care()
  expect(await chargesOf(stage.db, agency().owner)).toMatchObject([{ kind: 'wallet_top_up' }])
  await applyWithdrawal(0, 'won')
  expect(await panel()).toEqual({ balance_amount: 100, held_amount: 0 })
  await take(1_000_000)
  expect(await lotsOf(stage.db, agency().id)).toMatchObject([{ left_cents: 0 }])
  expect(await problems()).toEqual([])
})

test('the bank is told which leads the top-up paid for', async () => {
  const { db, http, tree } = stage
  const [client] = agency().clients
  const book = { rootId: tree.root.id, agencyId: agency().id }
  const campaign = await makeCampaign(db, client!)
  const sale = { client: client!, campaign, at_ms: clock.now(), count: 3 }
  await sellLeads(db, agency(), sale)
  await payFromBalance(db, book, clock.now(), { balanceId: book.agencyId, amount_e4: 15_000, leads: 3 })
  // Not paid from the wallet.
  await sellLeads(db, agency(), { ...sale, at_ms: clock.now() + 1 })
  await applyWithdrawal(25_000)
  const { rows } = await db.adminPool.query<DisputeRow>(
    'select id, agency_id, charge_id, client_id from dispute where agency_id = $1',
    [book.agencyId],
  )
  const proofs = await inScope(http.platform.appPool, { kind: 'agency', ...book }, (tx) => gatherEvidence(tx, rows[0]!))
  expect(proofs).toMatchObject({
    product: 'Sales leads, delivered online: 3 leads',
    activity: expect.stringMatching(/^2026-11-20 {2}.+: 3 leads delivered$/),
  })
})

test('an expiring lot loses what is not held, and the rest when the hold ends', async () => {
  await applyWithdrawal(10_000)
  clock.advance(370 * 86_400_000)
  await care()
  expect(await panel()).toEqual({ balance_amount: 0, held_amount: 100 })
  await applyWithdrawal(0, 'won')
  await care()
  expect(await panel()).toEqual({ balance_amount: 0, held_amount: 0 })
  expect(await problems()).toEqual([])
})

test('a lost dispute takes what is left from the lot: the payee loses what was spent of it, and nothing more', async () => {
  await take(500_000)
  await applyWithdrawal(25_000)
  await applyWithdrawal(25_000, 'lost')
  expect(await panel()).toEqual({ balance_amount: 0, held_amount: 0 })
  expect(await lotsOf(stage.db, agency().id)).toMatchObject([{ left_cents: 0 }])
  const balances = await balancesOf(stage.db, agency().id)
  expect(balances).toMatchObject({ dispute_lost: -5_000 })
  // The operator doesn't owe leads for it any more, and the agency isn't charged again.
  for (const account of ['wallet', 'dispute_held', 'agency_payable']) expect(balances).not.toHaveProperty(account)
  expect(await history()).toContainEqual(['Reversed by the bank', -200])
  await care()
  expect(await chargesOf(stage.db, agency().owner)).toMatchObject([{ kind: 'wallet_top_up' }])
  expect(await problems()).toEqual([])
  await stage.db.adminPool.query(`update prepaid_use set kind = 'expiry' where kind = 'lost'`)
  expect((await problems()).join()).toMatch(/dispute_lost of .+ does not match disputes and lots/)
})

test('a lost dispute of a part takes that part from the lot, and the rest keeps paying', async () => {
  await take(500_000)
  await applyWithdrawal(10_000)
  await applyWithdrawal(10_000, 'lost')
  expect(await panel()).toEqual({ balance_amount: 100, held_amount: 0 })
  expect(await balancesOf(stage.db, agency().id)).toMatchObject({ wallet: 10_000 })
  expect(await balancesOf(stage.db, agency().id)).not.toHaveProperty('dispute_lost')
  await take(1_000_000)
  expect(await lotsOf(stage.db, agency().id)).toMatchObject([{ left_cents: 0 }])
  expect(await problems()).toEqual([])
})

test('money returned to a lot after it was lost offsets the loss, and pays for nothing', async () => {
  await take(500_000)
  const paidAt = dateOf(clock.now())
  await applyWithdrawal(25_000, 'lost')
  const book = { rootId: stage.tree.root.id, agencyId: agency().id }
  const money = { id: newId(clock.now()), balance: walletOf(book.agencyId), paidAt, amount_e4: 100_000 }
  await inScope(stage.db.appPool, { kind: 'agency', ...book }, (tx) => returnToLots(tx, book, clock.now(), money))
  expect(await panel()).toEqual({ balance_amount: 0, held_amount: 10 })
  expect(await problems()).toEqual([])
  await care()
  expect(await panel()).toEqual({ balance_amount: 0, held_amount: 0 })
  expect(await balancesOf(stage.db, agency().id)).toMatchObject({ dispute_lost: -4_000 })
  expect(await problems()).toEqual([])
})

test('a dispute that is won after having been lost returns everything to the lot', async () => {
  await take(500_000)
  await applyWithdrawal(25_000, 'lost')
  await applyWithdrawal(0, 'won')
  expect(await panel()).toEqual({ balance_amount: 200, held_amount: 0 })
  expect(await balancesOf(stage.db, agency().id)).not.toHaveProperty('dispute_lost')
  expect(await history()).toContainEqual(['Returned by the bank', 200])
  await take(10_000)
  expect(await panel()).toEqual({ balance_amount: 199, held_amount: 0 })
  expect(await problems()).toEqual([])
})
