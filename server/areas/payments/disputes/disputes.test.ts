import { afterEach, describe, expect, test, vi } from 'vitest'
import { createCustomer } from '#contract/payments/cards.ts'
import { refundCharge } from '#contract/billing/refunds.ts'
import { getDispute, listDisputes, submitEvidence } from '#contract/payments/disputes.ts'
import { listInbox } from '#contract/inbox/inbox.ts'
import { readCommissions } from '#contract/commissions/commissions.ts'
import { setCommissionRate } from '#contract/commissions/pay.ts'
import { setSales } from '#contract/companies/sales.ts'
import { readAccess } from '#contract/people/user.ts'
import { verifyCharges } from '#server/areas/billing/verify-charges.ts'
import { verifyCommissionBases } from '#server/areas/billing/commissions.ts'
import { verifyDisputes } from '#server/areas/billing/disputes/verify-disputes.ts'
import { verifyRefunds } from '#server/areas/billing/refunds/verify-refunds.ts'
import { verifyCommissions } from '#server/areas/commissions/verify-commissions.ts'
import { verifyPrepaid } from '#server/areas/prepaid/verify-prepaid.ts'
import { verifyLedger } from '#server/areas/ledger/verify-ledger.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { gatewayNamed } from '#server/providers/payments/registry.ts'
import { startSandbox, type Sandbox } from '#server/providers/payments/sandbox/start-sandbox.ts'
import type { StripeStandIn } from '#server/providers/payments/stripe/stand-in/start-stripe-stand-in.ts'
import { noLimits, type TestApp } from '#server/test/app.ts'
import type { TestTree, TestUser } from '#server/test/factories.ts'
import { stripeEnv, stripeTokenOf } from '#server/test/gateway-stages.ts'
import { delayResponses } from '#server/test/delay-responses.ts'
import type { TestDatabase } from '#server/test/harness.ts'
import { startTree } from '#server/test/open-tree.ts'
import { cardholder, connectAccount, sellOnCard, startStrictStripe } from '#server/test/payment-stage.ts'
import { setOnboardingFee, balancesOf, cardNumbers, sandboxEnv, tokenOf } from '#server/test/payments.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { eventOf, sendEvent, signatureOf } from '#server/test/stripe-events.ts'
import { applyWaitingEventsJob } from '../inbox/apply-events.ts'
import { pollEventsJob } from '../inbox/poll-events.ts'
import { applyDispute } from './apply-dispute.ts'
import { whileRefused } from '#server/test/refuse-rows.ts'
import { resendEvidenceJob } from './submit-evidence.ts'

// A payer's bank disputes a payment: it is held, answered once, then won or lost, and booked once per change.

let db: TestDatabase
let http: TestApp
let tree: TestTree
let close: () => Promise<void>
let stop: () => Promise<void>
const start_ms = Date.UTC(2026, 10, 20, 12)
let clock = createStillClock(start_ms)

afterEach(async () => {
  vi.unstubAllEnvs()
  await close()
  await stop()
})
async function makeStage(env: Record<string, string>): Promise<void> {
  ;({ db, http, tree, close } = await startTree({ clock, limiter: noLimits, env }))
}

const problems = async (): Promise<string[]> =>
  (
    await verifyLedger(db.appPool, [
      verifyCharges,
      verifyRefunds,
      verifyDisputes,
      verifyPrepaid,
      verifyCommissions,
      verifyCommissionBases,
    ])
  ).flatMap((book) => book.problems)
const listOf = async (user: TestUser) =>
  (await http.as(user).call(listDisputes, { params: { companyID: user.companyId } })).body.data
const answer = async (user: TestUser, text: unknown, disputeId?: string) =>
  http.as(user).call(submitEvidence, {
    body: { companyID: user.companyId, disputeId: disputeId ?? (await listOf(user))[0]!.id, text },
  })

describe('a client’s dispute', () => {
  let sandbox: Sandbox

  /** Ten leads at 1.50, 0.50 of them the operator's, paid by a card whose bank disputes the payment. */
  async function setUp(): Promise<void> {
    clock = createStillClock(start_ms)
    sandbox = await startSandbox({ now: () => clock.now() })
    stop = () => sandbox.stop()
    await makeStage(sandboxEnv(sandbox))
    await connectAccount(http, sandbox, tree.acme)
    const tokenid = await tokenOf(sandbox, cardNumbers.disputed)
    await sellOnCard({ db, http, tree }, { clock, tokenid })
  }
  async function runEvents(): Promise<void> {
    await pollEventsJob.run(http.platform, {})
    await runJobs(db, http.platform)
  }

  test('holds the agency’s money and leaves the operator’s share, once however often it is reported', async () => {
    await setUp()
    const afterPayment = { agency_revenue: 1_500, agency_clearing: -1_000, clearing: -500, root_revenue: 500 }
    expect(await balancesOf(db, tree.acme.id)).toMatchObject(afterPayment)
    await runEvents()
    const afterDispute = { agency_clearing: 2_000, dispute_held: -1_500, gateway_fee: -1_500, clearing: -500 }
    expect(await balancesOf(db, tree.acme.id)).toMatchObject(afterDispute)
    await db.adminPool.query(`update gateway_event set state = 'received', ended_at = null`)
    clock.advance(60_000)
    await applyWaitingEventsJob.run(http.platform, {})
    await runEvents()
    expect(await balancesOf(db, tree.acme.id)).toMatchObject(afterDispute)
    expect(await problems()).toEqual([])
  })

  test('is listed for those concerned, with its reason and deadline, and is in the inbox until it is answered', async () => {
    await setUp()
    await runEvents()
    const { acme, root } = tree
    expect(await listOf(acme.owner)).toMatchObject([
      { company_name: 'Plumbright', amount: 15, withdrawn: 15, fee: 15, state: 'needs_response', reason: 'fraudulent' },
    ])
    expect(await listOf(root.system)).toEqual([])
    expect(await listOf(tree.brightside.owner)).toEqual([])
    const inbox = () =>
      http.as(acme.owner).call(listInbox, { params: { companyID: acme.id }, query: { kind: 'payment_disputed' } })
    expect((await inbox()).body.data).toMatchObject([{ kind: 'payment_disputed', company_name: 'Plumbright' }])
    const [one] = await listOf(acme.owner)
    const detail = await http.as(acme.owner).call(getDispute, { params: { companyID: acme.id, disputeId: one!.id } })
    expect(detail.body.data.activity).toMatch(/^2026-11-20 {2}.+: 10 leads delivered$/)
    expect((await answer(acme.owner, 'They ordered and used these leads.')).status).toBe(200)
    expect((await inbox()).body.data).toEqual([])
    await runJobs(db, http.platform)
    expect(sandbox.disputes()).toMatchObject([{ status: 'under_review', text: 'They ordered and used these leads.' }])
    expect(await listOf(acme.owner)).toMatchObject([{ state: 'under_review', evidence_state: 'submitted' }])
    expect((await answer(acme.owner, 'Another answer')).status).toBe(409)
    expect(await problems()).toEqual([])
  })

  test('is not reverted by an outdated response', async () => {
    await setUp()
    await runEvents()
    const balances = await balancesOf(db, tree.acme.id)
    const { rows } = await db.adminPool.query<{ of: string; account: string }>(
      'select gateway_id as of, account_id as account from dispute',
    )
    const of = { disputeId: rows[0]!.of, accountId: rows[0]!.account }
    const gateway = gatewayNamed(http.platform.config, 'sandbox')!
    const now = await gateway.readDispute(of)
    // This read starts before the bank withdraws anything, and returns after a later read was booked.
    const early = delayResponses()
    const late = early.holdNext()
    const application = applyDispute(
      http.platform,
      { ...gateway, readDispute: () => early.untilSent().then(() => ({ ...now!, withdrawn_cents: 0, fee_cents: 0 })) },
      of,
    )
    await late.given
    expect(await applyDispute(http.platform, gateway, of)).toBe('applied')
    late.letGo()
    expect(await application).toBe('applied')
    expect(await balancesOf(db, tree.acme.id)).toEqual(balances)
    expect(await problems()).toEqual([])
  })

  test('returns the money when it is won', async () => {
    await setUp()
    await runEvents()
    await answer(tree.acme.owner, 'winning_evidence')
    await runJobs(db, http.platform)
    const balances = await balancesOf(db, tree.acme.id)
    expect(balances).toMatchObject({ agency_clearing: 500, gateway_fee: -1_500 })
    expect(balances).not.toHaveProperty('dispute_held')
    await runEvents()
    expect(await balancesOf(db, tree.acme.id)).toEqual(balances)
    expect(await listOf(tree.acme.owner)).toMatchObject([{ state: 'won', withdrawn: 0, respond_by: null }])
    expect(await problems()).toEqual([])
  })

  test('leaves nothing to refund while the bank holds the money, and everything again when it is won', async () => {
    await setUp()
    await runEvents()
    const { acme } = tree
    const client = acme.clients[0]!
    const { rows } = await db.adminPool.query<{ id: string }>('select id from charge where client_id = $1', [client.id])
    const refund = (amount: number) => {
      const request = { chargeId: rows[0]!.id, amount, reason: 'requested' as const, operationId: newId(clock.now()) }
      return http.as(acme.owner).call(refundCharge, { body: { companyID: client.id, ...request } })
    }
    expect(await refund(15)).toMatchObject({ status: 422, body: { field: 'amount' } })
    expect(await refund(0.01)).toMatchObject({ status: 422, body: { field: 'amount' } })
    await answer(acme.owner, 'winning_evidence')
    await runJobs(db, http.platform)
    await runEvents()
    expect((await refund(15)).status).toBe(200)
    await runJobs(db, http.platform)
    expect(await problems()).toEqual([])
  })

  test('that is not won loses the money', async () => {
    await setUp()
    await runEvents()
    await answer(tree.acme.owner, 'losing_evidence')
    await runJobs(db, http.platform)
    const balances = await balancesOf(db, tree.acme.id)
    expect(balances).toMatchObject({ agency_clearing: 2_000, dispute_lost: -1_500 })
    expect(balances).not.toHaveProperty('dispute_held')
    expect(await problems()).toEqual([])
  })

  test('of a part loses that part, and the paid debt stays paid', async () => {
    await setUp()
    await runEvents()
    const { rows } = await db.adminPool.query<{ of: string; account: string }>(
      'select gateway_id as of, account_id as account from dispute',
    )
    const of = { disputeId: rows[0]!.of, accountId: rows[0]!.account }
    const gateway = gatewayNamed(http.platform.config, 'sandbox')!
    const dispute = await gateway.readDispute(of)
    const readDispute = () => Promise.resolve({ ...dispute!, withdrawn_cents: 600, state: 'lost' as const })
    expect(await applyDispute(http.platform, { ...gateway, readDispute }, of)).toBe('applied')
    const balances = await balancesOf(db, tree.acme.id)
    // The agency bears the loss of its client's payment; the operator keeps its share.
    expect(balances).toMatchObject({ dispute_lost: -600, clearing: -500, root_revenue: 500, agency_revenue: 1_500 })
    for (const account of ['dispute_held', 'client_receivable']) expect(balances).not.toHaveProperty(account)
    expect(await problems()).toEqual([])
  })

  test('accepts one text before its deadline, from the payee', async () => {
    await setUp()
    await runEvents()
    const { acme, brightside, root } = tree
    const [one] = await listOf(acme.owner)
    for (const text of ['', '   ', 'x'.repeat(5_001), 'a\u0000b', 7])
      expect(await answer(acme.owner, text)).toMatchObject({ status: 422, body: { field: 'text' } })
    expect((await answer(brightside.owner, 'mine', one!.id)).status).toBe(422)
    expect((await answer(root.system, 'mine', one!.id)).status).toBe(422)
    expect((await answer(acme.admin, 'mine', one!.id)).status).toBe(403)
    clock.advance(10 * 86_400_000)
    http.forget()
    expect((await answer(acme.owner, 'too late', one!.id)).status).toBe(409)
  })

  test('whose response cannot be saved does not block others', async () => {
    await setUp()
    await runEvents()
    expect((await answer(tree.acme.owner, 'They used these leads.')).status).toBe(200)
    const stuck = newId(clock.now())
    await db.adminPool.query(
      `insert into dispute select (jsonb_populate_record(d, jsonb_build_object('id', $1::text, 'gateway_id', 'dp_gone',
         'held_cents', 0, 'fee_cents', 0, 'evidence_at', d.evidence_at - interval '1 minute'))).* from dispute d`,
      [stuck],
    )
    clock.advance(120_000)
    await whileRefused(db, 'dispute', `id <> '${stuck}' or evidence_state = 'sent'`, () =>
      resendEvidenceJob.run(http.platform, {}),
    )
    const { rows } = await db.adminPool.query(
      'select id = $1 as stuck, evidence_state as state from dispute order by 1',
      [stuck],
    )
    expect(rows).toEqual([
      { stuck: false, state: 'submitted' },
      { stuck: true, state: 'sent' },
    ])
  })

  test('whose response reached the bank before a crash stays answered, whatever was renamed since', async () => {
    await setUp()
    await runEvents()
    await answer(tree.acme.owner, 'They have used it since.')
    await runJobs(db, http.platform)
    await db.adminPool.query(`update dispute set evidence_state = 'sent', evidence_at = $1`, [
      new Date(clock.now() - 3_600_000),
    ])
    await db.adminPool.query(`update campaign set name = 'Renamed'`)
    await resendEvidenceJob.run(http.platform, {})
    expect(await listOf(tree.acme.owner)).toMatchObject([{ state: 'under_review', evidence_state: 'submitted' }])
  })

  test('that is booked twice is detected', async () => {
    await setUp()
    await runEvents()
    vi.stubEnv('PLANTED_FAULT', 'book-dispute-twice')
    await db.adminPool.query(`update gateway_event set state = 'received', ended_at = null`)
    clock.advance(60_000)
    await applyWaitingEventsJob.run(http.platform, {})
    expect((await problems()).join()).toMatch(/dispute .+ and its transfers do not match/)
  })
})

describe('an agency’s dispute, reported by Stripe', () => {
  let stripe: StripeStandIn

  /** A fee of $199 paid to the operator, of which the representative earns a tenth. */
  async function setUp(): Promise<void> {
    clock = createStillClock(start_ms)
    stripe = await startStrictStripe(clock.now)
    stop = () => stripe.stop()
    await makeStage(stripeEnv(stripe))
    const { root, acme } = tree
    await http
      .as(root.system)
      .call(setCommissionRate, { body: { companyID: root.id, salesId: root.salesRep.id, percent: 10 } })
    await http.as(root.system).call(setSales, { body: { companyID: acme.id, salesRep: root.salesRep.id } })
    await setOnboardingFee(db, root.id, 19_900)
    await http.as(acme.owner).call(readAccess)
    const tokenid = await stripeTokenOf(stripe, { number: cardNumbers.disputed })
    await http.as(acme.owner).call(createCustomer, { body: { tokenid, ...cardholder } })
    await runJobs(db, http.platform)
  }
  const deliverEvent = async (type: string): Promise<void> => {
    const body = eventOf(stripe.happened.findLast((one) => one.type === type)!)
    for (const _time of [1, 2])
      expect(await sendEvent(http, body, signatureOf(stripe.webhookSecret, body, clock.now()))).toBe(200)
    await runJobs(db, http.platform)
  }
  const readEarnings = async (): Promise<number> =>
    (await http.as(tree.root.salesRep).call(readCommissions, {})).body.data.earned
  const decide = (status: 'won' | 'lost'): void => stripe.decideDispute(stripe.objects('dispute')[0]!.id, '', status)

  test('takes the operator’s money and its commission, and returns both when it is won', async () => {
    await setUp()
    expect(await readEarnings()).toBe(19.9)
    await deliverEvent('charge.dispute.created')
    await deliverEvent('charge.dispute.funds_withdrawn')
    expect(await balancesOf(db, tree.acme.id)).toMatchObject({
      clearing: 1_500,
      dispute_held: -19_900,
      gateway_fee: -1_500,
      root_revenue: 19_900,
    })
    expect(await readEarnings()).toBe(0)
    expect(await listOf(tree.root.system)).toMatchObject([{ company_name: 'Acme', kind: 'onboarding', amount: 199 }])
    expect((await answer(tree.root.system, 'They have used it since.')).status).toBe(200)
    await runJobs(db, http.platform)
    expect(stripe.objects('dispute')).toMatchObject([
      { status: 'under_review', evidence: { uncategorized_text: 'They have used it since.', customer_name: 'Acme' } },
    ])
    decide('won')
    // The closing event arrives before the earlier ones.
    await deliverEvent('charge.dispute.closed')
    await deliverEvent('charge.dispute.created')
    await deliverEvent('charge.dispute.funds_reinstated')
    expect(await balancesOf(db, tree.acme.id)).toMatchObject({ clearing: -18_400, gateway_fee: -1_500 })
    expect(await readEarnings()).toBe(19.9)
    expect(await problems()).toEqual([])
  })

  test('of the full amount, after a partial refund, is booked in full and never takes commission below zero', async () => {
    await setUp()
    const { acme, root } = tree
    const { rows } = await db.adminPool.query<{ id: string }>('select id from charge where agency_id = $1', [acme.id])
    const request = { chargeId: rows[0]!.id, amount: 50, reason: 'requested' as const, operationId: newId(clock.now()) }
    expect((await http.as(root.system).call(refundCharge, { body: { companyID: acme.id, ...request } })).status).toBe(
      200,
    )
    await runJobs(db, http.platform)
    expect(await readEarnings()).toBe(14.9)
    await deliverEvent('charge.dispute.created')
    expect(await balancesOf(db, acme.id)).toMatchObject({ clearing: 6_500, dispute_held: -19_900 })
    expect(await readEarnings()).toBe(0)
    decide('won')
    await deliverEvent('charge.dispute.closed')
    expect(await readEarnings()).toBe(14.9)
    expect(await problems()).toEqual([])
  })

  test('that is lost stays lost, with its commission', async () => {
    await setUp()
    decide('lost')
    await deliverEvent('charge.dispute.closed')
    await deliverEvent('charge.dispute.created')
    expect(await balancesOf(db, tree.acme.id)).toMatchObject({ clearing: 1_500, dispute_lost: -19_900 })
    expect(await readEarnings()).toBe(0)
    expect(await listOf(tree.root.system)).toMatchObject([{ state: 'lost', withdrawn: 199 }])
    expect(await problems()).toEqual([])
  })
})
