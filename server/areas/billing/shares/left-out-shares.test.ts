import { beforeEach, describe, expect, test } from 'vitest'
import { listInvoices, settleCharge } from '#contract/billing/invoices.ts'
import { setBillingMethod } from '#contract/billing/manual-bill.ts'
import { listLineLeads, readMoneyTrail } from '#contract/billing/money-trail.ts'
import { listRefunds, refundCharge } from '#contract/billing/refunds.ts'
import { createCustomer, replaceCard } from '#contract/payments/cards.ts'
import { creditTaxes, verifyCharges, verifyInvoices, verifyRefunds } from '#server/areas/billing/public.ts'
import { creditLeads } from '#server/areas/leads/public.ts'
import { verifyLedger } from '#server/areas/ledger/public.ts'
import { reconcileChargesJob } from '#server/areas/payments/charges/reconcile.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { newId } from '#server/platform/ids.ts'
import { countWaiting } from '#server/test/count-waiting.ts'
import { makeCampaign, type TestUser } from '#server/test/factories.ts'
import { cardholder, connectAccount } from '#server/test/payment-stage.ts'
import { balancesOf, cardNumbers, chargesOf, sellLeads, tokenOf } from '#server/test/payments.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { startSandboxTree, type SandboxTree } from '#server/test/sandbox-tree.ts'
import { makeTaxRate, setTaxDetail } from '#server/test/taxes.ts'
import { leaveOut } from './left-out-shares.ts'
import { closePeriodsJob } from '../periods/close-periods.ts'

// An agency's month leaves out the part of its debt that a client's payment in flight carries. Here that payment fails.

let { db, http, tree, sandbox, clock, whileUnanswered } = {} as SandboxTree
const friday_ms = Date.UTC(2026, 10, 20, 12)
beforeEach(async () => {
  const { close, ...stage } = await startSandboxTree(friday_ms)
  ;({ db, http, tree, sandbox, clock, whileUnanswered } = stage)
  await connectAccount(http, sandbox, tree.acme)
  await store(tree.acme.owner)
  await store(client().user, cardNumbers.declined)
  return close
})

const client = () => tree.acme.clients[0]!
async function store(user: TestUser, number: string = cardNumbers.good): Promise<void> {
  const body = { tokenid: await tokenOf(sandbox, number), ...cardholder }
  expect((await http.as(user).call(createCustomer, { body })).status).toBe(200)
}
/** Stores another card, with which the declined charges are retried. */
async function replace(user: TestUser): Promise<void> {
  // Sessions expire within these months.
  http.forget()
  const body = { tokenid: await tokenOf(sandbox), ...cardholder }
  expect((await http.as(user).call(replaceCard, { body })).status).toBe(200)
  await runJobs(db, http.platform)
}
async function sell(count: number): Promise<void> {
  const campaign = await makeCampaign(db, client())
  await sellLeads(db, tree.acme, { client: client(), campaign, at_ms: clock.now(), count })
}
const closeAt = async (date: string): Promise<void> => {
  goTo(`${date}T06:01:00Z`)
  await close()
}
const goTo = (instant: string): void => clock.advance(Date.parse(instant) - clock.now())
async function close(): Promise<void> {
  await closePeriodsJob.run(http.platform, {})
  await runJobs(db, http.platform)
}
/** Resolves the payments in flight. */
const answer = (): Promise<void> => reconcileChargesJob.run(http.platform, {})

const own = async (): Promise<[status: string, cents: number][]> =>
  (await chargesOf(db, tree.acme.owner)).map(({ status, amount_cents }) => [status, amount_cents])
const paidToRoot_cents = async (): Promise<number> =>
  (
    await db.adminPool.query<{ cents: number }>(
      `select coalesce(sum(amount_e4), 0)::bigint / 100 as cents from ledger_transfer
        where agency_id = $1 and kind = 'agency_payment'`,
      [tree.acme.id],
    )
  ).rows[0]!.cents
const lines = async () =>
  (
    await db.adminPool.query(
      `select i.number, l.kind, l.campaign_name, l.client_name, l.amount_cents from invoice i
         join invoice_line l on l.agency_id = i.agency_id and l.invoice_id = i.id
        where i.agency_id = $1 and i.issuer = 'root' order by i.year, i.number, l.line`,
      [tree.acme.id],
    )
  ).rows
const problems = async (): Promise<string[]> =>
  (await verifyLedger(db.appPool, [verifyCharges, verifyInvoices, verifyRefunds])).flatMap((book) => book.problems)

/** The agency's own charges, oldest first. */
const readCharges = async (): Promise<string[]> =>
  (
    await db.adminPool.query<{ id: string }>(
      'select id from invoice where agency_id = $1 and client_id is null order by year, number',
      [tree.acme.id],
    )
  ).rows.map(({ id }) => id)
async function refundable(chargeId: string) {
  http.forget()
  const params = { companyID: tree.acme.id, chargeId }
  return (await http.as(tree.root.system).call(listRefunds, { params })).body.data
}
/** Credits the given number of oldest leads, as an exclusion does. */
async function creditSome(count: number): Promise<void> {
  const book = { rootId: tree.root.id, agencyId: tree.acme.id }
  const { rows } = await db.adminPool.query<{ id: string }>(
    'select id from lead where agency_id = $1 order by id limit $2',
    [tree.acme.id, count],
  )
  await db.adminPool.query('update lead set person_id = 999 where id = any($1)', [rows.map(({ id }) => id)])
  const changeId = newId(clock.now())
  const rule = { changeId, personIds: [999], since: new Date(0), clientId: null, campaignId: null }
  await inScope(db.appPool, { kind: 'agency', ...book }, async (tx) => {
    await creditLeads(tx, book, clock.now(), rule)
    await creditTaxes(tx, book, clock.now(), { changeId })
  })
}

/** Sells ten leads; the client's payment for them is in flight when the agency's November is closed. */
async function closeNovemberUnanswered(asked = ['settled', 0]): Promise<void> {
  await sell(10)
  goTo('2026-11-23T06:01:00Z')
  await whileUnanswered(async (platform) => {
    await closePeriodsJob.run(platform, {})
    await runJobs(db, platform)
  })
  goTo('2026-12-01T06:01:00Z')
  await close()
  expect(await own()).toEqual([asked])
}

describe('a share that was left out of its agency’s month', () => {
  test('is asked for by the next one, as a line of its own, where the client’s payment failed', async () => {
    await closeNovemberUnanswered()
    await answer()
    expect(await chargesOf(db, client().user)).toMatchObject([{ status: 'declined' }])
    await closeAt('2027-01-01')
    expect(await own()).toEqual([
      ['settled', 0],
      ['succeeded', 500],
    ])
    expect(await lines()).toEqual([
      { number: 1, kind: 'leads', campaign_name: expect.anything(), client_name: '', amount_cents: 500 },
      { number: 1, kind: 'earlier_leads', campaign_name: '2026-0001', client_name: client().name, amount_cents: 500 },
    ])
    expect(await problems()).toEqual([])
  })

  test('is the agency’s once it was asked for: neither the client’s payment nor another month asks again', async () => {
    await closeNovemberUnanswered()
    await answer()
    await closeAt('2027-01-01')
    await replace(client().user)
    expect(await chargesOf(db, client().user)).toMatchObject([{ status: 'succeeded' }])
    await closeAt('2027-02-01')
    expect(await paidToRoot_cents()).toBe(500)
    expect(await own()).toHaveLength(2)
    expect(await problems()).toEqual([])
  })

  test('comes beside the leads of the next month, which counts alone for the minimum spend', async () => {
    await db.adminPool.query(
      `insert into minimum_spend (root_id, is_on, first_month_cents, second_month_cents, monthly_cents, updated_at)
       values ($1, true, 0, 0, 700, now())`,
      [tree.root.id],
    )
    await closeNovemberUnanswered()
    await answer()
    await closeAt('2027-01-01')
    await sell(4)
    await closeAt('2027-02-01')
    await closeAt('2027-03-01')
    expect((await lines()).map(({ number, kind, amount_cents }) => [number, kind, amount_cents])).toEqual([
      [1, 'leads', 500],
      [1, 'earlier_leads', 500],
      [2, 'leads', 200],
      [3, 'minimum_spend', 700],
    ])
    expect(await problems()).toEqual([])
  })

  test('is asked for by nobody else where the client’s payment is tried again and succeeds', async () => {
    await closeNovemberUnanswered()
    await answer()
    await replace(client().user)
    expect(await paidToRoot_cents()).toBe(500)
    await closeAt('2027-01-01')
    expect(await own()).toEqual([['settled', 0]])
    expect(await problems()).toEqual([])
  })

  test('stays the client’s where its payment came and was given back', async () => {
    await closeNovemberUnanswered()
    await answer()
    await replace(client().user)
    const [charge] = await chargesOf(db, client().user)
    const body = { companyID: client().id, chargeId: charge!.id, reason: 'quality', amount: 15 } as const
    http.forget()
    const refunded = await http
      .as(tree.acme.owner)
      .call(refundCharge, { body: { ...body, operationID: crypto.randomUUID() } })
    expect(refunded.status).toBe(200)
    await runJobs(db, http.platform)
    await closeAt('2027-01-01')
    expect(await own()).toEqual([['settled', 0]])
    expect(await problems()).toEqual([])
  })

  test('waits while the client’s payment is under way, and is asked for once that failed', async () => {
    await closeNovemberUnanswered()
    await closeAt('2027-01-01')
    expect(await own()).toEqual([['settled', 0]])
    await answer()
    await closeAt('2027-02-01')
    expect(await own()).toEqual([
      ['settled', 0],
      ['succeeded', 500],
    ])
    expect(await problems()).toEqual([])
  })

  test('is the agency’s where its client’s payment was settled by hand', async () => {
    await closeNovemberUnanswered()
    await answer()
    const [charge] = await chargesOf(db, client().user)
    http.forget()
    const body = { companyID: client().id, chargeID: charge!.id }
    expect((await http.as(tree.acme.owner).call(settleCharge, { body })).status).toBe(200)
    await closeAt('2027-01-01')
    expect(await paidToRoot_cents()).toBe(500)
    expect(await problems()).toEqual([])
  })

  test('is part of what ends manual billing, and of no month after it', async () => {
    await closeNovemberUnanswered()
    await answer()
    await db.adminPool.query('update company set manual_bill = true where id = $1', [tree.acme.id])
    http.forget()
    const off = await http.as(tree.root.system).call(setBillingMethod, {
      body: { companyID: tree.acme.id, manualBill: 'F' },
    })
    expect(off.status).toBe(200)
    await runJobs(db, http.platform)
    await closeAt('2027-01-01')
    // Both were created at the same moment.
    expect((await own()).toSorted(([, a], [, b]) => a - b)).toEqual([
      ['settled', 0],
      ['succeeded', 500],
    ])
    expect(await problems()).toEqual([])
  })

  test('is asked for once where a bill by hand ends and its month is closed at the same moment', async () => {
    await closeNovemberUnanswered()
    await answer()
    await db.adminPool.query('update company set manual_bill = true where id = $1', [tree.acme.id])
    http.forget()
    goTo('2027-01-01T06:01:00Z')
    const holder = await db.adminPool.connect()
    await holder.query('begin')
    // The activity log is written last: while it is locked, the charge exists but isn't committed.
    await holder.query('select from activity_head where book_id = $1 for update', [tree.acme.id])
    const ending = http.as(tree.root.system).call(setBillingMethod, {
      body: { companyID: tree.acme.id, manualBill: 'F' },
    })
    await expect.poll(() => countWaiting(db), { timeout: 20_000 }).toBe(1)
    const closing = closePeriodsJob.run(http.platform, {})
    await expect.poll(() => countWaiting(db), { timeout: 20_000 }).toBe(2)
    await holder.query('commit')
    holder.release()
    expect((await ending).status).toBe(200)
    await closing
    await runJobs(db, http.platform)
    expect(await paidToRoot_cents()).toBe(500)
    expect((await lines()).filter(({ kind }) => kind === 'earlier_leads')).toEqual([])
    expect(await problems()).toEqual([])
  })

  test('leads from its line to its leads, and from a lead to its line', async () => {
    await closeNovemberUnanswered()
    await answer()
    await closeAt('2027-01-01')
    http.forget()
    const as = http.as(tree.acme.owner)
    const invoices = (await as.call(listInvoices, { params: { companyID: tree.acme.id } })).body.data
    const later = invoices[0]!
    const params = { companyID: tree.acme.id, invoiceID: later.id, line: '1' }
    const page = (await as.call(listLineLeads, { params, query: { PerPage: '3' } })).body
    expect(page).toMatchObject({ total: 10 })
    expect(page.data).toHaveLength(3)
    expect(page.data[0]).toMatchObject({ price: 0.5, credited: false })
    const trail = (await as.call(readMoneyTrail, { params: { id: page.data[0]!.lead_id } })).body.data
    expect(trail.map(({ leg, later }) => [leg, later])).toEqual([
      ['retail', null],
      ['wholesale', { invoice: expect.objectContaining({ id: later.id }), line: 1, amount: 5 }],
    ])
  })

  /** Closes a month and the next, both paid; what the first invoice left out is a line of the second. */
  async function closeTaxed(): Promise<[first: string, later: string]> {
    await makeTaxRate(db, { rootId: tree.root.id, agencyId: null, country: 'US', rate_e3: 10_000 })
    await setTaxDetail(db, { companyId: tree.acme.id, rootId: tree.root.id, agencyId: tree.acme.id, country: 'US' })
    await closeNovemberUnanswered(['succeeded', 50])
    await answer()
    await closeAt('2027-01-01')
    const [first, later] = await readCharges()
    return [first!, later!]
  }
  const give = (chargeId: string, amount: number, line?: number) => {
    const lines = line === undefined ? {} : { lines: [{ line, amount }] }
    const wish = { companyID: tree.acme.id, chargeId, reason: 'quality' as const, amount, ...lines }
    return http.as(tree.root.system).call(refundCharge, { body: { ...wish, operationID: crypto.randomUUID() } })
  }

  test('brings its part of the tax back with a refund: what the first invoice left out was as much tax as all of it', async () => {
    const [first, later] = await closeTaxed()
    http.forget()
    // Of $5.50, including $0.50 of tax, the first invoice billed $0.50 and left out $5.00.
    expect((await give(later, 2, 1)).body.data).toMatchObject({ amount: 2, tax: 0.18 })
    expect((await give(later, 3, 1)).body.data).toMatchObject({ amount: 3, tax: 0.27 })
    expect((await give(first, 0.5)).body.data).toMatchObject({ amount: 0.5, tax: 0.05 })
    await runJobs(db, http.platform)
    const balances = await balancesOf(db, tree.acme.id)
    for (const account of ['root_tax', 'root_revenue', 'agency_payable', 'rounding'])
      expect(balances).not.toHaveProperty(account)
    expect(await problems()).toEqual([])
  })

  test('is refunded by its line less what its leads were credited for, whose tax comes back with the first invoice', async () => {
    const [first, later] = await closeTaxed()
    expect(await refundable(later)).toMatchObject({ refundable: 5, lines: [{ line: 1, amount: 5 }] })
    await creditSome(4)
    expect(await refundable(later)).toMatchObject({ refundable: 3, lines: [{ line: 1, amount: 3 }] })
    expect(await give(later, 3.01, 1)).toMatchObject({ status: 422 })
    expect((await give(later, 3, 1)).body.data).toMatchObject({ amount: 3, tax: 0.27 })
    expect(await give(later, 0.01, 1)).toMatchObject({ status: 422 })
    await runJobs(db, http.platform)
    const { rows } = await db.adminPool.query(
      `select invoice_id, sum(tax_e4)::int as e4 from tax_credit where leg = 'wholesale' group by 1`,
    )
    expect(rows).toEqual([{ invoice_id: first, e4: 2_000 }])
    expect(await problems()).toEqual([])
  })

  test('is missed by the doctor where no later invoice of its agency asked for it', async () => {
    await closeNovemberUnanswered()
    await answer()
    const { rows } = await db.adminPool.query('delete from left_out_share returning *')
    await sell(4)
    await closeAt('2027-01-01')
    expect(await problems()).toEqual([])
    await db.adminPool.query(
      `insert into left_out_share (agency_id, charge_id, invoice_id, root_id, amount_cents) values ($1, $2, $3, $4, $5)`,
      [rows[0].agency_id, rows[0].charge_id, rows[0].invoice_id, rows[0].root_id, rows[0].amount_cents],
    )
    expect(await problems()).toEqual([
      expect.stringMatching(/^the agency's share of charge .+ is asked for by nothing$/),
      // Without its share the amount became an earlier balance, which the next invoice billed.
      expect.stringMatching(/^invoice .+ is the source of more than it took off$/),
    ])
  })
})

test('what an invoice leaves out is what it would have asked for without payments under way, as far as they carry it', () => {
  const carried = [
    { chargeId: 'a', fee_cents: 300 },
    { chargeId: 'b', fee_cents: 400 },
    { chargeId: 'c', fee_cents: -20 },
  ]
  const outOf = (total_cents: number, undemanded_cents: number) =>
    leaveOut({ total_cents, undemanded_cents }, carried).map(({ chargeId, fee_cents }) => [chargeId, fee_cents])
  expect(outOf(1_000, 300)).toEqual([
    ['a', 300],
    ['b', 400],
  ])
  expect(outOf(600, 100)).toEqual([
    ['a', 300],
    ['b', 200],
  ])
  expect(outOf(600, 600)).toEqual([])
  expect(outOf(600, 900)).toEqual([])
})
