import { beforeEach, expect, test } from 'vitest'
import { payOutCredit } from '#contract/billing/credits.ts'
import { readBilling } from '#contract/billing/invoices.ts'
import { refundTopUp } from '#contract/billing/top-ups.ts'
import { removeUser } from '#contract/companies/users.ts'
import { verifyCharges } from '#server/areas/billing/verify-charges.ts'
import { verifyInvoices } from '#server/areas/billing/invoices/verify-invoices.ts'
import { ensureAccounts } from '#server/areas/ledger/ensure-accounts.ts'
import { postTransfers } from '#server/areas/ledger/post-transfers.ts'
import { verifyLedger } from '#server/areas/ledger/verify-ledger.ts'
import type { AccountName } from '#server/areas/ledger/book.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { newId } from '#server/platform/ids.ts'
import { noLimits, type TestApp } from '#server/test/app.ts'
import { makeCampaign, type TestClient, type TestTree, type TestUser } from '#server/test/factories.ts'
import type { TestDatabase } from '#server/test/harness.ts'
import { startTree } from '#server/test/open-tree.ts'
import { balancesOf } from '#server/test/payments.ts'
import { buyPrepaid } from '#server/test/prepaid.ts'

// What a payer and its payee still owe each other when no charge will settle it: credits are paid out outside of the platform, and
// debts that are too small for a card end with the company (decision 220).

let db: TestDatabase
let http: TestApp
let tree: TestTree
let client: TestClient
const clock = createStillClock(Date.UTC(2026, 10, 20, 18))
beforeEach(async () => {
  const { close, ...stage } = await startTree({ clock, limiter: noLimits })
  ;({ db, http, tree } = stage)
  client = tree.acme.clients[0]!
  return close
})

const book = () => ({ rootId: tree.root.id, agencyId: tree.acme.id })
const remove = (user: TestUser, of: { id: string; user: TestUser } = client) =>
  http.as(user).call(removeUser, { params: { companyID: of.id, userID: of.user.id } })
const payOut = (user: TestUser, over: object = {}) =>
  http.as(user).call(payOutCredit, {
    body: { companyID: client.id, amount: 100, paid_on: '2026-11-20', note: 'Bank transfer 17', ...over },
  })
const billing = async (user: TestUser, companyID = client.id) =>
  (await http.as(user).call(readBilling, { params: { companyID } })).body.data
const problems = async () =>
  (await verifyLedger(db.appPool, [verifyCharges, verifyInvoices])).flatMap((one) => one.problems)

/** The unused rest of prepaid leads is refunded to the client's account. */
async function credit(amount_cents: number): Promise<void> {
  const { id } = await makeCampaign(db, client, { status: 'pause' })
  const balance = { id, clientId: client.id }
  await buyPrepaid(db, book(), { amount_cents, at_ms: clock.now(), balance, leadsToBuy: 1 })
  const body = { leadspeekApiID: id, operationId: newId(clock.now()) }
  expect((await http.as(tree.acme.owner).call(refundTopUp, { body })).status).toBe(200)
}
/** Books a debt as leads do; below zero a credit as returned leads do. */
const owe = (clientId: string | null, amount_e4: number): Promise<unknown> =>
  inScope(db.appPool, { kind: 'agency', ...book() }, async (tx) => {
    const names: [AccountName, AccountName] =
      clientId === null
        ? [
            { kind: 'agency_payable', clientId },
            { kind: 'root_revenue', clientId },
          ]
        : [
            { kind: 'client_receivable', clientId },
            { kind: 'agency_revenue', clientId },
          ]
    const of = await ensureAccounts(tx, book(), clock.now(), names)
    if (amount_e4 < 0) names.reverse()
    const flow = { debitAccountId: of(names[0]), creditAccountId: of(names[1]), kind: 'fee', referenceKind: 'fee' }
    const id = newId(clock.now())
    await postTransfers(tx, book(), clock.now(), [
      { id, referenceId: id, amount_e4: Math.abs(amount_e4), flow: { ...flow, clientId } },
    ])
  })

test('a client with a credit is removed once its agency has recorded that it was paid out', async () => {
  await credit(12_500)
  const { owner } = tree.acme
  expect((await remove(owner)).body.message).toBe('There is a credit. Pay it out and record that first.')
  expect(await billing(client.user)).toMatchObject({ credit: 125, settlements: [] })
  expect((await payOut(owner)).status).toBe(200)
  clock.advance(1000)
  expect((await payOut(owner, { amount: 25 })).body.message).toBe('The payout has been recorded.')
  for (const user of [client.user, owner])
    expect(await billing(user)).toMatchObject({
      credit: 0,
      settlements: [{ kind: 'credit_paid_out', amount: 25 }, { amount: 100 }],
    })
  expect(await balancesOf(db, tree.acme.id)).toEqual({})
  expect(await problems()).toEqual([])
  expect((await remove(owner)).status).toBe(200)
  const { rows } = await db.adminPool.query(`select after from activity where action = 'billing.creditPaidOut'`)
  expect(rows).toContainEqual({ after: { amount: 100, paid_on: '2026-11-20', note: 'Bank transfer 17' } })
})

test('a payout is recorded once per operation, even with concurrent requests, and never exceeds the credit', async () => {
  await credit(12_500)
  const { owner } = tree.acme
  const operationId = newId(clock.now())
  const same = await Promise.all([1, 2, 3].map(() => payOut(owner, { operationId })))
  expect(same.map(({ status }) => status)).toEqual([200, 200, 200])
  const reuse = await payOut(owner, { operationId, amount: 1 })
  expect([reuse.status, reuse.body.field]).toEqual([422, 'operationId'])
  const rest = await Promise.all([1, 2].map(() => payOut(owner, { operationId: newId(clock.now()), amount: 25 })))
  expect(rest.map(({ status }) => status).toSorted()).toEqual([200, 422])
  expect(await payOut(owner, { amount: 0.01 })).toMatchObject({
    status: 422,
    body: { field: 'amount', message: 'There is no credit to pay out.' },
  })
  expect(await balancesOf(db, tree.acme.id)).toEqual({})
})

test('only whoever owes the credit records its payout, by a day that has come', async () => {
  await credit(12_500)
  const statusOf = async (user: TestUser, over: object = {}) => (await payOut(user, over)).status
  expect(await statusOf(client.user)).toBe(403)
  expect(await statusOf(tree.brightside.owner)).toBe(404)
  expect(await payOut(tree.root.system)).toMatchObject({ status: 422, body: { field: 'companyID' } })
  const { owner } = tree.acme
  for (const [over, field] of [
    [{ amount: 0 }, 'amount'],
    [{ amount: 125.01 }, 'amount'],
    [{ paid_on: '2026-11-21' }, 'paid_on'],
    [{ note: ' ' }, 'note'],
  ] as const)
    expect(await payOut(owner, over)).toMatchObject({ status: 422, body: { field } })
  expect(await billing(owner)).toMatchObject({ credit: 125 })
})

test('a debt that no card can be charged is written off with its client’s removal, and a larger one prevents it', async () => {
  await owe(client.id, 5_000)
  expect((await remove(tree.acme.owner)).body.message).toBe('There is an open balance. Settle it first.')
  const [, other] = tree.acme.clients
  await owe(other!.id, 4_950)
  expect((await remove(tree.acme.owner, other)).status).toBe(200)
  expect(await balancesOf(db, tree.acme.id)).toEqual({ client_receivable: -50, agency_revenue: 50 })
  const { rows } = await db.adminPool.query(
    `select kind, amount_e4, client_id from ledger_transfer where kind = 'debt_written_off'`,
  )
  expect(rows).toEqual([{ kind: 'debt_written_off', amount_e4: 4_950, client_id: other!.id }])
  const log = await db.adminPool.query(`select after from activity where action = 'company.removed'`)
  expect(log.rows).toEqual([{ after: { written_off: 0.495 } }])
  expect(await problems()).toEqual([])
})

test('an agency’s rest is written off with its clients’ rests', async () => {
  await owe(null, 4_900)
  await owe(client.id, 100)
  const agency = { id: tree.acme.id, user: tree.acme.owner }
  expect((await remove(tree.root.system, agency)).status).toBe(200)
  expect(await balancesOf(db, tree.acme.id)).toEqual({})
  expect(await problems()).toEqual([])
})

test('what a removed client owes since does not keep its agency from being removed', async () => {
  const { owner } = tree.acme
  expect((await remove(owner)).status).toBe(200)
  await owe(client.id, 70_000)
  expect((await remove(tree.root.system, { id: tree.acme.id, user: owner })).status).toBe(200)
})

test('an agency’s credit is paid out by its operator', async () => {
  await owe(null, -12_500)
  const { acme, root } = tree
  const payout = { companyID: acme.id, amount: 1.25 }
  expect((await payOut(acme.owner, payout)).status).toBe(403)
  expect((await payOut(root.system, payout)).status).toBe(200)
  expect(await billing(acme.owner, acme.id)).toMatchObject({ credit: 0, settlements: [{ amount: 1.25 }] })
  expect(await balancesOf(db, acme.id)).toEqual({ root_revenue: -125, root_bank: 125 })
  expect((await remove(root.system, { id: acme.id, user: acme.owner })).status).toBe(200)
  expect(await problems()).toEqual([])
})

test('the day of a payout is one of its payee’s calendar', async () => {
  await owe(null, -12_500)
  const { acme, root } = tree
  const payout = { companyID: acme.id, amount: 0.5 }
  // In Chicago, the agency's zone, it is still the 20th.
  await db.adminPool.query(`update company set time_zone = 'Pacific/Kiritimati' where id = $1`, [root.id])
  expect(await payOut(root.system, { ...payout, paid_on: '2026-11-21' })).toMatchObject({ status: 200 })
  expect(await payOut(root.system, { ...payout, paid_on: '2026-11-22' })).toMatchObject({
    status: 422,
    body: { field: 'paid_on' },
  })
})
