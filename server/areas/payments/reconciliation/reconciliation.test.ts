import { afterEach, describe, expect, test } from 'vitest'
import { refundCharge } from '#contract/billing/refunds.ts'
import { listInbox } from '#contract/inbox/inbox.ts'
import { listReconciledDays, listUnmatched, readReconciliation } from '#contract/payments/reconciliation.ts'
import { verifyCharges } from '#server/areas/billing/verify-charges.ts'
import { verifyDisputes } from '#server/areas/billing/disputes/verify-disputes.ts'
import { verifyRefunds } from '#server/areas/billing/refunds/verify-refunds.ts'
import { verifyLedger } from '#server/areas/ledger/verify-ledger.ts'
import { checkGateways } from '#server/doctor/check-gateways.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { startSandbox } from '#server/providers/payments/sandbox/start-sandbox.ts'
import type { StripeStandIn } from '#server/providers/payments/stripe/stand-in/start-stripe-stand-in.ts'
import { noLimits, type TestApp } from '#server/test/app.ts'
import { makeCampaign, type TestTree, type TestUser } from '#server/test/factories.ts'
import { stripeEnv, stripeTokenOf } from '#server/test/gateway-stages.ts'
import type { TestDatabase } from '#server/test/harness.ts'
import { startTree } from '#server/test/open-tree.ts'
import { connectAccount, connectStripeAccount, sellOnCard, startStrictStripe } from '#server/test/payment-stage.ts'
import { balancesOf, cardNumbers, chargesOf, sandboxEnv, sellLeads, tokenOf } from '#server/test/payments.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { closePeriodsJob } from '../../billing/periods/close-periods.ts'
import { pollEventsJob } from '../inbox/poll-events.ts'
import { readBalancesJob, readOpenBalancesJob } from './read-balances.ts'
import { verifyGatewayEntries } from './verify-entries.ts'
import { whileRefused } from '#server/test/refuse-rows.ts'

// The gateway's balance entries are reconciled with the ledger: each movement is found on both sides, or listed.

let db: TestDatabase
let http: TestApp
let tree: TestTree
let close: () => Promise<void>
let stop: () => Promise<void>
// A Friday.
const start_ms = Date.UTC(2026, 10, 20, 12)
let clock = createStillClock(start_ms)

afterEach(async () => {
  await close()
  await stop()
})

const client = () => tree.acme.clients[0]!
const readBalances = (): Promise<void> => readBalancesJob.run(http.platform, {})
const totalsOf = async (user: TestUser) =>
  (await http.as(user).call(readReconciliation, { params: { companyID: user.companyId } })).body.data
const daysOf = async (user: TestUser) =>
  (await http.as(user).call(listReconciledDays, { params: { companyID: user.companyId } })).body.data
const unmatchedOf = async (user: TestUser) =>
  (await http.as(user).call(listUnmatched, { params: { companyID: user.companyId } })).body.data
const inboxOf = async (user: TestUser) =>
  (await http.as(user).call(listInbox, { params: { companyID: user.companyId }, query: { kind: 'money_unmatched' } }))
    .body.data
const problems = async (): Promise<string[]> =>
  (await verifyLedger(db.appPool, [verifyCharges, verifyRefunds, verifyDisputes, verifyGatewayEntries])).flatMap(
    (book) => book.problems,
  )
const doctor = async () => (await checkGateways(db.appPool, clock.now()))[0]!.state

/** Refunds a part of the client's payment. */
async function refund(amount: number): Promise<void> {
  const chargeId = (await chargesOf(db, client().user))[0]!.id
  const request = { chargeId, amount, reason: 'requested' as const, operationId: newId(clock.now()) }
  await http.as(tree.acme.owner).call(refundCharge, { body: { companyID: client().id, ...request } })
  await runJobs(db, http.platform)
}

async function makeStage(env: Record<string, string>): Promise<void> {
  ;({ db, http, tree, close } = await startTree({ clock, limiter: noLimits, env }))
}

async function setUpSandbox(number: string = cardNumbers.good): Promise<void> {
  clock = createStillClock(start_ms)
  const sandbox = await startSandbox({ now: () => clock.now() })
  stop = () => sandbox.stop()
  await makeStage(sandboxEnv(sandbox))
  await connectAccount(http, sandbox, tree.acme)
  await sellOnCard({ db, http, tree }, { clock, tokenid: await tokenOf(sandbox, number) })
}

/** A platform that runs `work` when the second account is about to be read. */
function whileReading(work: () => Promise<void>): Platform {
  let connections = 0
  const appPool = Object.create(db.appPool) as typeof db.appPool
  appPool.connect = (async () => {
    connections += 1
    // Connections: the list of accounts, the start of the first one's reading, its entries; then the second account.
    if (connections === 4) await work()
    return db.appPool.connect()
  }) as typeof appPool.connect
  appPool.query = db.appPool.query.bind(db.appPool)
  return { ...http.platform, appPool }
}

describe('a balance at the sandbox', () => {
  test('that cannot be saved for one account does not block others', async () => {
    await setUpSandbox()
    const keptOf = async () =>
      (
        await db.adminPool.query<{ of: string; count: number }>(
          `select case account_id when '' then 'operator' else 'agency' end as of, count(*)::integer as count
             from gateway_entry group by 1 order by 1`,
        )
      ).rows.map(({ of }) => of)
    await whileRefused(db, 'gateway_entry', `account_id <> ''`, readBalances)
    expect(await keptOf()).toEqual(['agency'])
    await readBalances()
    expect(await keptOf()).toEqual(['agency', 'operator'])
  })

  test('matches the books by day, for whoever was paid', async () => {
    await setUpSandbox()
    clock.advance(86_400_000)
    http.forget()
    await refund(4)
    await readBalances()
    const { acme, brightside, root } = tree
    // 1.33 of a share of 5.00 was returned: rounded down.
    expect(await daysOf(acme.owner)).toMatchObject([
      { date: '2026-11-24', booked: -2.67, at_gateway: -2.67, difference: 0, unmatched: 0 },
      { date: '2026-11-23', booked: 10, at_gateway: 10, difference: 0, unmatched: 0 },
    ])
    expect(await daysOf(root.system)).toMatchObject([
      { date: '2026-11-24', booked: -1.33, at_gateway: -1.33, difference: 0 },
      { date: '2026-11-23', booked: 5, at_gateway: 5, difference: 0 },
    ])
    expect(await totalsOf(root.system)).toMatchObject({ balance: 3.67, difference: 0, unmatched: 0 })
    expect(await daysOf(brightside.owner)).toEqual([])
    expect((await totalsOf(brightside.owner)).read_at).toBeNull()
    expect(await doctor()).toBe('ok')
  })

  test('is read once, however often it is requested', async () => {
    await setUpSandbox()
    await readBalances()
    const before = await totalsOf(tree.acme.owner)
    await readBalances()
    expect(await totalsOf(tree.acme.owner)).toEqual(before)
    expect(await problems()).toEqual([])
  })

  test('lists a gateway entry that is not booked yet until it is, with its invoice', async () => {
    await setUpSandbox(cardNumbers.disputed)
    await readBalances()
    const { acme } = tree
    // The bank withdrew the payment plus its fee, and no event has told us.
    expect(await unmatchedOf(acme.owner)).toMatchObject([
      { side: 'gateway', kind: 'dispute', amount: -30, booked: 0, company_id: null },
    ])
    expect(await totalsOf(acme.owner)).toMatchObject({ booked: 10, at_gateway: -20, difference: -30, unmatched: 1 })
    await pollEventsJob.run(http.platform, {})
    await runJobs(db, http.platform)
    await readBalances()
    expect(await unmatchedOf(acme.owner)).toEqual([])
    expect(await totalsOf(acme.owner)).toMatchObject({ booked: -20, at_gateway: -20, difference: 0, unmatched: 0 })
  })

  test('does not report as missing what was booked while the account was read', async () => {
    await setUpSandbox()
    const { acme, root } = tree
    const campaign = await makeCampaign(db, client())
    await sellLeads(db, acme, { client: client(), campaign, at_ms: clock.now(), count: 10 })
    clock.advance(7 * 86_400_000)
    http.forget()
    const program = whileReading(async () => {
      clock.advance(1_000)
      await closePeriodsJob.run(http.platform, {})
      await runJobs(db, http.platform)
    })
    await readBalancesJob.run(program, {})
    expect(await chargesOf(db, client().user)).toHaveLength(2)
    expect(await unmatchedOf(root.system)).toEqual([])
    expect(await unmatchedOf(acme.owner)).toEqual([])
    await readBalances()
    expect(await totalsOf(root.system)).toMatchObject({ booked: 10, at_gateway: 10, unmatched: 0 })
    expect(await totalsOf(acme.owner)).toMatchObject({ booked: 20, at_gateway: 20, unmatched: 0 })
  })

  test('is read again each minute while one of its events may be in transit, and not after an hour', async () => {
    await setUpSandbox(cardNumbers.disputed)
    await readBalances()
    const { acme } = tree
    expect(await unmatchedOf(acme.owner)).toHaveLength(1)
    await pollEventsJob.run(http.platform, {})
    await runJobs(db, http.platform)
    clock.advance(60_000)
    await readOpenBalancesJob.run(http.platform, {})
    expect(await unmatchedOf(acme.owner)).toEqual([])
    const { rows } = await db.adminPool.query('select max(read_at) as at from gateway_reading')
    clock.advance(60_000)
    await readOpenBalancesJob.run(http.platform, {})
    expect((await db.adminPool.query('select max(read_at) as at from gateway_reading')).rows).toEqual(rows)
  })

  test('lists booked entries that did not move at the gateway, and puts them in the inbox after an hour', async () => {
    await setUpSandbox()
    await readBalances()
    const { acme, root } = tree
    expect(await unmatchedOf(acme.owner)).toEqual([])
    await db.adminPool.query(
      `update charge_attempt set gateway_id = 'ch_of_somebody_else' where state = 'succeeded';
       update gateway_entry set state = 'open', subject_kind = null, subject_id = null, book_agency_id = null,
         booked_cents = 0`,
    )
    await readBalances()
    expect(await unmatchedOf(acme.owner)).toMatchObject([
      { side: 'books', kind: 'charge', amount: 0, booked: 10, company_name: 'Plumbright', invoice: '2026-0001' },
      { side: 'gateway', kind: 'charge', amount: 10, booked: 0, company_name: null },
    ])
    expect(
      (await unmatchedOf(root.system)).map(({ side, kind }: { side: string; kind: string }) => [side, kind]),
    ).toEqual(
      expect.arrayContaining([
        ['gateway', 'share'],
        ['books', 'share'],
      ]),
    )
    expect(await inboxOf(acme.owner)).toEqual([])
    expect(await doctor()).toBe('ok')
    clock.advance(3_600_000)
    http.forget()
    expect(await inboxOf(acme.owner)).toMatchObject([{ kind: 'money_unmatched', count: 2, company_name: 'Acme' }])
    expect(await inboxOf(tree.brightside.owner)).toEqual([])
    expect(await doctor()).toBe('failure')
  })
})

describe('a balance at Stripe', () => {
  let stripe: StripeStandIn
  let accountId: string

  async function setUp(): Promise<void> {
    clock = createStillClock(start_ms)
    stripe = await startStrictStripe(clock.now)
    stop = () => stripe.stop()
    await makeStage(stripeEnv(stripe))
    accountId = await connectStripeAccount(http, stripe, tree.acme)
    const tokenid = await stripeTokenOf(stripe, { account: accountId })
    await sellOnCard({ db, http, tree }, { clock, tokenid })
  }

  test('matches, and Stripe’s fees are booked once', async () => {
    await setUp()
    await refund(4)
    const before = await balancesOf(db, tree.acme.id)
    expect(before).toMatchObject({ agency_clearing: -733, clearing: -367 })
    await readBalances()
    await readBalances()
    // 2.9% and 30 cents of $15.00.
    expect(await balancesOf(db, tree.acme.id)).toMatchObject({ agency_clearing: -659, gateway_fee: -74 })
    expect(await totalsOf(tree.acme.owner)).toMatchObject({ booked: 7.33, fees: 0.74, balance: 6.59, unmatched: 0 })
    expect(await totalsOf(tree.root.system)).toMatchObject({ booked: 3.67, fees: 0, balance: 3.67, unmatched: 0 })
    expect(await problems()).toEqual([])
  })

  test('is read to its end after a reading that was interrupted between two pages', async () => {
    await setUp()
    clock.advance(5 * 86_400_000)
    http.forget()
    for (let count = 0; count < 100; count += 1) stripe.sellElsewhere(accountId, 1_000)
    await whileRefused(db, 'gateway_entry', `account_id = '' or state = 'other'`, readBalances)
    await readBalances()
    expect(await totalsOf(tree.acme.owner)).toMatchObject({ booked: 10, at_gateway: 10, unmatched: 0 })
  })

  test('ignores other business at the same account, and reads more than one page', async () => {
    await setUp()
    for (let count = 0; count < 120; count += 1) stripe.sellElsewhere(accountId, 1_000)
    await readBalances()
    expect(await totalsOf(tree.acme.owner)).toMatchObject({ booked: 10, at_gateway: 10, other: 1_129.2, unmatched: 0 })
  })
})
