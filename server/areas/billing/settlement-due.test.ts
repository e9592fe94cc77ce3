import { beforeEach, expect, test } from 'vitest'
import { setBillingMethod } from '#contract/billing/manual-bill.ts'
import { listCompanies } from '#contract/companies/companies.ts'
import { createCustomer, replaceCard } from '#contract/payments/cards.ts'
import { readAccess } from '#contract/people/user.ts'
import { makeCampaign } from '#server/test/factories.ts'
import { cardholder } from '#server/test/payment-stage.ts'
import { cardNumbers, sellLeads, tokenOf } from '#server/test/payments.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { startSandboxTree, type SandboxTree } from '#server/test/sandbox-tree.ts'

// An agency's manual billing ends, and the charge for what it owes to date fails (decision 18).

const start_ms = Date.UTC(2026, 10, 20, 12)
let { db, http, tree, sandbox, clock } = {} as SandboxTree
beforeEach(async () => {
  const { close, ...stage } = await startSandboxTree(start_ms)
  ;({ db, http, tree, sandbox, clock } = stage)
  return close
})

async function store(number: string, operation: typeof createCustomer | typeof replaceCard): Promise<void> {
  http.forget()
  await http.as(tree.acme.owner).call(readAccess)
  const body = { tokenid: await tokenOf(sandbox, number), ...cardholder }
  expect((await http.as(tree.acme.owner).call(operation, { body })).status).toBe(200)
  await runJobs(db, http.platform)
}
async function sell(): Promise<void> {
  const client = tree.acme.clients[0]!
  const campaign = await makeCampaign(db, client)
  await sellLeads(db, tree.acme, { client, campaign, at_ms: clock.now(), count: 10 })
}
const bill = async (manualBill: 'T' | 'F'): Promise<void> => {
  const answer = await http
    .as(tree.root.system)
    .call(setBillingMethod, { body: { companyID: tree.acme.id, manualBill } })
  expect(answer.status).toBe(200)
}
/** The agency's row in the operator's list. */
async function row() {
  http.forget()
  const params = { companyID: tree.root.id, type: 'agency' } as const
  const { body, status } = await http.as(tree.root.system).call(listCompanies, { params })
  expect({ status, body }).toMatchObject({ status: 200 })
  return body.data.find(({ company_id }) => company_id === tree.acme.id)!
}

test('a charge that fails when manual billing ends is listed as a settlement due until it is paid', async () => {
  await store(cardNumbers.declined, createCustomer)
  await bill('T')
  await sell()
  await bill('F')
  expect(await row()).toMatchObject({ manual_bill: 'F', settlement_due: 'F' })
  await runJobs(db, http.platform)
  // Its campaigns have stopped, so its debt doesn't grow; the charge follows the usual retry schedule.
  expect(await row()).toMatchObject({
    manual_bill: 'F',
    settlement_due: 'T',
    payment_status: 'ok',
    active_campaigns: 0,
  })
  await store(cardNumbers.good, replaceCard)
  expect(await row()).toMatchObject({ manual_bill: 'F', settlement_due: 'F' })
})

test('a charge that waits for a card is listed as a settlement due, too', async () => {
  await bill('T')
  await sell()
  await bill('F')
  await runJobs(db, http.platform)
  expect(await row()).toMatchObject({ settlement_due: 'T' })
})
