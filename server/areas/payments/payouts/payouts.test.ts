import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { listInbox } from '#contract/inbox/inbox.ts'
import { createSalesAccount, getAccountLink, resetPaymentConnection } from '#contract/payments/accounts.ts'
import { getPayout, listPayoutEntries, listPayouts } from '#contract/payments/payouts.ts'
import { checkGateways } from '#server/doctor/check-gateways.ts'
import { createStillClock } from '#server/platform/clock.ts'
import type { MailContent } from '#server/areas/mails/lay-out-mail.ts'
import { startSandbox, type Sandbox } from '#server/providers/payments/sandbox/start-sandbox.ts'
import type { StripeStandIn } from '#server/providers/payments/stripe/stand-in/start-stripe-stand-in.ts'
import { noLimits, type TestApp } from '#server/test/app.ts'
import type { TestTree, TestUser } from '#server/test/factories.ts'
import { stripeEnv, stripeTokenOf } from '#server/test/gateway-stages.ts'
import type { TestDatabase } from '#server/test/harness.ts'
import { startTree } from '#server/test/open-tree.ts'
import { connectAccount, connectStripeAccount, sellOnCard, startStrictStripe } from '#server/test/payment-stage.ts'
import { completeAccount, sandboxEnv, tokenOf } from '#server/test/payments.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { eventOf, sendEvent, signatureOf } from '#server/test/stripe-events.ts'
import { applyEventJob, applyWaitingEventsJob } from '../inbox/apply-events.ts'
import { pollEventsJob } from '../inbox/poll-events.ts'
import { readBalancesJob } from '../reconciliation/read-balances.ts'

// The gateway's payouts to banks are stored once, with their entries, in whatever order the events arrive, and an
// account's owner is told when a payout is returned.

let db: TestDatabase
let http: TestApp
let tree: TestTree
let close: () => Promise<void>
let stop: () => Promise<void>
const day_ms = 86_400_000
// A Friday.
const start_ms = Date.UTC(2026, 10, 20, 12)
let clock = createStillClock(start_ms)

async function makeStage(env: Record<string, string>): Promise<void> {
  ;({ db, http, tree, close } = await startTree({ clock, limiter: noLimits, env }))
}
afterEach(async () => {
  await close()
  await stop()
})

const client = () => tree.acme.clients[0]!
const listOf = async (user: TestUser, query: Record<string, string> = {}) =>
  (await http.as(user).call(listPayouts, { query })).body.data
const latestOf = async (user: TestUser, query: Record<string, string> = {}) => (await listOf(user, query))[0]!
const entriesOf = async (user: TestUser, payoutId: string) =>
  (await http.as(user).call(listPayoutEntries, { params: { payoutId } })).body.data
const payoutOf = async (user: TestUser, payoutId: string) =>
  (await http.as(user).call(getPayout, { params: { payoutId } })).body.data
const doctor = async () => (await checkGateways(db.appPool, clock.now())).map(({ state }) => state)
/** The mails queued by applying the waiting events. Empties the queue before and after. */
async function mailsOf(gateway: string): Promise<{ to: { email: string; agencyId: null }; content: MailContent }[]> {
  await db.adminPool.query('delete from graphile_worker._private_jobs')
  const { rows: waiting } = await db.adminPool.query<{ id: string }>(
    `select id from gateway_event where gateway = $1 and state = 'received' order by received_at, id`,
    [gateway],
  )
  for (const { id } of waiting) await applyEventJob.run(http.platform, { gateway, id })
  const { rows } = await db.adminPool.query<{ payload: { sealed: string } }>(
    `with taken as (delete from graphile_worker._private_jobs returning task_id, payload)
     select payload from taken join graphile_worker._private_tasks task on task.id = task_id where identifier = 'send-account-mail'`,
  )
  return rows.map(({ payload }) => JSON.parse(http.platform.secrets.open(payload.sealed, 'job.send-account-mail')))
}
const inboxOf = async (user: TestUser) =>
  (await http.as(user).call(listInbox, { params: { companyID: user.companyId }, query: { kind: 'payout_failed' } }))
    .body.data

describe('payouts at Stripe', () => {
  let stripe: StripeStandIn
  let accountId: string

  beforeEach(async () => {
    clock = createStillClock(start_ms)
    stripe = await startStrictStripe(clock.now)
    stop = () => stripe.stop()
    await makeStage(stripeEnv(stripe))
    accountId = await connectStripeAccount(http, stripe, tree.acme)
    const tokenid = await stripeTokenOf(stripe, { account: accountId })
    await sellOnCard({ db, http, tree }, { clock, tokenid })
  })

  type Happened = StripeStandIn['happened'][number]
  const deliverEvent = async (happened: Happened): Promise<void> => {
    const body = eventOf(happened)
    expect(await sendEvent(http, body, signatureOf(stripe.webhookSecret, body, clock.now()))).toBe(200)
  }
  const send = async (happened: Happened): Promise<void> => {
    await deliverEvent(happened)
    await runJobs(db, http.platform)
  }
  const happeningOf = (type: string): Happened => stripe.happened.findLast((one) => one.type === type)!

  test('are stored with bank and day, and with their payments once they are itemized', async () => {
    const { acme, root, brightside } = tree
    const { id } = stripe.payOut(accountId)
    await send(happeningOf('payout.created'))
    const payout = await latestOf(acme.owner)
    // 15.00 minus the operator's 5.00 and Stripe's fee of 2.9% plus 30 cents.
    expect(payout).toMatchObject({
      owner_kind: 'agency',
      owner_id: acme.id,
      owner_name: 'Acme',
      amount: 9.26,
      currency: 'usd',
      state: 'pending',
      cause: null,
      method: 'standard',
      is_automatic: true,
      bank_last4: '6789',
      arrives_on: '2026-11-25',
    })
    expect(await entriesOf(acme.owner, payout.id)).toEqual([])
    expect(await payoutOf(acme.owner, payout.id)).toMatchObject({ is_itemized: false, entries: 0, gateway_id: id })
    stripe.endPayout(id, accountId, { status: 'in_transit' })
    stripe.itemizePayout(id, accountId)
    await send(happeningOf('payout.reconciliation_completed'))
    expect(await payoutOf(acme.owner, payout.id)).toMatchObject({
      state: 'in_transit',
      is_itemized: true,
      entries: 1,
      gross: 10,
      fees: 0.74,
      amount: 9.26,
    })
    expect(await entriesOf(acme.owner, payout.id)).toMatchObject([
      {
        kind: 'charge',
        amount: 10,
        fee: 0.74,
        company_id: client().id,
        company_name: 'Plumbright',
        invoice: '2026-0001',
      },
    ])
    expect(await listOf(root.system)).toMatchObject([{ id: payout.id, owner_name: 'Acme' }])
    expect(await listOf(brightside.owner)).toEqual([])
    const foreign = await http.as(brightside.owner).call(getPayout, { params: { payoutId: payout.id } })
    const absent = await http.as(brightside.owner).call(getPayout, { params: { payoutId: acme.id } })
    expect([foreign.status, foreign.body.errors]).toEqual([absent.status, absent.body.errors])
    await readBalancesJob.run(http.platform, {})
    expect(await doctor()).toEqual(['ok', 'ok'])
  })

  test('have the gateway’s status, whatever events arrive first, twice, or late, and are reported again', async () => {
    const { acme } = tree
    const { id } = stripe.payOut(accountId)
    const creation = happeningOf('payout.created')
    stripe.endPayout(id, accountId, { status: 'paid' })
    stripe.itemizePayout(id, accountId)
    await send(happeningOf('payout.paid'))
    await send(creation)
    await send(creation)
    await send(happeningOf('payout.reconciliation_completed'))
    expect(await listOf(acme.owner)).toMatchObject([{ state: 'paid' }])
    await db.adminPool.query(`update gateway_event set state = 'received', ended_at = null`)
    clock.advance(60_000)
    await applyWaitingEventsJob.run(http.platform, {})
    const payouts = await listOf(acme.owner)
    expect(payouts).toHaveLength(1)
    expect(await entriesOf(acme.owner, payouts[0]!.id)).toHaveLength(1)
    expect(await doctor()).not.toContain('failure')
  })

  test('that are returned are reported to the owner once, with the cause and a link to the account', async () => {
    const { acme } = tree
    const { id } = stripe.payOut(accountId)
    stripe.endPayout(id, accountId, { status: 'paid' })
    await send(happeningOf('payout.paid'))
    expect(await inboxOf(acme.owner)).toEqual([])
    clock.advance(day_ms)
    http.forget()
    stripe.endPayout(id, accountId, { status: 'failed', code: 'account_closed' })
    await deliverEvent(happeningOf('payout.failed'))
    await deliverEvent(happeningOf('payout.failed'))
    const mails = await mailsOf('stripe')
    // Sent in the operator's name.
    expect(mails).toMatchObject([
      {
        to: { email: acme.owner.email, agencyId: null },
        content: {
          title: 'A payout has failed',
          button: { url: expect.stringContaining('section=payment-account') },
          facts: [
            ['Amount', '$9.26'],
            ['Bank account', '•••• 6789'],
            ['Reason', 'The bank account was closed.'],
          ],
        },
      },
    ])
    const payout = await latestOf(acme.owner, { state: 'failed' })
    expect(payout).toMatchObject({ state: 'failed', cause: 'account_closed' })
    expect(await listOf(acme.owner, { state: 'paid' })).toEqual([])
    expect(await inboxOf(acme.owner)).toMatchObject([{ subject_id: payout.id, company_name: 'Acme' }])
    expect(await inboxOf(tree.brightside.owner)).toEqual([])
    // The returned money is part of the next payout once the account is fixed: nothing is left to do.
    clock.advance(day_ms)
    http.forget()
    const again = stripe.payOut(accountId)
    stripe.itemizePayout(again.id, accountId)
    await send(happeningOf('payout.reconciliation_completed'))
    expect(await inboxOf(acme.owner)).toEqual([])
    const next = await latestOf(acme.owner)
    expect(await entriesOf(acme.owner, next.id)).toMatchObject([{ kind: 'payout', amount: 9.26, company_id: null }])
    await readBalancesJob.run(http.platform, {})
    expect(await doctor()).toEqual(['ok', 'ok'])
  })

  test('of an account that is not known yet wait for it, and the operator’s own are ignored', async () => {
    const { acme } = tree
    const { id } = stripe.payOut(accountId)
    // No payment went through it either.
    for (const table of ['connected_account', 'charge_attempt'])
      await db.adminPool.query(`update ${table} set account_id = 'acct_other'`)
    await send(happeningOf('payout.created'))
    await send({ ...happeningOf('payout.created'), account: '' })
    expect(await listOf(tree.root.system)).toEqual([])
    const states = async () =>
      (await db.adminPool.query(`select state from gateway_event where kind = 'payout.created' order by state`)).rows
    expect(await states()).toEqual([{ state: 'ignored' }, { state: 'received' }])
    await db.adminPool.query('update connected_account set account_id = $1', [accountId])
    clock.advance(60_000)
    await applyWaitingEventsJob.run(http.platform, {})
    http.forget()
    expect(await payoutOf(acme.owner, (await latestOf(acme.owner)).id)).toMatchObject({ gateway_id: id })
  })

  test('of an account that its owner disconnected here are still stored, and shown to the owner', async () => {
    const { acme } = tree
    const params = { companyID: acme.id, type: 'agency' } as const
    expect((await http.as(acme.owner).call(resetPaymentConnection, { params })).status).toBe(200)
    const { id } = stripe.payOut(accountId)
    stripe.itemizePayout(id, accountId)
    await send(happeningOf('payout.reconciliation_completed'))
    const payout = await latestOf(acme.owner)
    expect(payout).toMatchObject({ owner_id: acme.id, amount: 9.26 })
    expect(await entriesOf(acme.owner, payout.id)).toHaveLength(1)
  })

  test('of an account that nobody can read are given up after three days, and logged', async () => {
    stripe.payOut(accountId)
    for (const table of ['connected_account', 'charge_attempt'])
      await db.adminPool.query(`update ${table} set account_id = 'acct_other'`)
    await send(happeningOf('payout.created'))
    const warn = vi.spyOn(http.platform.log, 'warn')
    clock.advance(4 * day_ms)
    await applyWaitingEventsJob.run(http.platform, {})
    expect(warn).toHaveBeenCalledWith(expect.anything(), expect.stringContaining('given up'))
  })

  test('end with our access: an account whose owner revoked it is not missed by the doctor', async () => {
    await readBalancesJob.run(http.platform, {})
    stripe.moveAccount(accountId, 'closed')
    // Since then each reading of it has been refused.
    await db.adminPool.query(`update gateway_reading set read_at = read_at - interval '2 days' where account_id <> ''`)
    expect(await doctor()).toEqual(['warning'])
    await send(happeningOf('account.application.deauthorized'))
    expect(await doctor()).toEqual(['ok'])
  })

  test('with more than a page of entries are stored in full, and the doctor finds one with a wrong sum', async () => {
    const { acme } = tree
    for (let count = 0; count < 120; count += 1) stripe.sellElsewhere(accountId, 1_000)
    const { id } = stripe.payOut(accountId)
    stripe.itemizePayout(id, accountId)
    await send(happeningOf('payout.reconciliation_completed'))
    const payout = await latestOf(acme.owner)
    expect(await payoutOf(acme.owner, payout.id)).toMatchObject({ entries: 121, gross: 1_210, amount: 1_138.46 })
    expect(await doctor()).not.toContain('failure')
    await db.adminPool.query(`update gateway_payout set amount_cents = amount_cents + 1`)
    expect(await doctor()).toContain('failure')
  })
})

describe('payouts at the sandbox', () => {
  let sandbox: Sandbox

  beforeEach(async () => {
    clock = createStillClock(start_ms)
    sandbox = await startSandbox({ now: () => clock.now() })
    stop = () => sandbox.stop()
    await makeStage(sandboxEnv(sandbox))
  })

  /** Lets days pass, then polls and applies new events. */
  const pass = async (days: number): Promise<void> => {
    clock.advance(days * day_ms)
    await pollEventsJob.run(http.platform, {})
    await runJobs(db, http.platform)
    http.forget()
  }

  test('are made a day after a payment and arrive two days later, unless the bank returns them', async () => {
    const { acme } = tree
    await connectAccount(http, sandbox, acme, 'refused')
    const tokenid = await tokenOf(sandbox)
    await sellOnCard({ db, http, tree }, { clock, tokenid })
    await pass(1)
    expect(await listOf(acme.owner)).toMatchObject([{ state: 'in_transit', amount: 10, bank_last4: '6789' }])
    await pass(2)
    expect(await listOf(acme.owner)).toMatchObject([{ state: 'failed', cause: 'account_closed' }])
    expect(await inboxOf(acme.owner)).toHaveLength(1)
    const again = await http.as(acme.owner).call(getAccountLink, { body: { companyID: acme.id } })
    await completeAccount(sandbox, again.body.data.url)
    await pass(1)
    await pass(2)
    const payout = await latestOf(acme.owner)
    expect(payout).toMatchObject({ state: 'paid', amount: 10 })
    expect(await entriesOf(acme.owner, payout.id)).toMatchObject([{ kind: 'payout', amount: 10 }])
    expect(await inboxOf(acme.owner)).toEqual([])
    await readBalancesJob.run(http.platform, {})
    expect(await doctor()).toEqual(['ok', 'ok'])
  })

  test('of a sales person are visible only to that person and the operator', async () => {
    const { salesRep, executive, system } = tree.root
    const { body } = await http.as(salesRep).call(createSalesAccount, { body: {} })
    await completeAccount(sandbox, body.data.url, 'refused')
    const { rows } = await db.adminPool.query('select account_id from connected_account where owner_id = $1', [
      salesRep.id,
    ])
    await fetch(`${sandbox.url}/v1/transfers`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sandbox.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ transfer: 'commission', account: rows[0].account_id, amount: 2_500 }),
    })
    await pass(1)
    const payout = await latestOf(salesRep)
    expect(payout).toMatchObject({ owner_kind: 'sales', owner_id: salesRep.id, amount: 25, state: 'in_transit' })
    expect(await entriesOf(salesRep, payout.id)).toMatchObject([{ kind: 'transfer', amount: 25, company_id: null }])
    expect(await listOf(executive)).toEqual([])
    expect((await http.as(executive).call(getPayout, { params: { payoutId: payout.id } })).status).toBe(422)
    expect(await listOf(tree.acme.owner)).toEqual([])
    expect(await listOf(system)).toMatchObject([{ id: payout.id, owner_kind: 'sales' }])
    clock.advance(2 * day_ms)
    await pollEventsJob.run(http.platform, {})
    expect(await mailsOf('sandbox')).toMatchObject([
      {
        to: { email: salesRep.email, agencyId: null },
        content: { button: { url: expect.stringContaining('/configuration/sales-connect-account') } },
      },
    ])
    http.forget()
    expect(await listOf(salesRep)).toMatchObject([{ state: 'failed', cause: 'account_closed' }])
  })
})
