import { afterEach, describe, expect, test, vi } from 'vitest'
import { settleCharge } from '#contract/billing/invoices.ts'
import { refundCharge } from '#contract/billing/refunds.ts'
import { listCommissions, listCommissionStaff, readCommissions } from '#contract/commissions/commissions.ts'
import { payCommissions, setCommissionRate } from '#contract/commissions/pay.ts'
import { setSales } from '#contract/companies/sales.ts'
import { createSalesAccount, checkSalesAccount } from '#contract/payments/accounts.ts'
import { verifyCharges } from '#server/areas/billing/verify-charges.ts'
import { verifyCommissionBases, payCommissionsOf } from '#server/areas/billing/commissions.ts'
import { verifyRefunds } from '#server/areas/billing/refunds/verify-refunds.ts'
import { closePeriodsJob } from '#server/areas/billing/periods/close-periods.ts'
import { lockCharge } from '#server/areas/billing/charge-states.ts'
import { verifyLedger } from '#server/areas/ledger/verify-ledger.ts'
import { payCommissionsJob } from '#server/areas/payments/commission-payouts/pay-commissions.ts'
import { countWaiting } from '#server/test/count-waiting.ts'
import { whileRefused } from '#server/test/refuse-rows.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { newId } from '#server/platform/ids.ts'
import { makeCampaign, type TestUser } from '#server/test/factories.ts'
import { balancesOf, chargesOf, completeAccount, sellLeads } from '#server/test/payments.ts'
import { startSandboxTree, type SandboxTree } from '#server/test/sandbox-tree.ts'
import { verifyCommissions } from './verify-commissions.ts'

// Commissions follow the money: booked when it arrives, clawed back when it is returned, paid out once.

let { db, http, tree, sandbox, clock, close } = {} as SandboxTree
const day_ms = 86_400_000
const start_ms = Date.UTC(2026, 9, 30, 12)

/** The representative has 10 %, the executive 2.5 %, and both are assigned to Acme. */
async function setUp(): Promise<void> {
  ;({ db, http, tree, sandbox, clock, close } = await startSandboxTree(start_ms))
  const { salesRep, executive } = tree.root
  await setRate(salesRep, 10)
  await setRate(executive, 2.5)
  await http.as(tree.root.system).call(setSales, {
    body: { companyID: tree.acme.id, salesRep: salesRep.id, salesAE: executive.id, salesRef: salesRep.id },
  })
}
afterEach(async () => {
  vi.unstubAllEnvs()
  await close()
})

const setRate = (person: TestUser, percent: unknown, over: object = {}, user = tree.root.system) =>
  http.as(user).call(setCommissionRate, { body: { companyID: tree.root.id, salesId: person.id, percent, ...over } })

/** Acme owes its operator for leads at 0.50 each and is charged at the end of the month. */
async function demand(count: number): Promise<string> {
  const client = tree.acme.clients[0]!
  const before = await chargesOf(db, tree.acme.owner)
  await sellLeads(db, tree.acme, { client, campaign: await makeCampaign(db, client), at_ms: clock.now(), count })
  clock.advance(3 * day_ms)
  await closePeriodsJob.run(http.platform, {})
  http.forget()
  return (await chargesOf(db, tree.acme.owner)).find(({ id }) => !before.some((one) => one.id === id))!.id
}
async function payByHand(chargeID: string): Promise<void> {
  await http.as(tree.root.system).call(settleCharge, { body: { companyID: tree.acme.id, chargeID } })
}
async function earn(count = 100): Promise<string> {
  const id = await demand(count)
  await payByHand(id)
  return id
}
const refund = (chargeId: string, amount: number) =>
  http.as(tree.root.system).call(refundCharge, {
    body: { companyID: tree.acme.id, chargeId, amount, reason: 'requested', operationId: newId(clock.now()) },
  })
const summaryOf = async (user: TestUser) => (await http.as(user).call(readCommissions, {})).body.data
const connect = async (user: TestUser): Promise<void> => {
  const { body } = await http.as(user).call(createSalesAccount, { body: {} })
  await completeAccount(sandbox, body.data.url)
  await http.as(user).call(checkSalesAccount, { params: { usrID: user.id, idsys: tree.root.id } })
  http.forget()
}
const payOut = (): Promise<void> => payCommissionsJob.run(http.platform, {})
const problems = async (): Promise<string[]> =>
  (await verifyLedger(db.appPool, [verifyCharges, verifyRefunds, verifyCommissions, verifyCommissionBases])).flatMap(
    (book) => book.problems,
  )

describe('a commission', () => {
  test('is booked once per person with the payment, never before it', async () => {
    await setUp()
    const id = await demand(100)
    expect((await summaryOf(tree.root.salesRep)).earned).toBe(0)
    await payByHand(id)
    expect(await summaryOf(tree.root.salesRep)).toMatchObject({ earned: 5, owed: 5, paid: 0, payable: 0, percent: 10 })
    expect((await summaryOf(tree.root.executive)).earned).toBe(1.25)
    expect(await balancesOf(db, tree.acme.id)).toMatchObject({ commission_payable: 625, commission_cost: -625 })
    const { body } = await http.as(tree.root.salesRep).call(listCommissions, {})
    expect(body.data).toEqual([
      expect.objectContaining({ agency_name: 'Acme', kind: 'leads', percent: 10, base: 50, amount: 5, state: 'owed' }),
    ])
    expect(await problems()).toEqual([])
  })

  test('is zero without a rate, and keeps the rate of the day on which the payment came in', async () => {
    await setUp()
    const first = await earn()
    await setRate(tree.root.salesRep, 20)
    await refund(first, 10)
    expect((await summaryOf(tree.root.salesRep)).earned).toBe(4)
    clock.advance(28 * day_ms)
    http.forget()
    await setRate(tree.root.executive, 0)
    await earn()
    expect((await summaryOf(tree.root.salesRep)).earned).toBe(4 + 10)
    expect((await summaryOf(tree.root.executive)).earned).toBe(1)
    expect(await problems()).toEqual([])
  })

  test('uses a later rate only from its start date', async () => {
    await setUp()
    await setRate(tree.root.salesRep, 30, { valid_from: '2026-11-20' })
    const staff = await http.as(tree.root.system).call(listCommissionStaff, { params: { companyID: tree.root.id } })
    expect(staff.body.data.find(({ user_id }) => user_id === tree.root.salesRep.id)).toMatchObject({
      percent: 10,
      next_rate: { percent: 30, valid_from: '2026-11-20' },
    })
    await earn()
    expect((await summaryOf(tree.root.salesRep)).earned).toBe(5)
  })

  test('is clawed back in proportion to a refund, to the last cent', async () => {
    await setUp()
    const id = await earn()
    await refund(id, 16.67)
    expect((await summaryOf(tree.root.salesRep)).earned).toBe(3.33)
    await refund(id, 33.33)
    expect(await summaryOf(tree.root.salesRep)).toMatchObject({ earned: 0, owed: 0 })
    expect(await balancesOf(db, tree.acme.id)).not.toHaveProperty('commission_payable')
    const { body } = await http.as(tree.root.salesRep).call(listCommissions, {})
    expect(body.data).toMatchObject([{ base: 0, amount: 0, state: 'clawed_back' }])
    expect(await problems()).toEqual([])
  })
})

describe('a rate', () => {
  test('is 0 to 50 percent with two decimals, and anything else is rejected by field', async () => {
    await setUp()
    for (const percent of [-1, 50.01, 10.001, Number.NaN, 1e21, '10', null])
      expect(await setRate(tree.root.salesRep, percent)).toMatchObject({ status: 422, body: { field: 'percent' } })
  })

  test('is set only by the operator, for sales staff, and for no past date', async () => {
    await setUp()
    const { salesRep, system, admin } = tree.root
    for (const valid_from of ['2026-10-29', '0001-01-01', '9999-12-31'])
      expect(await setRate(salesRep, 5, { valid_from })).toMatchObject({ status: 422, body: { field: 'valid_from' } })
    for (const person of [system, admin, tree.acme.owner, tree.other.system])
      expect(await setRate(person, 5)).toMatchObject({ status: 422, body: { field: 'salesId' } })
    expect((await setRate(salesRep, 50, {}, salesRep)).status).toBe(403)
    expect((await setRate(salesRep, 50, {}, tree.acme.owner)).status).toBe(403)
  })

  test('and a person’s commissions are hidden from other staff and agencies', async () => {
    await setUp()
    await earn()
    const call = (user: TestUser, salesId: string) => http.as(user).call(listCommissions, { query: { salesId } })
    expect((await call(tree.root.executive, tree.root.salesRep.id)).status).toBe(422)
    expect((await call(tree.acme.owner, tree.root.salesRep.id)).status).toBe(403)
    expect((await call(tree.root.admin, tree.root.salesRep.id)).body.data).toHaveLength(1)
  })
})

describe('a payout', () => {
  test('sends what has been owed for a week to the connected account, once', async () => {
    await setUp()
    await earn()
    await connect(tree.root.salesRep)
    await payOut()
    expect(sandbox.transfers()).toEqual([])
    clock.advance(7 * day_ms)
    await payOut()
    await payOut()
    expect(sandbox.transfers()).toMatchObject([{ amount: 500 }])
    http.forget()
    expect(await summaryOf(tree.root.salesRep)).toMatchObject({
      owed: 0,
      paid: 5,
      payouts: [{ amount: 5, by_hand: false, state: 'paid' }],
    })
    expect(await balancesOf(db, tree.acme.id)).toMatchObject({ commission_payable: 125, clearing: 500 })
    expect(await problems()).toEqual([])
  })

  test('leaves amounts owed to people without an account until they are paid by hand', async () => {
    await setUp()
    await earn()
    clock.advance(8 * day_ms)
    await payOut()
    http.forget()
    expect(await summaryOf(tree.root.executive)).toMatchObject({ owed: 1.25, payouts: [] })
    const operationId = newId(clock.now())
    const pay = (amount: number, id = operationId) =>
      http.as(tree.root.system).call(payCommissions, {
        body: { companyID: tree.root.id, salesId: tree.root.executive.id, amount, operationId: id },
      })
    expect(await pay(1.26, newId(clock.now()))).toMatchObject({ status: 422, body: { field: 'amount' } })
    expect((await pay(1)).status).toBe(200)
    expect((await pay(1)).status).toBe(200)
    expect(await pay(0.5)).toMatchObject({ status: 422, body: { field: 'operationId' } })
    expect(await summaryOf(tree.root.executive)).toMatchObject({ owed: 0.25, paid: 1, payouts: [{ by_hand: true }] })
    expect(await problems()).toEqual([])
  })

  test('by hand and a refund by hand run concurrently without a deadlock', async () => {
    await setUp()
    const id = await earn()
    const holding = await db.adminPool.connect()
    try {
      await holding.query('begin')
      await holding.query('select from commission where charge_id = $1 for update', [id])
      const paying = http.as(tree.root.system).call(payCommissions, {
        body: {
          companyID: tree.root.id,
          salesId: tree.root.executive.id,
          amount: 1,
          operationId: newId(clock.now()),
        },
      })
      await expect.poll(() => countWaiting(db)).toBe(1)
      const refunding = refund(id, 10)
      await expect.poll(() => countWaiting(db)).toBe(2)
      // PostgreSQL aborts one side of a deadlock, and a retry a second later succeeds: nobody would notice.
      await holding.query('select from ledger_account where agency_id = $1 for update nowait', [tree.acme.id])
      await holding.query('rollback')
      expect(await Promise.all([paying, refunding])).toMatchObject([{ status: 200 }, { status: 200 }])
    } finally {
      holding.release(true)
    }
    expect(await summaryOf(tree.root.executive)).toMatchObject({ earned: 1, paid: 1 })
    expect(await problems()).toEqual([])
  })

  test('deducts commissions that were clawed back after they had been paid out', async () => {
    await setUp()
    await connect(tree.root.salesRep)
    const first = await earn()
    clock.advance(8 * day_ms)
    await payOut()
    http.forget()
    await refund(first, 20)
    expect(await summaryOf(tree.root.salesRep)).toMatchObject({ earned: 3, paid: 5, owed: -2 })
    clock.advance(20 * day_ms)
    await earn()
    clock.advance(8 * day_ms)
    await payOut()
    expect(sandbox.transfers().map(({ amount }) => amount)).toEqual([500, 300])
    http.forget()
    expect((await summaryOf(tree.root.salesRep)).owed).toBe(0)
    expect(await problems()).toEqual([])
  })

  test('that the gateway rejects is owed again, and retried a day later', async () => {
    await setUp()
    await connect(tree.root.salesRep)
    await earn()
    clock.advance(8 * day_ms)
    // The account is closed at the gateway, which has not sent an event.
    await db.adminPool.query(`update connected_account set account_id = 'acct_gone'`)
    await payOut()
    await payOut()
    http.forget()
    expect(await summaryOf(tree.root.salesRep)).toMatchObject({
      owed: 5,
      paid: 0,
      payouts: [{ state: 'failed', cause: 'account_invalid' }],
    })
    expect(await problems()).toEqual([])
    clock.advance(day_ms + 1)
    await payOut()
    http.forget()
    expect((await summaryOf(tree.root.salesRep)).payouts).toHaveLength(2)
  })

  test('that fails does not block others', async () => {
    await setUp()
    await earn()
    for (const one of [tree.root.salesRep, tree.root.executive]) await connect(one)
    clock.advance(8 * day_ms)
    http.forget()
    const payAll = async () => {
      await payOut()
      return [tree.root.salesRep, tree.root.executive].map(async (one) => (await summaryOf(one)).paid > 0)
    }
    const userId = [tree.root.salesRep.id, tree.root.executive.id].toSorted()[0]!
    const others = await whileRefused(db, 'commission_payout', `user_id <> '${userId}'`, payAll)
    expect((await Promise.all(others)).filter(Boolean)).toHaveLength(1)
    expect(await Promise.all(await payAll())).toEqual([true, true])
  })

  test('whose response was lost is looked up, and not sent again', async () => {
    await setUp()
    await connect(tree.root.salesRep)
    await earn()
    clock.advance(8 * day_ms)
    const { config } = http.platform
    const url = config.SANDBOX_PAYMENTS_URL
    Object.assign(config, { SANDBOX_PAYMENTS_URL: 'http://127.0.0.1:9' })
    await payOut()
    Object.assign(config, { SANDBOX_PAYMENTS_URL: url })
    http.forget()
    expect(await summaryOf(tree.root.salesRep)).toMatchObject({ paid: 5, payouts: [{ state: 'sent' }] })
    clock.advance(60_000)
    await payOut()
    expect(sandbox.transfers()).toHaveLength(1)
    http.forget()
    expect((await summaryOf(tree.root.salesRep)).payouts).toMatchObject([{ state: 'paid' }])
    expect(await problems()).toEqual([])
  })
})

describe('planted faults that must be found', () => {
  test('a commission before the payment', async () => {
    await setUp()
    const id = await demand(100)
    const early = (): Promise<void> =>
      inScope(db.appPool, { kind: 'agency', rootId: tree.root.id, agencyId: tree.acme.id }, async (tx) => {
        const charge = await lockCharge(tx, { agencyId: tree.acme.id }, id)
        await payCommissionsOf(tx, clock.now(), charge!)
      })
    await early()
    expect((await summaryOf(tree.root.salesRep)).earned).toBe(0)
    vi.stubEnv('PLANTED_FAULT', 'commission-before-payment')
    await early()
    expect(await problems()).toEqual([`commissions of charge ${id} do not match the money received`])
  })

  test('a commission that stays after a refund', async () => {
    await setUp()
    const id = await earn()
    vi.stubEnv('PLANTED_FAULT', 'keep-commission-of-refund')
    await refund(id, 50)
    expect(await problems()).toEqual([`commissions of charge ${id} do not match the money received`])
  })

  test('a payout that does not record what it pays', async () => {
    await setUp()
    await connect(tree.root.salesRep)
    await earn()
    clock.advance(8 * day_ms)
    vi.stubEnv('PLANTED_FAULT', 'pay-commission-twice')
    await payOut()
    clock.advance(1)
    await payOut()
    expect(sandbox.transfers()).toHaveLength(2)
    expect((await problems()).length).toBeGreaterThan(0)
  })
})
