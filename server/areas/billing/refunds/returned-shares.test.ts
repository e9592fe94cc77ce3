import { beforeEach, describe, expect, test } from 'vitest'
import { listRefunds, refundCharge } from '#contract/billing/refunds.ts'
import { createDirectCustomer } from '#contract/payments/cards.ts'
import {
  closePeriodsJob,
  failRefund,
  findRefunded,
  lockRefund,
  undoRefund,
  verifyCharges,
  verifyInvoices,
  verifyRefunds,
} from '#server/areas/billing/public.ts'
import { creditLeads } from '#server/areas/leads/public.ts'
import { verifyLedger } from '#server/areas/ledger/public.ts'
import { reconcileRefundsJob } from '#server/areas/payments/refunds/send-refund.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { newId } from '#server/platform/ids.ts'
import { makeCampaign, type TestClient } from '#server/test/factories.ts'
import { cardholder, connectAccount } from '#server/test/payment-stage.ts'
import { balancesOf, chargesOf, sellLeads, tokenOf } from '#server/test/payments.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { startSandboxTree, type SandboxTree } from '#server/test/sandbox-tree.ts'

// A refund of a client's payment returns the operator's share in proportion, and credits of its leads return no more than the rest of
// what they cost (decision 213).

let { db, http, tree, sandbox, clock, whileUnanswered } = {} as SandboxTree
beforeEach(async () => {
  // A Friday.
  const { close, ...stage } = await startSandboxTree(Date.UTC(2026, 10, 20, 12))
  ;({ db, http, tree, sandbox, clock, whileUnanswered } = stage)
  await connectAccount(http, sandbox, tree.acme)
  const body = { tokenid: await tokenOf(sandbox), ...cardholder }
  expect((await http.as(client().user).call(createDirectCustomer, { body })).status).toBe(200)
  return close
})

const client = () => tree.acme.clients[0]!
const book = () => ({ rootId: tree.root.id, agencyId: tree.acme.id })
const inAgency = <T>(work: Parameters<typeof inScope<T>>[2]): Promise<T> =>
  inScope(db.appPool, { kind: 'agency', ...book() }, work)
const work = (): Promise<string[]> => runJobs(db, http.platform)

/** Leads of a new campaign at prices in cents. Returns the campaign. */
async function sell(count: number, [retail, wholesale]: [number, number], of: TestClient = client()): Promise<string> {
  const campaign = await makeCampaign(db, of)
  const prices = { retail_e4: retail * 100, wholesale_e4: wholesale * 100 }
  await sellLeads(db, tree.acme, { client: of, campaign, at_ms: clock.now(), count, ...prices })
  await db.adminPool.query('update lead set retail_price_e4 = $2, wholesale_price_e4 = $3 where campaign_id = $1', [
    campaign.id,
    prices.retail_e4,
    prices.wholesale_e4,
  ])
  return campaign.id
}

/** Closes the client's week; its card pays. Returns the charge. */
async function pay(days = 3): Promise<string> {
  clock.advance(days * 86_400_000)
  await closePeriodsJob.run(http.platform, {})
  await work()
  http.forget()
  const charge = (await chargesOf(db, client().user)).at(-1)!
  expect(charge.status).toBe('succeeded')
  return charge.id
}

/** Refunds an amount, as a single line if the invoice has one that is left in full. */
async function give(chargeId: string, amount: number): Promise<void> {
  const owner = http.as(tree.acme.owner)
  const of = { companyID: client().id, chargeId }
  const left = (await owner.call(listRefunds, { params: of })).body.data.lines
  const lines = left.filter((one) => one.amount === amount).slice(0, 1)
  const request = { ...of, amount, reason: 'quality' as const, operationID: newId(clock.now()) }
  const body = lines.length > 0 ? { ...request, lines } : request
  expect((await owner.call(refundCharge, { body })).status).toBe(200)
  clock.advance(60_000)
}

/** Credits a campaign's leads as an exclusion does. */
async function exclude(campaignId: string, find?: Parameters<typeof creditLeads>[4]): Promise<void> {
  await db.adminPool.query('update lead set person_id = 777 where campaign_id = $1', [campaignId])
  const rule = { changeId: newId(clock.now()), personIds: [777], since: new Date(0), clientId: null, campaignId }
  await inAgency((tx) =>
    creditLeads(tx, book(), clock.now(), rule, find ?? ((leads) => findRefunded(tx, tree.acme.id, leads))),
  )
}

/** The number of credits, of those without the agency's leg, and what the operator keeps, in cents. */
async function outcome(): Promise<{ credits: number; leftOut: number; kept: number }> {
  const { rows } = await db.adminPool.query<{ credits: number; leftOut: number }>(
    `select count(*)::integer as credits, (count(*) filter (where wholesale_refunded))::integer as "leftOut"
       from lead_credit where reversed_at is null`,
  )
  return { ...rows[0]!, kept: (await balancesOf(db, tree.acme.id))['root_revenue'] ?? 0 }
}

/** The gateway answers what became of a refund. */
async function answer(): Promise<void> {
  clock.advance(60_000)
  await reconcileRefundsJob.run(http.platform, {})
}

/** The gateway gives up on a refund that is under way, or the payer's bank returns one that had succeeded. */
async function fail(): Promise<void> {
  const { rows } = await db.adminPool.query<{ id: string }>(`select id from refund where state <> 'failed'`)
  await inAgency(async (tx) => {
    const refund = (await lockRefund(tx, tree.acme.id, rows[0]!.id))!
    const end = refund.state === 'sent' ? failRefund : undoRefund
    await end(tx, clock.now(), refund, 'lost')
  })
  await work()
}

const problems = async (): Promise<string[]> =>
  (await verifyLedger(db.appPool, [verifyCharges, verifyInvoices, verifyRefunds])).flatMap((one) => one.problems)

describe('after a refund of a line that cost its agency little', () => {
  let charge = ''
  let cheap = ''
  /** Ten leads of $1.00, each with $0.50 for the operator, and one of $15.00 with $0.10: a share of $5.10. */
  beforeEach(async () => {
    cheap = await sell(10, [100, 50])
    await sell(1, [1_500, 10])
    charge = await pay()
    expect((await outcome()).kept).toBe(510)
  })

  test('credits of the other leads return what its part of the share left', async () => {
    await give(charge, 15)
    await work()
    expect((await outcome()).kept).toBe(204)
    await exclude(cheap)
    // $2.04 are left: four leads.
    expect(await outcome()).toEqual({ credits: 10, leftOut: 6, kept: 4 })
    expect(await balancesOf(db, tree.acme.id)).toMatchObject({ client_receivable: 1_000, agency_payable: 200 })
    expect(await problems()).toEqual([])
  })

  test('the rest is credited once that refund fails', async () => {
    await give(charge, 15)
    await work()
    await exclude(cheap)
    await fail()
    expect(await outcome()).toEqual({ credits: 10, leftOut: 0, kept: 10 })
    await work()
    expect(await outcome()).toEqual({ credits: 10, leftOut: 0, kept: 10 })
    expect(await problems()).toEqual([])
  })

  test.each([
    ['succeeds', answer, { credits: 10, leftOut: 6, kept: 4 }],
    ['fails', fail, { credits: 10, leftOut: 0, kept: 10 }],
  ])('in flight, which then %s, it counts too', async (_ends, end, expected) => {
    await give(charge, 15)
    await whileUnanswered((platform) => runJobs(db, platform))
    await exclude(cheap)
    expect(await outcome()).toEqual({ credits: 10, leftOut: 6, kept: 310 })
    await end()
    expect(await outcome()).toEqual(expected)
    expect(await problems()).toEqual([])
  })

  test('the doctor finds credits that disregard it', async () => {
    await give(charge, 15)
    await work()
    await exclude(cheap, async () => ({ retail: new Set(), wholesale: new Set() }))
    expect((await outcome()).kept).toBe(-296)
    expect(await problems()).toEqual([`invoice ${charge} cost less than its refunded share plus its leads' credits`])
  })
})

test('after a refund of all that an earlier credit left to pay, leads that still fit are credited to their client alone', async () => {
  const first = await sell(4, [150, 50])
  await pay()
  await exclude(first)
  // Another client's leads, so that the agency still owes the whole share.
  await sell(10, [150, 50], tree.acme.clients[1]!)
  const second = await sell(10, [150, 50])
  const charge = await pay(7)
  expect((await chargesOf(db, client().user)).at(-1)!.amount_cents).toBe(900)
  await give(charge, 9)
  await work()
  const { kept } = await outcome()
  await exclude(second)
  expect(await outcome()).toEqual({ credits: 8, leftOut: 4, kept })
  expect(await problems()).toEqual([])
})
