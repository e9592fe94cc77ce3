import { afterEach, expect, test, vi } from 'vitest'
import { createCustomer } from '#contract/payments/cards.ts'
import { queueCollection } from '#server/areas/billing/queue-collection.ts'
import { bookCost } from '#server/areas/billing/book-cost.ts'
import { verifyCharges } from '#server/areas/billing/verify-charges.ts'
import { verifyLedger } from '#server/areas/ledger/verify-ledger.ts'
import { createStillClock, dateOf } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { newId } from '#server/platform/ids.ts'
import { noLimits, type TestApp } from '#server/test/app.ts'
import type { TestTree } from '#server/test/factories.ts'
import {
  gatewayFaults,
  startFaultyGateway,
  type FaultyGateway,
  type GatewayFault,
} from '#server/test/gateway-faults.ts'
import { gatewayStages, type GatewayStage } from '#server/test/gateway-stages.ts'
import type { TestDatabase } from '#server/test/harness.ts'
import { startOfStage } from '#server/test/stripe-elsewhere.ts'
import { startTree } from '#server/test/open-tree.ts'
import { cardholder } from '#server/test/payment-stage.ts'
import { balancesOf, cardNumbers } from '#server/test/payments.ts'
import { sampleOf } from '#server/test/proofs.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { reconcileChargesJob } from './reconcile.ts'

// However the gateway fails: no charge is taken twice, lost or stuck, and the gateway's records match our ledger.

const sizes = { sandbox: sampleOf(100, 1_000), stripe: sampleOf(40, 150) }
const declinedEvery = 10

let db: TestDatabase
let http: TestApp
let tree: TestTree
let close: () => Promise<void>
let stage: GatewayStage
let faulty: FaultyGateway
let clock = createStillClock(0)
/** The fault of each request: none at first, then varying ones, and none again for the final reconciliation. */
let choose: () => GatewayFault = () => 'ok'

async function setUp(name: GatewayStage['name']): Promise<void> {
  choose = () => 'ok'
  clock = createStillClock(startOfStage(Date.UTC(2026, 10, 20, 12)))
  stage = await gatewayStages[name](clock.now)
  faulty = await startFaultyGateway(stage.url, () => choose())
  ;({ db, http, tree, close } = await startTree({ clock, limiter: noLimits, env: stage.env(faulty) }))
  for (const [agency, number] of [
    [tree.acme, cardNumbers.good],
    [tree.brightside, cardNumbers.declined],
  ] as const) {
    const tokenid = await stage.tokenOf(number)
    const body = { tokenid, ...cardholder }
    expect((await http.as(agency.owner).call(createCustomer, { body })).status).toBe(200)
  }
}
afterEach(async () => {
  vi.unstubAllEnvs()
  await close()
  await faulty.stop()
  await stage.stop()
})

/** Creates due charges, with their debts booked and their collection queued. */
const demand = (agencyId: string, amounts_cents: readonly number[]): Promise<void> =>
  inScope(db.appPool, { kind: 'agency', rootId: tree.root.id, agencyId }, async (tx) => {
    for (const amount_cents of amounts_cents) await demandOne(tx, agencyId, amount_cents)
  })

async function demandOne(tx: Tx, agencyId: string, amount_cents: number): Promise<void> {
  const book = { rootId: tree.root.id, agencyId }
  const id = newId(clock.now())
  await tx.query(
    `insert into charge (agency_id, id, root_id, kind, status, full_cents, created_at)
     values ($1, $2, $3, 'developer', 'due', $4, $5)`,
    [agencyId, id, book.rootId, amount_cents, dateOf(clock.now())],
  )
  await bookCost(tx, book, clock.now(), { id, kind: 'developer_fee', amount_cents })
  await queueCollection(tx, book, id)
}

const stuck = async (): Promise<number> =>
  (await db.adminPool.query(`select from charge where status in ('due', 'sent', 'unknown')`)).rowCount ?? 0

test.each([
  ['sandbox', sizes.sandbox],
  ['stripe', sizes.stripe],
] as const)(
  `%s: %i charges through every fault: 0 double, 0 missing, 0 stuck, and the gateway's books match ours`,
  async (name, charges) => {
    await setUp(name)
    let count = 0
    choose = () => gatewayFaults[count++ % gatewayFaults.length]!
    for (let n = 0; n < charges; n += declinedEvery) {
      await demand(tree.brightside.id, [100 + n])
      await demand(
        tree.acme.id,
        Array.from({ length: declinedEvery - 1 }, (_, more) => 101 + n + more),
      )
      await runJobs(db, http.platform)
    }
    expect(await stuck()).toBeGreaterThan(0)
    // Some more minutes with faults; then a single run without them resolves everything that waited.
    for (let minute = 0; minute < 4; minute++) {
      if (minute === 3) choose = () => 'ok'
      clock.advance(60_000)
      await reconcileChargesJob.run(http.platform, {})
    }
    expect(await stuck()).toBe(0)
    const { rows } = await db.adminPool.query<{ status: string; count: number; cents: number }>(
      'select status, count(*)::integer as count, sum(amount_cents)::integer as cents from charge group by status order by 1',
    )
    const declines = charges / declinedEvery
    expect(rows).toMatchObject([
      { status: 'declined', count: declines },
      { status: 'succeeded', count: charges - declines },
    ])
    const payments = await stage.taken()
    expect(payments).toHaveLength(charges - declines)
    const taken_cents = payments.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
    expect(taken_cents).toBe(rows[1]!.cents)
    expect(stage.refused()).toEqual([])
    expect((await balancesOf(db, tree.acme.id))['clearing']).toBe(-taken_cents)
    expect((await verifyLedger(db.appPool, [verifyCharges])).flatMap((book) => book.problems)).toEqual([])
    // One attempt per charge, however often it was retried: no new key was created.
    expect((await db.adminPool.query('select from charge_attempt')).rowCount).toBe(charges)
  },
  sampleOf(60_000, 300_000),
)

/** Reconciles, a minute later, a charge that was taken although its response was lost. */
async function reconcileLostCharge(): Promise<void> {
  await setUp('stripe')
  choose = () => 'lost after'
  await demand(tree.acme.id, [500])
  await runJobs(db, http.platform)
  clock.advance(60_000)
}

test('a charge that cannot be looked up at the moment stays unknown, and is not requested again', async () => {
  await reconcileLostCharge()
  choose = () => 'account restricted'
  await reconcileChargesJob.run(http.platform, {})
  const states = async () => (await db.adminPool.query('select status from charge')).rows
  expect(await states()).toEqual([{ status: 'unknown' }])
  choose = () => 'ok'
  clock.advance(60_000)
  await reconcileChargesJob.run(http.platform, {})
  expect(await states()).toEqual([{ status: 'succeeded' }])
  expect(await stage.taken()).toEqual([{ amount_cents: 500 }])
})

test('new-key-on-retry: a charge requested under another key is taken twice', async () => {
  vi.stubEnv('PLANTED_FAULT', 'new-key-on-retry')
  await reconcileLostCharge()
  choose = () => 'ok'
  await reconcileChargesJob.run(http.platform, {})
  expect(await stage.taken()).toHaveLength(2)
})
