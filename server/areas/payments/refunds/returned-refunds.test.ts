import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listCharges } from '#contract/billing/charges.ts'
import { listRefunds, refundCharge } from '#contract/billing/refunds.ts'
import { createCustomer } from '#contract/payments/cards.ts'
import { readAccess } from '#contract/people/user.ts'
import { verifyCharges } from '#server/areas/billing/verify-charges.ts'
import { verifyRefunds } from '#server/areas/billing/refunds/verify-refunds.ts'
import { verifyLedger } from '#server/areas/ledger/verify-ledger.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import type { StripeStandIn } from '#server/providers/payments/stripe/stand-in/start-stripe-stand-in.ts'
import { noLimits, type TestApp } from '#server/test/app.ts'
import type { TestTree } from '#server/test/factories.ts'
import { startFaultyGateway, type FaultyGateway, type GatewayFault } from '#server/test/gateway-faults.ts'
import { stripeEnv, stripeTokenOf } from '#server/test/gateway-stages.ts'
import type { TestDatabase } from '#server/test/harness.ts'
import { startTree } from '#server/test/open-tree.ts'
import { cardholder, startStrictStripe } from '#server/test/payment-stage.ts'
import { setOnboardingFee, balancesOf, chargesOf } from '#server/test/payments.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { eventOf, sendEvent, signatureOf } from '#server/test/stripe-events.ts'
import { applyWaitingEventsJob } from '../inbox/apply-events.ts'
import { reconcileRefundsJob } from './send-refund.ts'

// The operator refunds an agency's fee at Stripe, which may take days to complete it and can fail even after that.

const clock = createStillClock(Date.UTC(2026, 10, 20, 12))
let stripe: StripeStandIn
let faulty: FaultyGateway
let db: TestDatabase
let http: TestApp
let fault: GatewayFault = 'ok'
/** Faults of the next requests; after them `fault` applies again. */
let nextFaults: GatewayFault[] = []
/** How long each request takes by the test's clock. */
let answersAfter_ms = 0
let tree: TestTree
let close: (() => Promise<void>) | undefined
beforeAll(async () => {
  stripe = await startStrictStripe(clock.now)
  faulty = await startFaultyGateway(stripe.url, () => {
    clock.advance(answersAfter_ms)
    return nextFaults.shift() ?? fault
  })
})
beforeEach(async () => {
  await close?.()
  fault = 'ok'
  nextFaults = []
  answersAfter_ms = 0
  stripe.setRefunds('succeeded')
  const env = { ...stripeEnv(stripe), STRIPE_BASE_URL: faulty.url, OUTGOING_ALLOW: faulty.host }
  ;({ db, http, tree, close } = await startTree({ clock, limiter: noLimits, env }))
  await setOnboardingFee(db, tree.root.id, 19_900)
  const { owner } = tree.acme
  await http.as(owner).call(readAccess)
  const tokenid = await stripeTokenOf(stripe)
  const body = { tokenid, ...cardholder }
  expect((await http.as(owner).call(createCustomer, { body })).status).toBe(200)
  await work()
  expect((await charge()).status).toBe('succeeded')
})
afterAll(async () => {
  await close?.()
  await faulty.stop()
  await stripe.stop()
})

const work = (): Promise<string[]> => runJobs(db, http.platform)
const charge = async () => (await chargesOf(db, tree.acme.owner))[0]!
const afterPayment = { clearing: -19_900, root_revenue: 19_900 }
const give = async (amount: number, user = tree.root.system) =>
  http.as(user).call(refundCharge, {
    body: {
      companyID: tree.acme.id,
      chargeId: (await charge()).id,
      amount,
      reason: 'mistake',
      operationId: newId(clock.now()),
    },
  })
const list = async (user = tree.acme.owner) =>
  http.as(user).call(listRefunds, { params: { companyID: tree.acme.id, chargeId: (await charge()).id } })
const refunds = async () => (await list()).body.data
const problems = async (): Promise<string[]> =>
  (await verifyLedger(db.appPool, [verifyCharges, verifyRefunds])).flatMap((book) => book.problems)
const refundId = () => stripe.objects('refund').at(-1)!.id
/** Resends Stripe's last event. */
const resendLastEvent = async (): Promise<string[]> => {
  const body = eventOf(stripe.happened.at(-1)!)
  expect(await sendEvent(http, body, signatureOf(stripe.webhookSecret, body, clock.now()))).toBe(200)
  return work()
}
const eventStates = async (): Promise<string[]> =>
  (await db.adminPool.query<{ state: string }>('select state from gateway_event')).rows.map(({ state }) => state)

describe('an operator’s refund', () => {
  test('that is pending at Stripe is booked when its event reports that it succeeded', async () => {
    stripe.setRefunds('pending')
    expect((await give(50)).body.data).toMatchObject({ state: 'sent', credit_note: '' })
    await work()
    expect(await refunds()).toMatchObject({ refundable: 149, refunds: [{ state: 'sent' }] })
    expect(await balancesOf(db, tree.acme.id)).toEqual(afterPayment)
    stripe.endRefund(refundId(), '', 'succeeded')
    await resendLastEvent()
    expect((await refunds()).refunds).toMatchObject([{ state: 'succeeded', credit_note: 'CP-2026-0001', amount: 50 }])
    expect(await balancesOf(db, tree.acme.id)).toEqual({ clearing: -14_900, root_revenue: 14_900 })
    expect(await problems()).toEqual([])
  })

  test('that succeeded but is returned is undone: its credit note is void, and the money can be refunded again', async () => {
    await give(50)
    await work()
    stripe.endRefund(refundId(), '', 'failed')
    const mailsOf = (names: readonly string[]): number => names.filter((name) => name === 'send-account-mail').length
    const { rows } = await db.adminPool.query(
      `select from app_user where company_id = any($1) and gets_notices and status = 'active' and removed_at is null`,
      [[tree.root.id, tree.acme.id]],
    )
    // Both sides are told, once.
    expect(rows.length).toBeGreaterThan(1)
    expect(mailsOf(await resendLastEvent())).toBe(rows.length)
    expect(mailsOf(await resendLastEvent())).toBe(0)
    expect(await refunds()).toMatchObject({
      refundable: 199,
      refunds: [{ state: 'failed', cause: 'insufficient_funds', credit_note: 'CP-2026-0001' }],
    })
    expect(await balancesOf(db, tree.acme.id)).toEqual(afterPayment)
    expect(await problems()).toEqual([])
    await give(199)
    await work()
    expect((await refunds()).refunds[1]).toMatchObject({ state: 'succeeded', credit_note: 'CP-2026-0002' })
    expect(await balancesOf(db, tree.acme.id)).toEqual({})
    expect(await problems()).toEqual([])
    // A refund whose state is succeeded while its transfers were reversed is reported.
    await db.adminPool.query(`update refund set state = 'succeeded' where state = 'failed' and amount_cents = 5000`)
    expect((await problems()).some((text) => text.includes('and its transfers do not match'))).toBe(true)
  })

  test('is shown with its charge while it is pending, and once it failed, until another one succeeds', async () => {
    const row = async () =>
      (await http.as(tree.acme.owner).call(listCharges, { params: { companyID: tree.acme.id } })).body.data[0]
    expect(await row()).toMatchObject({ kind: 'onboarding', refunded: 0, refund_state: null })
    stripe.setRefunds('pending')
    await give(50)
    expect(await row()).toMatchObject({ refunded: 0, refund_state: 'sent' })
    await work()
    stripe.endRefund(refundId(), '', 'failed')
    await resendLastEvent()
    expect(await row()).toMatchObject({ refunded: 0, refund_state: 'failed' })
    clock.advance(1_000)
    stripe.setRefunds('succeeded')
    await give(20)
    expect(await row()).toMatchObject({ refunded: 0, refund_state: 'sent' })
    await work()
    expect(await row()).toMatchObject({ refunded: 20, refund_state: null })
  })

  test('whose failure is reported while Stripe does not respond keeps its status until it does', async () => {
    await give(50)
    await work()
    stripe.endRefund(refundId(), '', 'failed')
    fault = 'lost before'
    await resendLastEvent()
    expect(await refunds()).toMatchObject({ refunds: [{ state: 'succeeded' }] })
    expect(await eventStates()).toEqual(['received'])
    fault = 'ok'
    clock.advance(60_000)
    await applyWaitingEventsJob.run(http.platform, {})
    expect(await eventStates()).toEqual(['applied'])
    expect(await refunds()).toMatchObject({ refunds: [{ state: 'failed' }] })
  })

  test('whose response was lost is found by its id, not requested again', async () => {
    const before = stripe.objects('refund').length
    await give(50)
    // The lookup comes first.
    nextFaults = ['ok', ...Array<GatewayFault>(5).fill('lost after')]
    await work()
    nextFaults = []
    expect(stripe.objects('refund')).toHaveLength(before + 1)
    expect(await refunds()).toMatchObject({ refundable: 149, refunds: [{ state: 'sent' }] })
    // A refused lookup says nothing about the refund.
    nextFaults = Array<GatewayFault>(5).fill('key revoked')
    clock.advance(60_000)
    await reconcileRefundsJob.run(http.platform, {})
    expect(await refunds()).toMatchObject({ refunds: [{ state: 'sent' }] })
    nextFaults = []
    clock.advance(60_000)
    await reconcileRefundsJob.run(http.platform, {})
    expect(await refunds()).toMatchObject({ refunds: [{ state: 'succeeded' }] })
    expect(stripe.objects('refund')).toHaveLength(before + 1)
    expect(await problems()).toEqual([])
  })

  test('is looked up no longer than one round allows, and the next round resumes where that one ended', async () => {
    stripe.setRefunds('pending')
    for (const amount of [10, 11, 12, 13]) {
      await give(amount)
      await work()
      stripe.endRefund(refundId(), '', 'succeeded')
    }
    const states = async (): Promise<string[]> => (await refunds()).refunds.map(({ state }) => state).toSorted()
    expect(await states()).toEqual(['sent', 'sent', 'sent', 'sent'])
    clock.advance(60_000)
    answersAfter_ms = 30_000
    await reconcileRefundsJob.run(http.platform, {})
    expect(await states()).toEqual(['sent', 'sent', 'succeeded', 'succeeded'])
    await reconcileRefundsJob.run(http.platform, {})
    expect(await states()).toEqual(['succeeded', 'succeeded', 'succeeded', 'succeeded'])
    expect(await problems()).toEqual([])
  })

  test('that Stripe rejects has failed, is not booked, and has no credit note', async () => {
    await give(50)
    // Someone refunded all of it at Stripe directly.
    const intent = stripe.objects('payment_intent').at(-1)!
    await fetch(`${stripe.url}/v1/refunds`, {
      method: 'POST',
      headers: { authorization: `Bearer ${stripe.secretKey}`, 'idempotency-key': newId(clock.now()) },
      body: new URLSearchParams({ payment_intent: intent.id, amount: String(intent['amount']) }),
    })
    await work()
    expect(await refunds()).toMatchObject({
      refundable: 199,
      refunds: [{ state: 'failed', cause: 'charge_already_refunded', credit_note: '' }],
    })
    expect(await balancesOf(db, tree.acme.id)).toEqual(afterPayment)
    expect(await problems()).toEqual([])
  })

  test('can be given only by the operator and seen only by its payer', async () => {
    expect((await give(1, tree.acme.owner)).status).toBe(403)
    expect((await give(1, tree.brightside.owner)).status).toBe(404)
    await give(1)
    expect((await list(tree.brightside.owner)).status).toBe(404)
    expect((await list(tree.acme.clients[0]!.user)).status).toBe(404)
    expect((await refunds()).refunds).toHaveLength(1)
  })
})
