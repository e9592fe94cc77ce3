import { afterEach, beforeEach, expect, test } from 'vitest'
import { createCustomer } from '#contract/payments/cards.ts'
import { listUnmatched } from '#contract/payments/reconciliation.ts'
import { readAccess } from '#contract/people/user.ts'
import { verifyCharges } from '#server/areas/billing/verify-charges.ts'
import { verifyLedger } from '#server/areas/ledger/verify-ledger.ts'
import { createStillClock } from '#server/platform/clock.ts'
import type { StripeStandIn } from '#server/providers/payments/stripe/stand-in/start-stripe-stand-in.ts'
import { noLimits } from '#server/test/app.ts'
import type { TestAgency } from '#server/test/factories.ts'
import { stripeEnv, stripeTokenOf } from '#server/test/gateway-stages.ts'
import { startTree, type OpenTree } from '#server/test/open-tree.ts'
import { cardholder, startStrictStripe } from '#server/test/payment-stage.ts'
import { setOnboardingFee, cardNumbers } from '#server/test/payments.ts'
import { whileRefused } from '#server/test/refuse-rows.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { readBalancesJob } from './read-balances.ts'
import { verifyGatewayEntries } from './verify-entries.ts'

// Several operators are paid at one gateway account: each sees its own payments only.

let clock = createStillClock(0)
let stripe: StripeStandIn
let stage: OpenTree & { close(): Promise<void> }

beforeEach(async () => {
  clock = createStillClock(Date.UTC(2026, 10, 20, 12))
  stripe = await startStrictStripe(clock.now)
  stage = await startTree({ clock, limiter: noLimits, env: stripeEnv(stripe) })
  const { root, acme, other } = stage.tree
  await payFee(root.id, acme, 19_900)
  await payFee(other.rootId, other.agency, 29_900)
})
afterEach(async () => {
  await stage.close()
  await stripe.stop()
})

async function payFee(rootId: string, { owner }: TestAgency, fee_cents: number): Promise<void> {
  const { db, http } = stage
  await setOnboardingFee(db, rootId, fee_cents)
  // As the card page does, show the fee first.
  await http.as(owner).call(readAccess)
  const tokenid = await stripeTokenOf(stripe, { number: cardNumbers.good })
  expect((await http.as(owner).call(createCustomer, { body: { tokenid, ...cardholder } })).status).toBe(200)
  await runJobs(db, http.platform)
}

const readBalances = (): Promise<void> => readBalancesJob.run(stage.http.platform, {})

/** The states of the payments that an operator sees. */
async function paymentsOf(rootId: string): Promise<string[]> {
  const { rows } = await stage.db.adminPool.query<{ state: string; cents: string }>(
    `select state, amount_cents as cents from gateway_entry where root_id = $1 and kind = 'charge' order by amount_cents`,
    [rootId],
  )
  return rows.map(({ state, cents }) => `${cents} ${state}`)
}

test('each operator finds its own payments in its books, and treats the other’s as other business', async () => {
  await readBalances()
  const { root, other } = stage.tree
  expect(await paymentsOf(root.id)).toEqual(['19900 matched', '29900 other'])
  expect(await paymentsOf(other.rootId)).toEqual(['19900 other', '29900 matched'])
  for (const user of [root.system, other.system]) {
    const answer = await stage.http.as(user).call(listUnmatched, { params: { companyID: user.companyId } })
    expect(answer.body.data).toEqual([])
  }
  const books = await verifyLedger(stage.db.appPool, [verifyCharges, verifyGatewayEntries])
  expect(books.flatMap(({ problems }) => problems)).toEqual([])
})

test('an operator whose payments cannot be matched with its books does not block others', async () => {
  const { root, other } = stage.tree
  const refuse = (rootId: string) =>
    whileRefused(stage.db, 'gateway_entry', `root_id <> '${rootId}' or subject_id is null`, readBalances)
  await refuse(root.id)
  expect(await paymentsOf(other.rootId)).toEqual(['19900 other', '29900 matched'])
  await stage.db.adminPool.query('delete from gateway_entry')
  await refuse(other.rootId)
  expect(await paymentsOf(root.id)).toEqual(['19900 matched', '29900 other'])
})
