import { afterEach, describe, expect, test } from 'vitest'
import { createCustomer, replaceCard } from '#contract/payments/cards.ts'
import { checkConfirmation, listConfirmations, openConfirmation } from '#contract/payments/confirmations.ts'
import { readAccess } from '#contract/people/user.ts'
import { chargeWallet } from '#contract/wallet/wallet.ts'
import { verifyCharges } from '#server/areas/billing/verify-charges.ts'
import { verifyLedger } from '#server/areas/ledger/verify-ledger.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { noLimits, type TestApp } from '#server/test/app.ts'
import type { TestTree } from '#server/test/factories.ts'
import { gatewayStages, movableStages, type GatewayStage } from '#server/test/gateway-stages.ts'
import type { TestDatabase } from '#server/test/harness.ts'
import { startTree } from '#server/test/open-tree.ts'
import { cardholder } from '#server/test/payment-stage.ts'
import { setOnboardingFee, cardNumbers, chargesOf } from '#server/test/payments.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { reconcileChargesJob } from '../charges/reconcile.ts'
import { retryDeclinedJob } from './retry-declined.ts'

// Some banks require the payer to confirm a payment (3-D Secure): it waits for them, and is taken once (decision 60).

let db: TestDatabase
let http: TestApp
let tree: TestTree
let close: () => Promise<void>
let stage: GatewayStage
const start_ms = Date.UTC(2026, 10, 20, 12)
const day_ms = 86_400_000
let clock = createStillClock(start_ms)

async function setUp(name: GatewayStage['name']): Promise<void> {
  clock = createStillClock(start_ms)
  stage = await gatewayStages[name](() => clock.now())
  ;({ db, http, tree, close } = await startTree({ clock, limiter: noLimits, env: stage.env() }))
  await setOnboardingFee(db, tree.root.id, 19_900)
  await store(cardNumbers.asksPayer, createCustomer)
}
afterEach(async () => {
  await close()
  await stage.stop()
})

/** Runs the jobs; returns how many mails were sent. */
const work = async (): Promise<number> =>
  (await runJobs(db, http.platform)).filter((name) => name === 'send-account-mail').length
async function store(number: string, operation: typeof createCustomer | typeof replaceCard): Promise<void> {
  http.forget()
  await http.as(tree.acme.owner).call(readAccess)
  const body = { tokenid: await stage.tokenOf(number), ...cardholder }
  expect((await http.as(tree.acme.owner).call(operation, { body })).status).toBe(200)
}
const charge = async () => (await chargesOf(db, tree.acme.owner))[0]!
const attempts = async (): Promise<number> => (await db.adminPool.query('select from charge_attempt')).rowCount ?? 0
const asOwner = () => {
  http.forget()
  return http.as(tree.acme.owner)
}
const waiting = async () => {
  const answer = await asOwner().call(listConfirmations, { params: { companyID: tree.acme.id } })
  return answer.body.data
}
const open = async () =>
  asOwner().call(openConfirmation, { body: { companyID: tree.acme.id, chargeID: (await charge()).id } })
const check = async () =>
  asOwner().call(checkConfirmation, { body: { companyID: tree.acme.id, chargeID: (await charge()).id } })
const reconcile = async (): Promise<void> => {
  clock.advance(60_000)
  await reconcileChargesJob.run(http.platform, {})
}
const problems = async (): Promise<string[]> =>
  (await verifyLedger(db.appPool, [verifyCharges])).flatMap((book) => book.problems)

describe.each(movableStages)('a payment that requires the bank’s authentication (%s)', (name) => {
  test('waits, and is reported once with its deadline', async () => {
    await setUp(name)
    expect(await work()).toBe(1)
    expect(await charge()).toMatchObject({ status: 'unknown', cause: 'authentication_required' })
    const [confirmation] = await waiting()
    expect(confirmation).toMatchObject({ kind: 'onboarding', amount: 199, paid_with: 'Visa •••• 3155' })
    expect(Date.parse(confirmation!.confirm_by)).toBe(start_ms + 3 * day_ms)
    // Reconciling changes nothing and sends no second mail.
    await reconcile()
    expect(await work()).toBe(0)
  })

  test('is paid by the same request once it is confirmed', async () => {
    await setUp(name)
    await work()
    const { body } = await open()
    expect(body.data.url).toMatch(/^https?:/)
    await stage.answerBank(body.data.url!, true)
    expect((await check()).status).toBe(200)
    expect(await charge()).toMatchObject({ status: 'succeeded', cause: null })
    expect(await waiting()).toEqual([])
    expect((await open()).status).toBe(409)
    expect(await attempts()).toBe(1)
    expect(await stage.taken()).toHaveLength(1)
    expect(stage.refused()).toEqual([])
    expect(await problems()).toEqual([])
  })

  test('that fails there is declined, and retried on its days', async () => {
    await setUp(name)
    await work()
    await stage.answerBank((await open()).body.data.url!, false)
    await reconcile()
    expect(await charge()).toMatchObject({ status: 'declined', cause: 'payment_intent_authentication_failure' })
    clock.advance(day_ms)
    await retryDeclinedJob.run(http.platform, {})
    await work()
    expect(await charge()).toMatchObject({ status: 'unknown', cause: 'authentication_required' })
    expect(await attempts()).toBe(2)
    expect(await stage.taken()).toEqual([])
  })

  test('is canceled at its deadline, and can no longer be confirmed', async () => {
    await setUp(name)
    await work()
    const { url } = (await open()).body.data
    clock.advance(3 * day_ms - 61_000)
    await reconcile()
    expect(await charge()).toMatchObject({ status: 'unknown' })
    await reconcile()
    expect(await charge()).toMatchObject({ status: 'declined', cause: 'authentication_required' })
    await stage.answerBank(url!, true)
    await check()
    expect(await stage.taken()).toEqual([])
    expect((await open()).status).toBe(409)
  })
})

describe.each(movableStages)('a payment that is being canceled (%s)', (name) => {
  test('but confirmed at that moment is paid', async () => {
    await setUp(name)
    await work()
    await stage.answerBank((await open()).body.data.url!, true)
    clock.advance(4 * day_ms)
    await reconcile()
    expect(await charge()).toMatchObject({ status: 'succeeded' })
    expect(await stage.taken()).toHaveLength(1)
    expect(await problems()).toEqual([])
  })

  test('for another card is paid with that one, once', async () => {
    await setUp(name)
    await work()
    const { url } = (await open()).body.data
    await store(cardNumbers.good, replaceCard)
    expect(await waiting()).toEqual([])
    await reconcile()
    await work()
    await stage.answerBank(url!, true)
    await reconcile()
    expect(await charge()).toMatchObject({ status: 'succeeded', paid_with: 'Visa •••• 4242' })
    expect(await stage.taken()).toHaveLength(1)
    expect(await attempts()).toBe(2)
    expect(await problems()).toEqual([])
  })
})

test('nobody can confirm somebody else’s payment', async () => {
  await setUp('sandbox')
  await work()
  const { id } = await charge()
  const ask = (user = tree.brightside.owner) =>
    http.as(user).call(openConfirmation, { body: { companyID: user.companyId, chargeID: id } })
  expect((await ask()).status).toBe(409)
  expect((await ask(tree.acme.clients[0]!.user)).status).toBe(409)
})

test('a top-up awaiting confirmation is bought with another card once saved, and blames no card', async () => {
  await setUp('sandbox')
  const body = {
    company_id: tree.acme.id,
    amount: 250,
    custom_amount: 'F',
    stop_continual: 'F',
    payment_type: 'credit_card',
  } as const
  expect((await asOwner().call(chargeWallet, { body })).status).toBe(200)
  await work()
  await store(cardNumbers.good, replaceCard)
  await reconcile()
  expect(await work()).toBe(0)
  expect((await chargesOf(db, tree.acme.owner)).map(({ kind, status }) => [kind, status]).toSorted()).toEqual([
    ['onboarding', 'succeeded'],
    ['wallet_top_up', 'succeeded'],
  ])
  expect((await db.adminPool.query('select declines from prepaid_balance')).rows).toEqual([{ declines: 0 }])
  expect(await problems()).toEqual([])
})
