import { beforeAll, expect, test } from 'vitest'
import { createCustomer } from '#contract/payments/cards.ts'
import { readWallet } from '#contract/wallet/wallet.ts'
import { recordEmptied } from '#server/areas/prepaid/funds.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { cardholder } from '#server/test/payment-stage.ts'
import { cardNumbers, tokenOf } from '#server/test/payments.ts'
import { buyPrepaid } from '#server/test/prepaid.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { startSandboxTree, type SandboxTree } from '#server/test/sandbox-tree.ts'
import { maintainWalletsJob } from './maintain-wallets.ts'

let { db, http, tree, sandbox, clock } = {} as SandboxTree
beforeAll(async () => {
  const { close, ...stage } = await startSandboxTree(Date.UTC(2026, 10, 20, 18))
  ;({ db, http, tree, sandbox, clock } = stage)
  return close
})

const panel = async () =>
  (await http.as(tree.acme.owner).call(readWallet, { query: { company_id: tree.acme.id } })).body.data

test('R244: after the whole balance has expired, the next lead that it cannot pay tops the wallet up again', async () => {
  const body = { tokenid: await tokenOf(sandbox, cardNumbers.good), ...cardholder }
  expect((await http.as(tree.acme.owner).call(createCustomer, { body })).status).toBe(200)
  const book = { rootId: tree.root.id, agencyId: tree.acme.id }
  await buyPrepaid(db, book, { amount_cents: 25_000, at_ms: clock.now() })
  await runJobs(db, http.platform)
  clock.advance(Date.UTC(2027, 10, 20, 18) - clock.now())
  http.forget()
  await maintainWalletsJob.run(http.platform, {})
  await runJobs(db, http.platform)
  expect(await panel()).toMatchObject({ balance_amount: 0, last_balance_amount: 0, open_topup: null })

  await inScope(db.appPool, { kind: 'agency', ...book }, (tx) => recordEmptied(tx, book, clock.now(), [tree.acme.id]))
  expect((await panel()).leads_stopped).toBe('T')
  await runJobs(db, http.platform)
  expect(await panel()).toMatchObject({ balance_amount: 250, leads_stopped: 'F', continual_declined: 'F' })
})
