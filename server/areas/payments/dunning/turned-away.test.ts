import { beforeEach, describe, expect, test } from 'vitest'
import { listInbox } from '#contract/inbox/inbox.ts'
import { createDirectCustomer, createCustomer } from '#contract/payments/cards.ts'
import { listFailedPayments, retryCharge } from '#contract/payments/failed-payments.ts'
import { closePeriodsJob } from '#server/areas/billing/periods/close-periods.ts'
import { verifyCharges } from '#server/areas/billing/verify-charges.ts'
import { verifyInvoices } from '#server/areas/billing/invoices/verify-invoices.ts'
import { verifyLedger } from '#server/areas/ledger/verify-ledger.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { jobs } from '#server/jobs.ts'
import { noLimits } from '#server/test/app.ts'
import { makeCampaign } from '#server/test/factories.ts'
import { startFaultyGateway, type GatewayFault } from '#server/test/gateway-faults.ts'
import { stripeEnv, stripeTokenOf } from '#server/test/gateway-stages.ts'
import { startTree, type OpenTree } from '#server/test/open-tree.ts'
import { cardholder, connectStripeAccount, startStrictStripe } from '#server/test/payment-stage.ts'
import { cardNumbers, chargesOf, sellLeads } from '#server/test/payments.ts'
import { retryDeclinedJob } from './retry-declined.ts'

// The gateway rejects our request: the payee's account is restricted, or our key lacks the permission (decision 168).

const day_ms = 86_400_000
let stage: OpenTree
let clock = createStillClock(0)
let fault: GatewayFault = 'ok'
let storeCard: (number?: string) => Promise<void>
beforeEach(async () => {
  fault = 'ok'
  clock = createStillClock(Date.UTC(2026, 10, 20, 12))
  const stripe = await startStrictStripe(clock.now)
  const faulty = await startFaultyGateway(stripe.url, () => fault)
  const env = { ...stripeEnv(stripe), STRIPE_BASE_URL: faulty.url, OUTGOING_ALLOW: faulty.host }
  const { close, ...opening } = await startTree({ clock, limiter: noLimits, env })
  stage = opening
  const account = await connectStripeAccount(stage.http, stripe, agency())
  storeCard = async (number) => {
    const token = number === undefined ? { account } : { account, number }
    const body = { tokenid: await stripeTokenOf(stripe, token), ...cardholder }
    stage.http.forget()
    expect((await stage.http.as(client().user).call(createDirectCustomer, { body })).status).toBe(200)
  }
  await storeCard()
  const body = { tokenid: await stripeTokenOf(stripe), ...cardholder }
  expect((await stage.http.as(agency().owner).call(createCustomer, { body })).status).toBe(200)
  fault = 'requests refused'
  return async () => {
    await close()
    await faulty.stop()
    await stripe.stop()
  }
})

const agency = () => stage.tree.acme
const client = () => agency().clients[0]!
const statusOf = async (companyId: string): Promise<string> =>
  (await stage.db.adminPool.query('select payment_status from company where id = $1', [companyId])).rows[0]
    .payment_status
const problems = async (): Promise<string[]> =>
  (await verifyLedger(stage.db.appPool, [verifyCharges, verifyInvoices])).flatMap((book) => book.problems)

interface Mail {
  to: string
  title: string
  text: string
}
/** Runs the scheduled jobs. Returns the mails that they queue; none is sent. */
async function run(): Promise<Mail[]> {
  const { db, http } = stage
  await retryDeclinedJob.run(http.platform, {})
  const mails: Mail[] = []
  for (;;) {
    const { rows } = await db.adminPool.query<{ name: string; payload: { sealed?: string } }>(
      `with taken as (delete from graphile_worker._private_jobs returning id, task_id, payload)
       select identifier as name, payload from taken join graphile_worker._private_tasks task on task.id = task_id
       order by taken.id`,
    )
    if (rows.length === 0) return mails
    for (const { name, payload } of rows) {
      if (payload.sealed === undefined) await jobs.find((job) => job.name === name)!.run(http.platform, payload)
      else {
        const { to, content } = JSON.parse(http.platform.secrets.open(payload.sealed, 'job.send-account-mail'))
        mails.push({ to: to.email, title: content.title, text: content.paragraphs.join(' ') })
      }
    }
  }
}
/** Sells ten leads to the client and charges for them three days later. */
async function chargeLeads(): Promise<Mail[]> {
  const { db, http } = stage
  const campaign = await makeCampaign(db, client())
  await sellLeads(db, agency(), { client: client(), campaign, at_ms: clock.now(), count: 10 })
  clock.advance(3 * day_ms)
  await closePeriodsJob.run(http.platform, {})
  return run()
}
const toldOf = (mails: readonly Mail[], user: { email: string }): string[] =>
  mails.filter(({ to }) => to === user.email).map(({ title }) => title)
const gatewayRefused = 'The payment provider is rejecting payments'

describe('a payment that the gateway rejects', () => {
  test('is retried every day, suspends nothing for its payer, and is paid once the gateway accepts it', async () => {
    const first = await chargeLeads()
    expect(toldOf(first, client().user)).toEqual(['A payment has failed'])
    expect(toldOf(first, agency().owner)).toEqual([gatewayRefused])
    for (let day = 1; day <= 9; day++) {
      clock.advance(day_ms)
      const mails = await run()
      // The payee can do something about it; the payer has already been told.
      expect(toldOf(mails, agency().owner), `day ${day}`).toEqual([gatewayRefused])
      expect(toldOf(mails, client().user)).toEqual([])
      expect(await run()).toEqual([])
      expect(await statusOf(client().id)).toBe('ok')
    }
    expect((await stage.db.adminPool.query('select from charge_attempt')).rowCount).toBe(10)
    fault = 'ok'
    clock.advance(day_ms)
    await run()
    expect(await chargesOf(stage.db, client().user)).toMatchObject([{ status: 'succeeded' }])
    expect(await problems()).toEqual([])
  })

  test('is reported once for all of a payee’s, and listed in its inbox and failed payments with the cause', async () => {
    await chargeLeads()
    clock.advance(4 * day_ms)
    expect(toldOf(await chargeLeads(), agency().owner)).toEqual([gatewayRefused])
    const { http } = stage
    const { id, owner } = agency()
    http.forget()
    const request = { params: { companyID: id }, query: { kind: 'payment_declined' as const } }
    expect((await http.as(owner).call(listInbox, request)).body.data).toMatchObject([
      { kind: 'payment_declined', count: 2 },
    ])
    const { data } = (await http.as(owner).call(listFailedPayments, { params: { companyID: id } })).body
    const one = { cause: 'gateway_refused', is_over: false, needs_card: false, next_try_on: '2026-12-01' }
    expect(data).toMatchObject([one, one])
  })

  test('leaves its agency owing the operator what the leads cost: its month bills it', async () => {
    await chargeLeads()
    clock.advance(9 * day_ms)
    await closePeriodsJob.run(stage.http.platform, {})
    expect(await chargesOf(stage.db, agency().owner)).toMatchObject([{ kind: 'leads', amount_cents: 500 }])
    expect(await problems()).toEqual([])
  })

  test('uses up no day of the payer’s schedule, whose own declines resume where they were', async () => {
    await chargeLeads()
    await stage.db.adminPool.query('update dunning_case set tries = 3')
    clock.advance(day_ms)
    await run()
    const { rows } = await stage.db.adminPool.query('select tries, over_at from dunning_case')
    expect(rows).toEqual([{ tries: 3, over_at: null }])
  })

  test('of an agency is reported to the operator, and its leads continue', async () => {
    await chargeLeads()
    clock.advance(9 * day_ms)
    await closePeriodsJob.run(stage.http.platform, {})
    const { system } = stage.tree.root
    expect(toldOf(await run(), system)).toEqual([gatewayRefused])
    for (let day = 1; day <= 9; day++) {
      clock.advance(day_ms)
      expect(toldOf(await run(), system)).toEqual([gatewayRefused])
    }
    expect(await statusOf(agency().id)).toBe('ok')
    expect(await problems()).toEqual([])
  })

  /** The card was declined on every retry day, and the payee then retries the charge. */
  async function failBefore(): Promise<Mail[]> {
    await chargeLeads()
    const { db, http } = stage
    await db.adminPool.query(`update charge set cause = 'insufficient_funds'`)
    await db.adminPool.query('update dunning_case set tries = 4, next_on = null, over_at = $1', [new Date(clock.now())])
    await db.adminPool.query(`update company set payment_status = 'failed' where id = $1`, [client().id])
    const chargeID = (await chargesOf(db, client().user))[0]!.id
    clock.advance(day_ms)
    http.forget()
    const body = { companyID: client().id, chargeID }
    expect((await http.as(agency().owner).call(retryCharge, { body })).status).toBe(200)
    return run()
  }

  test('of a payer that failed before is also retried every day, and cures it once the gateway accepts it', async () => {
    const mails = await failBefore()
    const { db, http } = stage
    expect(toldOf(mails, agency().owner)).toEqual([gatewayRefused])
    for (let day = 1; day <= 9; day++) {
      expect(await statusOf(client().id), `day ${day}`).toBe('failed')
      clock.advance(day_ms)
      const mails = await run()
      expect(toldOf(mails, agency().owner)).toEqual([gatewayRefused])
      expect(toldOf(mails, client().user)).toEqual([])
    }
    http.forget()
    const { data } = (await http.as(agency().owner).call(listFailedPayments, { params: { companyID: agency().id } }))
      .body
    expect(data).toMatchObject([{ is_over: true, next_try_on: '2026-12-04' }])
    fault = 'ok'
    clock.advance(day_ms)
    await run()
    expect(await chargesOf(db, client().user)).toMatchObject([{ status: 'succeeded' }])
    expect(await statusOf(client().id)).toBe('ok')
  })

  test('of a payer that failed before tells both that campaigns resume with the payment', async () => {
    const mails = await failBefore()
    expect(mails.map(({ to, text }) => [to, text])).toEqual([
      [
        client().user.email,
        'The payment failed. Your card isn’t the cause. It is retried every day, and the payee has been notified. Your campaigns resume once it is paid.',
      ],
      [
        agency().owner.email,
        'The cards aren’t the cause. The receiving account may be restricted, or its key may lack a permission. Check your account with the payment provider. The payment is retried every day. Until it succeeds, the payer’s campaigns stay stopped. You still owe the wholesale cost of their leads.',
      ],
    ])
  })

  test('of a payer that failed before leaves no further day once the card is declined again', async () => {
    await failBefore()
    fault = 'ok'
    await storeCard(cardNumbers.noFunds)
    expect((await run()).map(({ to, text }) => [to, text])).toEqual([
      [client().user.email, expect.stringContaining('This was the last attempt.')],
    ])
    const { rows } = await stage.db.adminPool.query('select next_on, over_at is not null as is_over from dunning_case')
    expect(rows).toEqual([{ next_on: null, is_over: true }])
    expect(await statusOf(client().id)).toBe('failed')
  })
})
