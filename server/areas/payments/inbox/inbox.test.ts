import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createConnectedAccount } from '#contract/payments/accounts.ts'
import { createCustomer } from '#contract/payments/cards.ts'
import { readAccess } from '#contract/people/user.ts'
import { verifyCharges } from '#server/areas/billing/verify-charges.ts'
import { verifyLedger } from '#server/areas/ledger/verify-ledger.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import type { StripeStandIn } from '#server/providers/payments/stripe/stand-in/start-stripe-stand-in.ts'
import { createTestApp, noLimits, type TestApp } from '#server/test/app.ts'
import type { TestTree } from '#server/test/factories.ts'
import { startFaultyGateway, type FaultyGateway, type GatewayFault } from '#server/test/gateway-faults.ts'
import { stripeEnv, stripeTokenOf } from '#server/test/gateway-stages.ts'
import type { TestDatabase } from '#server/test/harness.ts'
import { startTree } from '#server/test/open-tree.ts'
import { cardholder, startStrictStripe } from '#server/test/payment-stage.ts'
import { setOnboardingFee, balancesOf, cardNumbers, chargesOf } from '#server/test/payments.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { eventOf, sendEvent, signatureOf } from '#server/test/stripe-events.ts'
import { applyWaitingEventsJob } from './apply-events.ts'

const clock = createStillClock(Date.UTC(2026, 10, 20, 12))
let stripe: StripeStandIn
let faulty: FaultyGateway
let db: TestDatabase
let http: TestApp
let tree: TestTree
let fault: GatewayFault = 'ok'
beforeAll(async () => {
  stripe = await startStrictStripe(clock.now)
  faulty = await startFaultyGateway(stripe.url, () => fault)
  const env = { ...stripeEnv(stripe), STRIPE_BASE_URL: faulty.url, OUTGOING_ALLOW: faulty.host }
  const { close, ...opening } = await startTree({ clock, limiter: noLimits, env })
  ;({ db, http, tree } = opening)
  await setOnboardingFee(db, tree.root.id, 19_900)
  return async () => {
    await close()
    await faulty.stop()
    await stripe.stop()
  }
})
afterEach(() => vi.unstubAllEnvs())

const send = (body: string, at_ms = clock.now()) =>
  sendEvent(http, body, signatureOf(stripe.webhookSecret, body, at_ms))

/** An event's state; null if it wasn't stored. */
const stateOf = async (body: string): Promise<string | null> => {
  const { id } = JSON.parse(body) as { id: string }
  const { rows } = await db.adminPool.query<{ state: string }>('select state from gateway_event where id = $1', [id])
  return rows[0]?.state ?? null
}

/** A fee charged at Stripe whose response was lost. */
async function payUnheard(agency: TestTree['acme'], number: string = cardNumbers.good): Promise<void> {
  // As the card page does, show the fee first.
  await http.as(agency.owner).call(readAccess)
  const tokenid = await stripeTokenOf(stripe, { number })
  const body = { tokenid, ...cardholder }
  expect((await http.as(agency.owner).call(createCustomer, { body })).status).toBe(200)
  fault = 'lost after'
  await runJobs(db, http.platform)
  fault = 'ok'
  expect(await chargesOf(db, agency.owner)).toMatchObject([{ status: 'unknown' }])
}

const problems = async () => (await verifyLedger(db.appPool, [verifyCharges])).flatMap((book) => book.problems)

/** Stores an event that was received `ago_ms` ago. */
const storeBytes = (id: string, bytes: string, ago_ms: number): Promise<unknown> =>
  db.adminPool.query(
    `insert into gateway_event (gateway, id, kind, body, received_at, state)
     values ('stripe', $1, 'payment_intent.succeeded', $2, $3, 'received')`,
    [id, Buffer.from(bytes), new Date(clock.now() - ago_ms)],
  )

const paymentEvent = {
  id: 'pi_of_nobody',
  object: 'payment_intent',
  created: 1,
  status: 'succeeded',
} as const

describe('an event', () => {
  test('reports a charge whose response was lost; repeated, out of order, or replayed, it is booked once', async () => {
    await payUnheard(tree.acme)
    const event = stripe.happened.findLast(({ type }) => type === 'payment_intent.succeeded')!
    const body = eventOf(event)
    expect([await send(body), await send(body)]).toEqual([200, 200])
    expect(await stateOf(body)).toBe('received')
    expect(await runJobs(db, http.platform)).toContain('apply-gateway-event')
    expect(await stateOf(body)).toBe('applied')
    expect(await chargesOf(db, tree.acme.owner)).toMatchObject([{ status: 'succeeded' }])
    const balances = await balancesOf(db, tree.acme.id)
    expect(balances).toEqual({ clearing: -19_900, root_revenue: 19_900 })
    // An operator reapplies it.
    await db.adminPool.query(`update gateway_event set state = 'received', ended_at = null`)
    clock.advance(60_000)
    await applyWaitingEventsJob.run(http.platform, {})
    expect(await stateOf(body)).toBe('applied')
    // A stale event: the current status is read from Stripe.
    const lateEvent = eventOf({ ...event, type: 'payment_intent.payment_failed' })
    expect(await send(lateEvent)).toBe(200)
    await runJobs(db, http.platform)
    expect(await stateOf(lateEvent)).toBe('applied')
    expect(await chargesOf(db, tree.acme.owner)).toMatchObject([{ status: 'succeeded' }])
    expect(await balancesOf(db, tree.acme.id)).toEqual(balances)
    expect(await problems()).toEqual([])
  })

  test('reports a charge that was declined', async () => {
    await payUnheard(tree.brightside, cardNumbers.noFunds)
    expect(await send(eventOf(stripe.happened.at(-1)!))).toBe(200)
    await runJobs(db, http.platform)
    expect(await chargesOf(db, tree.brightside.owner)).toMatchObject([
      { status: 'declined', cause: 'insufficient_funds' },
    ])
    expect(await problems()).toEqual([])
  })

  test('is stored before it is acknowledged: while the database is down, Stripe is told to retry', async () => {
    const body = eventOf({ type: 'payout.paid', object: { ...paymentEvent, id: 'po_1' }, account: '' })
    await db.adminPool.query('revoke insert on gateway_event from leadloom_app')
    expect(await send(body)).toBe(500)
    await db.adminPool.query('grant insert on gateway_event to leadloom_app')
    expect(await stateOf(body)).toBeNull()
    expect(await send(body)).toBe(200)
    await runJobs(db, http.platform)
    expect(await stateOf(body)).toBe('ignored')
  })

  test.each([
    ['unsigned', () => null],
    ['signed by somebody else', (body: string) => signatureOf('whsec_somebody0else', body, clock.now())],
    ['signed for other bytes', (body: string) => signatureOf(stripe.webhookSecret, `${body} `, clock.now())],
    ['signed six minutes ago', (body: string) => signatureOf(stripe.webhookSecret, body, clock.now() - 360_000)],
    ['badly signed', () => 't=now,v1=0'],
  ])('that is %s is rejected, and nothing is stored', async (_how, sign) => {
    const body = eventOf({ type: 'payment_intent.succeeded', object: paymentEvent, account: '' })
    expect(await sendEvent(http, body, sign(body))).toBe(403)
    expect(await stateOf(body)).toBeNull()
    // The same body with a valid signature is accepted.
    expect(await send(body)).toBe(200)
  })

  test('R099: about a connected account refreshes its status as soon as its owner is known', async () => {
    const { owner, id } = tree.acme
    const strange = eventOf({
      type: 'account.updated',
      object: { ...paymentEvent, object: 'account' },
      account: 'acct_x',
    })
    expect(await send(strange)).toBe(200)
    await http.as(owner).call(createConnectedAccount, { body: { companyID: id } })
    const { rows } = await db.adminPool.query('select account_id from connected_account where owner_id = $1', [id])
    stripe.moveAccount(rows[0].account_id, 'submitted')
    expect(await send(eventOf(stripe.happened.at(-1)!))).toBe(200)
    await runJobs(db, http.platform)
    const standing = await db.adminPool.query('select account_connected as state from company where id = $1', [id])
    expect(standing.rows).toEqual([{ state: 'inverification' }])
    expect(await stateOf(strange)).toBe('received')
    // The other event has waited for the account to have an owner.
    await db.adminPool.query(`update connected_account set account_id = 'acct_x' where owner_id = $1`, [id])
    clock.advance(60_000)
    await applyWaitingEventsJob.run(http.platform, {})
    expect(await stateOf(strange)).toBe('applied')
  })

  test('that cannot be applied does not block others', async () => {
    const place = { agency_id: tree.brightside.id, root_id: tree.root.id }
    const { rows } = await db.adminPool.query<{ id: string; charge_id: string }>(
      'select id, charge_id from charge_attempt where agency_id = $1',
      [tree.brightside.id],
    )
    const metadata = { attempt_id: rows[0]!.id, charge_id: rows[0]!.charge_id, ...place }
    const body = eventOf({ type: 'payment_intent.succeeded', object: { ...paymentEvent, metadata }, account: '' })
    await storeBytes((JSON.parse(body) as { id: string }).id, body, 90_000)
    await storeBytes('evt_broken', 'no event', 60_000)
    await applyWaitingEventsJob.run(http.platform, {})
    expect(await stateOf(body)).toBe('applied')
    await db.adminPool.query(`delete from gateway_event where id = 'evt_broken'`)
  })

  test.each([
    ['of another account', { account: 'acct_stranger', agency: 'acme' }],
    ['that names another agency', { account: '', agency: 'brightside' }],
    ['that names an agency of another operator', { account: '', agency: 'other' }],
  ] as const)('%s changes nothing, whatever it says about a charge', async (_whose, { account, agency }) => {
    const { rows } = await db.adminPool.query<{ id: string; charge_id: string }>(
      'select id, charge_id from charge_attempt where agency_id = $1',
      [tree.acme.id],
    )
    const owner = agency === 'other' ? tree.other.agency : tree[agency]
    const metadata = {
      attempt_id: rows[0]!.id,
      charge_id: rows[0]!.charge_id,
      agency_id: owner.id,
      root_id: owner.owner.rootId,
    }
    const before = await db.adminPool.query('select count(*)::integer as n from ledger_transfer')
    const body = eventOf({
      type: 'payment_intent.payment_failed',
      object: { ...paymentEvent, id: `pi_${agency}${account}`, status: 'requires_payment_method', metadata },
      account,
    })
    expect(await send(body)).toBe(200)
    await runJobs(db, http.platform)
    expect(await chargesOf(db, tree.acme.owner)).toMatchObject([{ status: 'succeeded' }])
    expect((await db.adminPool.query('select count(*)::integer as n from ledger_transfer')).rows).toEqual(before.rows)
    expect(await problems()).toEqual([])
  })

  test.each(['payment_intent.succeeded', 'refund.failed'])(
    '%s from another business at the same account, with metadata like ours, is ignored',
    async (type) => {
      const metadata = { attempt_id: 'order 7', charge_id: '7', agency_id: 'north', root_id: 'shop', refund_id: '7' }
      const body = eventOf({ type, object: { ...paymentEvent, metadata }, account: '' })
      expect(await send(body)).toBe(200)
      await runJobs(db, http.platform)
      expect(await stateOf(body)).toBe('ignored')
    },
  )

  test('that always throws is dropped after three days', async () => {
    await storeBytes('evt_broken', 'no event', 3 * 24 * 3_600_000)
    await applyWaitingEventsJob.run(http.platform, {})
    const { rows } = await db.adminPool.query(`select state from gateway_event where id = 'evt_broken'`)
    expect(rows).toEqual([{ state: 'ignored' }])
  })

  test('gets its turn behind any number of waiting events', async () => {
    const event = eventOf({ type: 'payment_intent.succeeded', object: paymentEvent, account: '' })
    const { id } = JSON.parse(event) as { id: string }
    await storeBytes(id, event, 90_000)
    const strange = { type: 'account.updated', object: { ...paymentEvent, object: 'account' }, account: 'acct_nobody' }
    await db.adminPool.query(
      `insert into gateway_event (gateway, id, kind, body, received_at, state)
       select 'stripe', 'evt_waits' || n, 'account.updated', $1, $2, 'received' from generate_series(1, 500) n`,
      [Buffer.from(eventOf(strange)), new Date(clock.now() - 60_000)],
    )
    await applyWaitingEventsJob.run(http.platform, {})
    expect(await stateOf(event)).toBe('ignored')
    await db.adminPool.query(`delete from gateway_event where id like 'evt_waits%'`)
  })

  test('about an object that never becomes known waits for three days', async () => {
    const place = { agency_id: tree.acme.id, root_id: tree.root.id }
    const metadata = { attempt_id: newId(0), charge_id: newId(0), ...place }
    const body = eventOf({ type: 'payment_intent.succeeded', object: { ...paymentEvent, metadata }, account: '' })
    expect(await send(body)).toBe(200)
    await runJobs(db, http.platform)
    expect(await stateOf(body)).toBe('received')
    await db.adminPool.query(`update gateway_event set received_at = $1 where state = 'received'`, [
      new Date(clock.now() - 3 * 24 * 3_600_000),
    ])
    await applyWaitingEventsJob.run(http.platform, {})
    expect(await stateOf(body)).toBe('ignored')
  })
})

test('apply-event-twice: a payment that is booked again with its event is detected', async () => {
  const { agency } = tree.other
  await setOnboardingFee(db, tree.other.rootId, 19_900)
  await payUnheard(agency)
  const body = eventOf(stripe.happened.findLast(({ type }) => type === 'payment_intent.succeeded')!)
  expect(await send(body)).toBe(200)
  await runJobs(db, http.platform)
  expect(await problems()).toEqual([])
  vi.stubEnv('PLANTED_FAULT', 'apply-event-twice')
  await db.adminPool.query(`update gateway_event set state = 'received', ended_at = null where id = $1`, [
    (JSON.parse(body) as { id: string }).id,
  ])
  clock.advance(60_000)
  await applyWaitingEventsJob.run(http.platform, {})
  expect(await problems()).toContainEqual(
    expect.stringMatching(/^charge .+ and the transfers of its payment do not match$/),
  )
})

test('a caller that guesses signatures is rate limited after a while', async () => {
  const guessedApp = await createTestApp(db, { clock, env: stripeEnv(stripe) })
  const statuses = []
  for (let n = 0; n < 32; n++) statuses.push(await sendEvent(guessedApp, '{}', 't=1,v1=0'))
  expect(statuses.slice(0, 30)).toEqual(Array(30).fill(403))
  expect(statuses.slice(30)).toEqual([429, 429])
  await guessedApp.close()
})
