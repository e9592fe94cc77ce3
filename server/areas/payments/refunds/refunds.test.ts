import { afterEach, describe, expect, test, vi } from 'vitest'
import { settleCharge } from '#contract/billing/invoices.ts'
import { listRefunds, refundCharge } from '#contract/billing/refunds.ts'
import { createDirectCustomer } from '#contract/payments/cards.ts'
import { checkConnectedAccount, getAccountLink } from '#contract/payments/accounts.ts'
import { verifyCharges, verifyRefunds } from '#server/areas/billing/public.ts'
import { closePeriodsJob } from '#server/areas/billing/periods/close-periods.ts'
import { verifyLedger } from '#server/areas/ledger/public.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { startSandbox, type Sandbox } from '#server/providers/payments/sandbox/start-sandbox.ts'
import { createTestApp, unlimited, type TestApp } from '#server/test/app.ts'
import { makeCampaign, makeTree, type TestTree } from '#server/test/factories.ts'
import { createTestDatabase, type TestDatabase } from '#server/test/harness.ts'
import { balancesOf, chargesOf, completeAccount, sandboxEnv, sellLeads, tokenOf } from '#server/test/payments.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { reconcileRefundsJob } from './ask-refund.ts'

// A payment is given back in all its legs, never more than it was, once for each operation.

let db: TestDatabase
let http: TestApp
let tree: TestTree
let sandbox: Sandbox
// A Friday.
const start_ms = Date.UTC(2026, 10, 20, 12)
let clock = createStillClock(start_ms)
const away = { SANDBOX_PAYMENTS_URL: 'http://127.0.0.1:9', OUTGOING_ALLOW: '127.0.0.1:9' }

/** Ten leads at 1.50 of a client, 0.50 of which are the operator's, paid by its card: $15.00 with a share of $5.00. */
async function setUp(): Promise<void> {
  clock = createStillClock(start_ms)
  sandbox = await startSandbox({ now: () => clock.now() })
  db = await createTestDatabase()
  tree = await makeTree(db)
  http = await createTestApp(db, { clock, limiter: unlimited, env: sandboxEnv(sandbox) })
  const { acme } = tree
  const client = acme.clients[0]!
  const link = await http.as(acme.owner).call(getAccountLink, { body: { companyID: acme.id } })
  await completeAccount(sandbox, link.body.data.url)
  await http.as(acme.owner).call(checkConnectedAccount, { params: { companyID: acme.id, idsys: tree.root.id } })
  const billing = { cardholder: 'Dana', address: '', city: '', zip: '', country: 'US' }
  await http.as(client.user).call(createDirectCustomer, { body: { tokenid: await tokenOf(sandbox), ...billing } })
  await sellLeads(db, acme, { client, campaign: await makeCampaign(db, client), at_ms: clock.now(), count: 10 })
  clock.advance(3 * 86_400_000)
  await closePeriodsJob.run(http.platform, {})
  await runJobs(db, http.platform)
  http.forget()
}
afterEach(async () => {
  vi.unstubAllEnvs()
  await http.close()
  await sandbox.stop()
  await db.drop()
})

const client = () => tree.acme.clients[0]!
const charge = async () => (await chargesOf(db, client().user))[0]!
const give = async (amount: number, over: object = {}, user = tree.acme.owner) =>
  http.as(user).call(refundCharge, {
    body: {
      companyID: client().id,
      chargeId: (await charge()).id,
      amount,
      reason: 'requested',
      operationID: newId(clock.now()),
      ...over,
    },
  })
const list = async () =>
  (
    await http
      .as(client().user)
      .call(listRefunds, { params: { companyID: client().id, chargeId: (await charge()).id } })
  ).body.data
const work = (): Promise<string[]> => runJobs(db, http.platform)
const problems = async (): Promise<string[]> =>
  (await verifyLedger(db.appPool, [verifyCharges, verifyRefunds])).flatMap((book) => book.problems)

describe('a refund', () => {
  test('turns every leg of the payment round, in part and then in whole', async () => {
    await setUp()
    expect((await charge()).status).toBe('succeeded')
    const paid = await balancesOf(db, tree.acme.id)
    expect(paid).toMatchObject({ agency_revenue: 1_500, agency_clearing: -1_000, clearing: -500, root_revenue: 500 })
    expect((await give(4)).body).toMatchObject({
      result: 'success',
      data: { state: 'sent', credit_note: '', amount: 4 },
    })
    await work()
    // A share of 1.33 in 5.00: rounded down.
    expect(await balancesOf(db, tree.acme.id)).toMatchObject({
      agency_revenue: 1_100,
      agency_clearing: -733,
      clearing: -367,
      root_revenue: 367,
    })
    await give(11)
    await work()
    expect(await balancesOf(db, tree.acme.id)).toEqual({})
    expect(await list()).toMatchObject({
      refundable: 0,
      refunds: [
        { state: 'succeeded', amount: 4, credit_note: 'C-2026-0001' },
        { state: 'succeeded', amount: 11, credit_note: 'C-2026-0002' },
      ],
    })
    expect(sandbox.refunds().map(({ amount }) => amount)).toEqual([400, 1_100])
    expect(await problems()).toEqual([])
  })

  test('is never more than was paid, whoever asks at one moment', async () => {
    await setUp()
    const answers = await Promise.all([give(8), give(8), give(8)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422])
    expect(await give(7.01)).toMatchObject({ status: 422, body: { field: 'amount' } })
    for (const amount of [0, -1, 0.001, 1e21]) expect((await give(amount)).status).toBe(422)
    await work()
    expect(sandbox.refunds()).toHaveLength(1)
    expect(await problems()).toEqual([])
  })

  test('is carried out once for an operation, and refused under its id for another amount', async () => {
    await setUp()
    const operationID = newId(clock.now())
    const [first, second] = await Promise.all([give(5, { operationID }), give(5, { operationID })])
    expect([first!.status, second!.status]).toEqual([200, 200])
    expect(first!.body.data.id).toBe(operationID)
    expect((await give(6, { operationID })).status).toBe(409)
    await work()
    await work()
    expect(sandbox.refunds()).toHaveLength(1)
  })

  test('without an answer is asked about under its key until there is one', async () => {
    await setUp()
    await give(15)
    const far = await createTestApp(db, { clock, env: { ...sandboxEnv(sandbox), ...away } })
    await runJobs(db, far.platform)
    await far.close()
    expect((await list()).refunds).toMatchObject([{ state: 'sent' }])
    expect(await problems()).toEqual([])
    clock.advance(60_000)
    await reconcileRefundsJob.run(http.platform, {})
    await reconcileRefundsJob.run(http.platform, {})
    expect((await list()).refunds).toMatchObject([{ state: 'succeeded' }])
    expect(sandbox.refunds()).toHaveLength(1)
    expect(await problems()).toEqual([])
  })

  test('is the payee’s to give, of what was paid', async () => {
    await setUp()
    expect((await give(1, {}, client().user)).status).toBe(403)
    expect((await give(1, {}, tree.root.system)).status).toBe(422)
    expect((await give(1, {}, tree.brightside.owner)).status).toBe(404)
    await db.adminPool.query(`update charge set status = 'due' where kind = 'client_leads'`)
    expect((await give(1)).status).toBe(409)
  })
})

describe('planted', () => {
  test('refund-over-paid: a charge that does not cover its refunds is found', async () => {
    await setUp()
    vi.stubEnv('PLANTED_FAULT', 'refund-over-paid')
    await give(15)
    await give(15)
    expect(await problems()).not.toEqual([])
  })

  test('keep-share-of-refund: a share that stays with the operator is found', async () => {
    await setUp()
    vi.stubEnv('PLANTED_FAULT', 'keep-share-of-refund')
    await give(15)
    await work()
    expect(await problems()).not.toEqual([])
  })
})

test('what was paid by hand is given back by hand, at once', async () => {
  await setUp()
  await db.adminPool.query('delete from payment_card')
  await sellLeads(db, tree.acme, {
    client: client(),
    campaign: await makeCampaign(db, client()),
    at_ms: clock.now(),
    count: 4,
  })
  clock.advance(7 * 86_400_000)
  await closePeriodsJob.run(http.platform, {})
  await work()
  http.forget()
  const due = (await chargesOf(db, client().user)).find(({ status }) => status === 'due')!
  await http.as(tree.acme.owner).call(settleCharge, { body: { companyID: client().id, chargeID: due.id } })
  expect((await give(6, { chargeId: due.id })).body.data).toMatchObject({
    state: 'succeeded',
    credit_note: 'C-2026-0001',
  })
  expect(await problems()).toEqual([])
})
