import { beforeEach, expect, test } from 'vitest'
import { createCustomer } from '#contract/payments/cards.ts'
import { removeUser, restoreCompany } from '#contract/companies/users.ts'
import { verifyCharges } from '#server/areas/billing/verify-charges.ts'
import { verifyInvoices } from '#server/areas/billing/invoices/verify-invoices.ts'
import { verifyLedger } from '#server/areas/ledger/verify-ledger.ts'
import { makeCampaign, type TestUser } from '#server/test/factories.ts'
import { cardholder, connectAccount } from '#server/test/payment-stage.ts'
import { balancesOf, chargesOf, sellLeads, tokenOf } from '#server/test/payments.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { startSandboxTree, type SandboxTree } from '#server/test/sandbox-tree.ts'
import { closePeriodsJob } from '../periods/close-periods.ts'

// What was written off with a company is not asked for again once it is restored.

let { db, http, tree, sandbox, clock } = {} as SandboxTree
beforeEach(async () => {
  const { close, ...stage } = await startSandboxTree(Date.UTC(2026, 10, 20, 12))
  ;({ db, http, tree, sandbox, clock } = stage)
  return close
})
const problems = async () =>
  (await verifyLedger(db.appPool, [verifyCharges, verifyInvoices])).flatMap((book) => book.problems)
const closeAt = async (at_ms: number): Promise<void> => {
  clock.advance(at_ms - clock.now())
  await closePeriodsJob.run(http.platform, {})
  await closePeriodsJob.run(http.platform, {})
  await runJobs(db, http.platform)
}
const store = async (user: TestUser): Promise<void> => {
  const body = { tokenid: await tokenOf(sandbox), ...cardholder }
  expect((await http.as(user).call(createCustomer, { body })).status).toBe(200)
}
const leaveAndReturn = async (by: TestUser, { id, user }: { id: string; user: TestUser }): Promise<void> => {
  const params = { companyID: id, userID: user.id }
  expect(await http.as(by).call(removeUser, { params })).toMatchObject({ status: 200 })
  expect(await http.as(by).call(restoreCompany, { body: { companyID: id } })).toMatchObject({ status: 200 })
  http.forget()
}
const sell = async (count: number, prices: { retail_e4?: number; wholesale_e4?: number } = {}): Promise<void> => {
  const client = tree.acme.clients[0]!
  const campaign = await makeCampaign(db, client, { status: 'pause' })
  await sellLeads(db, tree.acme, { client, campaign, at_ms: clock.now(), count, ...prices })
}

const chargedOf = async (user: TestUser) =>
  (await chargesOf(db, user)).map(({ status, amount_cents }) => [status, amount_cents])
const invoices = async () =>
  (await db.adminPool.query('select issuer, total_cents, deduction_cents from invoice order by issuer')).rows

test('a client pays for its later leads only', async () => {
  const client = tree.acme.clients[0]!
  await connectAccount(http, sandbox, tree.acme)
  await store(client.user)
  await sell(2, { retail_e4: 2_400, wholesale_e4: 500 })
  await leaveAndReturn(tree.acme.owner, client)
  await sell(10)
  await closeAt(Date.UTC(2026, 10, 23, 6, 1))
  expect(await chargedOf(client.user)).toEqual([['succeeded', 1_500]])
  expect(await invoices()).toEqual([{ issuer: 'agency', total_cents: 1_548, deduction_cents: 48 }])
  // What the agency owes for the first two is collected along with the client's payment.
  await closeAt(Date.UTC(2026, 11, 1, 6, 1))
  expect(await chargedOf(tree.acme.owner)).toEqual([['settled', 0]])
  const balances = await balancesOf(db, tree.acme.id)
  expect([balances['client_receivable'], balances['agency_payable']]).toEqual([undefined, undefined])
  expect(await problems()).toEqual([])
})

test('an agency pays for its later leads only, and so do its clients', async () => {
  const { acme, root } = tree
  await sell(2, { retail_e4: 2_400, wholesale_e4: 2_400 })
  await leaveAndReturn(root.system, { id: acme.id, user: acme.owner })
  await store(acme.owner)
  await sell(10)
  await closeAt(Date.UTC(2026, 11, 1, 6, 1))
  expect(await chargedOf(acme.owner)).toEqual([['succeeded', 500]])
  expect(await chargedOf(acme.clients[0]!.user)).toEqual([['due', 1_500]])
  expect(await invoices()).toEqual([
    { issuer: 'agency', total_cents: 1_548, deduction_cents: 48 },
    { issuer: 'root', total_cents: 548, deduction_cents: 48 },
  ])
  expect(await problems()).toEqual([])
})
