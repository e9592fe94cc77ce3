import { afterEach, beforeEach, expect, test } from 'vitest'
import { settleCharge } from '#contract/billing/invoices.ts'
import { readCommissions } from '#contract/commissions/commissions.ts'
import { payCommissions, setCommissionRate } from '#contract/commissions/pay.ts'
import { setSales } from '#contract/companies/sales.ts'
import { checkSalesAccount, createSalesAccount, resetPaymentConnection } from '#contract/payments/accounts.ts'
import { closePeriodsJob } from '#server/areas/billing/periods/close-periods.ts'
import { verifyCharges } from '#server/areas/billing/verify-charges.ts'
import { verifyCommissionBases } from '#server/areas/billing/commissions.ts'
import { verifyCommissions } from '#server/areas/commissions/verify-commissions.ts'
import { verifyLedger } from '#server/areas/ledger/verify-ledger.ts'
import { createStillClock } from '#server/platform/clock.ts'
import type { StripeStandIn } from '#server/providers/payments/stripe/stand-in/start-stripe-stand-in.ts'
import { noLimits } from '#server/test/app.ts'
import { makeCampaign } from '#server/test/factories.ts'
import { stripeEnv } from '#server/test/gateway-stages.ts'
import { startTree, type OpenTree } from '#server/test/open-tree.ts'
import { startStrictStripe } from '#server/test/payment-stage.ts'
import { balancesOf, chargesOf, sellLeads } from '#server/test/payments.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { eventOf, sendEvent, signatureOf } from '#server/test/stripe-events.ts'
import { applyWaitingEventsJob } from '../inbox/apply-events.ts'
import { readBalancesJob } from '../reconciliation/read-balances.ts'
import { payCommissionsJob } from './pay-commissions.ts'

// A transfer that paid commissions can be taken back on Stripe's own pages: they are owed again, and nothing is sent on its own.

const day_ms = 86_400_000
let clock = createStillClock(0)
let { db, http, tree, close } = {} as OpenTree & { close(): Promise<void> }
let stripe: StripeStandIn

/** Two agencies' payments of $50.00 each, of which a representative has earned 10 %: $10.00, and an account to be paid in. */
beforeEach(async () => {
  clock = createStillClock(Date.UTC(2026, 9, 30, 12))
  stripe = await startStrictStripe(clock.now)
  ;({ db, http, tree, close } = await startTree({ clock, limiter: noLimits, env: stripeEnv(stripe) }))
  const { salesRep, system } = tree.root
  const rate = { companyID: tree.root.id, salesId: salesRep.id, percent: 10 }
  expect((await http.as(system).call(setCommissionRate, { body: rate })).status).toBe(200)
  for (const agency of [tree.acme, tree.brightside]) {
    await http.as(system).call(setSales, { body: { companyID: agency.id, salesRep: salesRep.id } as never })
    const client = agency.clients[0]!
    await sellLeads(db, agency, { client, campaign: await makeCampaign(db, client), at_ms: clock.now(), count: 100 })
  }
  clock.advance(3 * day_ms)
  await closePeriodsJob.run(http.platform, {})
  http.forget()
  for (const agency of [tree.acme, tree.brightside]) {
    const body = { companyID: agency.id, chargeID: (await chargesOf(db, agency.owner))[0]!.id }
    expect((await http.as(system).call(settleCharge, { body })).status).toBe(200)
  }
  expect((await http.as(salesRep).call(createSalesAccount, { body: {} })).status).toBe(200)
  const { rows } = await db.adminPool.query<{ account_id: string }>('select account_id from connected_account')
  stripe.moveAccount(rows[0]!.account_id, 'ready')
  await http.as(salesRep).call(checkSalesAccount, { params: { usrID: salesRep.id, idsys: tree.root.id } })
  clock.advance(8 * day_ms)
  http.forget()
})
afterEach(async () => {
  await close()
  await stripe.stop()
})

const payOut = (): Promise<void> => payCommissionsJob.run(http.platform, {})
const transfers = () => stripe.objects('transfer')
/** Takes back part of the transfer; returns the event. */
function takeBack(amount_cents: number): string {
  stripe.reverseTransfer(transfers()[0]!.id, amount_cents)
  return eventOf(stripe.happened.findLast(({ type }) => type === 'transfer.reversed')!)
}
async function send(...bodies: string[]): Promise<void> {
  for (const body of bodies)
    expect(await sendEvent(http, body, signatureOf(stripe.webhookSecret, body, clock.now()))).toBe(200)
  await runJobs(db, http.platform)
  http.forget()
}
const summary = async () => (await http.as(tree.root.salesRep).call(readCommissions, {})).body.data
const problems = async (): Promise<string[]> =>
  (await verifyLedger(db.appPool, [verifyCharges, verifyCommissions, verifyCommissionBases])).flatMap(
    (book) => book.problems,
  )

test('a transfer that was taken back in parts is owed again, booked once whatever the order of events', async () => {
  await payOut()
  expect(await summary()).toMatchObject({ paid: 10, owed: 0 })
  const first = takeBack(333)
  const second = takeBack(667)
  await send(second, first, second)
  expect(await summary()).toMatchObject({ paid: 0, owed: 10, payouts: [{ amount: 10, reversed: 10, state: 'paid' }] })
  for (const agency of [tree.acme, tree.brightside]) {
    const balances = await balancesOf(db, agency.id)
    expect([balances['commission_payable'], balances['clearing']]).toEqual([500, undefined])
  }
  expect(await problems()).toEqual([])
})

test('part of a transfer is owed again in proportion, to the cent, and is no discrepancy with Stripe', async () => {
  await payOut()
  await send(takeBack(333))
  expect(await summary()).toMatchObject({ paid: 6.67, owed: 3.33, payouts: [{ reversed: 3.33 }] })
  expect(await problems()).toEqual([])
  await readBalancesJob.run(http.platform, {})
  const { rows } = await db.adminPool.query(
    `select amount_cents::int as cents, state from gateway_entry where kind = 'transfer' and account_id = '' order by 1`,
  )
  expect(rows).toEqual([
    { cents: -1_000, state: 'matched' },
    { cents: 333, state: 'matched' },
  ])
})

test('an event that comes before the payout is recorded waits for it', async () => {
  await payOut()
  await db.adminPool.query(`update commission_payout set state = 'sent', ended_at = null`)
  const event = takeBack(1_000)
  await send(event)
  expect((await db.adminPool.query('select state from gateway_event')).rows).toEqual([{ state: 'received' }])
  await db.adminPool.query(`update commission_payout set state = 'paid', ended_at = created_at`)
  clock.advance(60_000)
  await applyWaitingEventsJob.run(http.platform, {})
  expect((await db.adminPool.query('select reversed_cents::int as cents from commission_payout')).rows).toEqual([
    { cents: 1_000 },
  ])
})

test('is not sent again until the operator has recorded a payment by hand', async () => {
  await payOut()
  await send(takeBack(1_000))
  clock.advance(2 * day_ms)
  await payOut()
  expect(transfers()).toHaveLength(1)
  const body = { companyID: tree.root.id, salesId: tree.root.salesRep.id, amount: 4, operationId: crypto.randomUUID() }
  expect((await http.as(tree.root.system).call(payCommissions, { body })).status).toBe(200)
  await payOut()
  expect(transfers().map(({ amount }) => amount)).toEqual([1_000, 600])
  http.forget()
  expect(await summary()).toMatchObject({ paid: 10, owed: 0 })
  expect(await problems()).toEqual([])
})

test('is no discrepancy with Stripe if the account that was paid is disconnected before balances are read', async () => {
  await payOut()
  const params = { companyID: tree.root.id, type: 'sales' } as const
  expect((await http.as(tree.root.salesRep).call(resetPaymentConnection, { params })).status).toBe(200)
  await readBalancesJob.run(http.platform, {})
  const { rows } = await db.adminPool.query(
    `select state from gateway_entry where kind = 'transfer' and account_id = ''`,
  )
  expect(rows).toEqual([{ state: 'matched' }])
  expect((await db.adminPool.query('select from gateway_gap')).rowCount).toBe(0)
})
