import { expect, test } from 'vitest'
import { resetPaymentConnection } from '#contract/payments/accounts.ts'
import { readReconciliation } from '#contract/payments/reconciliation.ts'
import type { TestUser } from '#server/test/factories.ts'
import { connectAccount, sellOnCard } from '#server/test/payment-stage.ts'
import { tokenOf } from '#server/test/payments.ts'
import { startSandboxTree } from '#server/test/sandbox-tree.ts'
import { readBalancesJob } from './read-balances.ts'

test('a payment is matched although its account was disconnected before balances were read', async () => {
  const { db, http, tree, sandbox, clock, close } = await startSandboxTree(Date.UTC(2026, 10, 20, 12))
  await connectAccount(http, sandbox, tree.acme)
  await sellOnCard({ db, http, tree }, { clock, tokenid: await tokenOf(sandbox) })
  const params = { companyID: tree.acme.id, type: 'agency' } as const
  expect((await http.as(tree.acme.owner).call(resetPaymentConnection, { params })).status).toBe(200)
  await readBalancesJob.run(http.platform, {})
  http.forget()
  const totalsOf = async (user: TestUser) =>
    (await http.as(user).call(readReconciliation, { params: { companyID: user.companyId } })).body.data
  expect(await totalsOf(tree.acme.owner)).toMatchObject({ booked: 10, at_gateway: 10, unmatched: 0 })
  expect(await totalsOf(tree.root.system)).toMatchObject({ booked: 5, at_gateway: 5, unmatched: 0 })
  await close()
})
