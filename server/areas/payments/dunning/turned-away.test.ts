import { beforeEach, describe, expect, test } from 'vitest'
import { listInbox } from '#contract/inbox/inbox.ts'
import { createDirectCustomer, createCustomer } from '#contract/payments/cards.ts'
import { listFailedPayments } from '#contract/payments/failed-payments.ts'
import { closePeriodsJob, verifyCharges, verifyInvoices } from '#server/areas/billing/public.ts'
import { verifyLedger } from '#server/areas/ledger/public.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { jobs } from '#server/jobs.ts'
import { unlimited } from '#server/test/app.ts'
import { makeCampaign } from '#server/test/factories.ts'
import { startFaultyGateway, type GatewayFault } from '#server/test/gateway-faults.ts'
import { stripeEnv, stripeTokenOf } from '#server/test/gateway-stages.ts'
import { startTree, type OpenTree } from '#server/test/open-tree.ts'
import { cardholder, connectStripeAccount, startStrictStripe } from '#server/test/payment-stage.ts'
import { chargesOf, sellLeads } from '#server/test/payments.ts'
import { retryDeclinedJob } from './retry-declined.ts'

// The gateway rejects our request: the payee's account is restricted, or our key lacks the permission (decision 168).

const day_ms = 86_400_000
let stage: OpenTree
let clock = createStillClock(0)
let fault: GatewayFault = 'ok'
beforeEach(async () => {
  fault = 'ok'
  clock = createStillClock(Date.UTC(2026, 10, 20, 12))
  const stripe = await startStrictStripe(clock.now)
  const faulty = await startFaultyGateway(stripe.url, () => fault)
  const env = { ...stripeEnv(stripe), STRIPE_BASE_URL: faulty.url, OUTGOING_ALLOW: faulty.host }
  const { close, ...opened } = await startTree({ clock, limiter: unlimited, env })
  stage = opened
  const account = await connectStripeAccount(stage.http, stripe, agency())
  for (const [user, operation, token] of [
    [client().user, createDirectCustomer, { account }],
    [agency().owner, createCustomer, {}],
  ] as const) {
    const body = { tokenid: await stripeTokenOf(stripe, token), ...cardholder }
    expect((await stage.http.as(user).call(operation, { body })).status).toBe(200)
  }
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
        mails.push({ to: to.email, title: content.title })
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
const turnedAway = 'The payment provider is rejecting payments'

describe('a payment that the gateway turns away', () => {
  test('is asked for again every day, closes nothing of its payer, and is paid once the gateway takes it', async () => {
    const first = await chargeLeads()
    expect(toldOf(first, client().user)).toEqual(['A payment has failed'])
    expect(toldOf(first, agency().owner)).toEqual([turnedAway])
    for (let day = 1; day <= 9; day++) {
      clock.advance(day_ms)
      const mails = await run()
      // The payee can do something about it; the payer has already been told.
      expect(toldOf(mails, agency().owner), `day ${day}`).toEqual([turnedAway])
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

  test('is told of once for all of a payee’s, and stands in its inbox and its list of failed payments with the cause', async () => {
    await chargeLeads()
    clock.advance(4 * day_ms)
    expect(toldOf(await chargeLeads(), agency().owner)).toEqual([turnedAway])
    const { http } = stage
    const { id, owner } = agency()
    http.forget()
    const asked = { params: { companyID: id }, query: { kind: 'payment_declined' as const } }
    expect((await http.as(owner).call(listInbox, asked)).body.data).toMatchObject([
      { kind: 'payment_declined', count: 2 },
    ])
    const { data } = (await http.as(owner).call(listFailedPayments, { params: { companyID: id } })).body
    const one = { cause: 'gateway_refused', is_over: false, needs_card: false, next_try_on: '2026-12-01' }
    expect(data).toMatchObject([one, one])
  })

  test('leaves its agency owing the operator what the leads cost: its month asks for it', async () => {
    await chargeLeads()
    clock.advance(9 * day_ms)
    await closePeriodsJob.run(stage.http.platform, {})
    expect(await chargesOf(stage.db, agency().owner)).toMatchObject([{ kind: 'leads', amount_cents: 500 }])
    expect(await problems()).toEqual([])
  })

  test('counts no day of the payer’s, whose own refusals go on where they were', async () => {
    await chargeLeads()
    await stage.db.adminPool.query('update dunning_case set tries = 3')
    clock.advance(day_ms)
    await run()
    const { rows } = await stage.db.adminPool.query('select tries, over_at from dunning_case')
    expect(rows).toEqual([{ tries: 3, over_at: null }])
  })

  test('of an agency’s is told to the operator, and its leads go on', async () => {
    await chargeLeads()
    clock.advance(9 * day_ms)
    await closePeriodsJob.run(stage.http.platform, {})
    const { system } = stage.tree.root
    expect(toldOf(await run(), system)).toEqual([turnedAway])
    for (let day = 1; day <= 9; day++) {
      clock.advance(day_ms)
      expect(toldOf(await run(), system)).toEqual([turnedAway])
    }
    expect(await statusOf(agency().id)).toBe('ok')
    expect(await problems()).toEqual([])
  })
})
