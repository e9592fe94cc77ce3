import { beforeEach, describe, expect, test } from 'vitest'
import { listInvoices, settleCharge } from '#contract/billing/invoices.ts'
import { setBillingMethod } from '#contract/billing/manual-bill.ts'
import { listLineLeads, readMoneyTrail } from '#contract/billing/money-trail.ts'
import { refundCharge } from '#contract/billing/refunds.ts'
import { replaceCard } from '#contract/payments/cards.ts'
import { countWaiting } from '#server/test/count-waiting.ts'
import type { TestUser } from '#server/test/factories.ts'
import { startWithheldStage, type WithheldStage } from '#server/test/withheld-stage.ts'
import { cardholder } from '#server/test/payment-stage.ts'
import { chargesOf, tokenOf } from '#server/test/payments.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { withhold } from './withheld-shares.ts'
import { closePeriodsJob } from '../periods/close-periods.ts'

// An agency's month leaves out the part of its debt that a client's payment in flight carries. Here that payment fails.

let { db, http, tree, sandbox, client, goTo } = {} as WithheldStage
let { sell, closeAt, answer, own, closeNovemberUnanswered, endManualBilling, problems } = {} as WithheldStage
beforeEach(async () => {
  const { close, ...stage } = await startWithheldStage()
  ;({ db, http, tree, sandbox, client, goTo } = stage)
  ;({ sell, closeAt, answer, own, closeNovemberUnanswered, endManualBilling, problems } = stage)
  return close
})

/** Another card, with which what was refused is tried again. */
async function replace(user: TestUser): Promise<void> {
  // Sessions expire within these months.
  http.forget()
  const body = { tokenid: await tokenOf(sandbox), ...cardholder }
  expect((await http.as(user).call(replaceCard, { body })).status).toBe(200)
  await runJobs(db, http.platform)
}
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

describe('a share left out of its agency’s month', () => {
  test('is billed as a line of the next month when the client’s payment fails', async () => {
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

  test('belongs to the agency once billed: neither the client’s payment nor a later month bills it again', async () => {
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

  test('leaves the client’s later payment to its agency once billed, whatever else the agency owes', async () => {
    await closeNovemberUnanswered()
    await answer()
    await closeAt('2027-01-01')
    await sell(4)
    await replace(client().user)
    expect(await chargesOf(db, client().user)).toMatchObject([{ status: 'succeeded' }])
    expect(await paidToRoot_cents()).toBe(500)
    await closeAt('2027-02-01')
    expect(await paidToRoot_cents()).toBe(700)
    expect(await problems()).toEqual([])
  })

  test('is billed beside the next month’s leads, and only those count toward the minimum spend', async () => {
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

  test('is not billed again when the client’s payment is retried and succeeds', async () => {
    await closeNovemberUnanswered()
    await answer()
    await replace(client().user)
    expect(await paidToRoot_cents()).toBe(500)
    await closeAt('2027-01-01')
    expect(await own()).toEqual([['settled', 0]])
    expect(await problems()).toEqual([])
  })

  test('stays with the client when its payment succeeded and was refunded', async () => {
    await closeNovemberUnanswered()
    await answer()
    await replace(client().user)
    const [charge] = await chargesOf(db, client().user)
    const body = { companyID: client().id, chargeId: charge!.id, reason: 'quality', amount: 15 } as const
    http.forget()
    const refund = await http
      .as(tree.acme.owner)
      .call(refundCharge, { body: { ...body, operationId: crypto.randomUUID() } })
    expect(refund.status).toBe(200)
    await runJobs(db, http.platform)
    await closeAt('2027-01-01')
    expect(await own()).toEqual([['settled', 0]])
    expect(await problems()).toEqual([])
  })

  test('waits while the client’s payment is pending, and is billed once that fails', async () => {
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

  test('belongs to the agency when its client’s payment was settled by hand', async () => {
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

  test('is included in the charge that ends manual billing, and in no later month', async () => {
    await closeNovemberUnanswered()
    await answer()
    await endManualBilling()
    await closeAt('2027-01-01')
    // Both were created at the same moment.
    expect((await own()).toSorted(([, a], [, b]) => a - b)).toEqual([
      ['settled', 0],
      ['succeeded', 500],
    ])
    expect(await problems()).toEqual([])
  })

  test('is billed once when manual billing ends while its month is being closed', async () => {
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

  test('links its line to its leads, and a lead to its line', async () => {
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

  test('is reported by the doctor when no later invoice of its agency bills it', async () => {
    await closeNovemberUnanswered()
    await answer()
    const { rows } = await db.adminPool.query('delete from withheld_share returning *')
    await sell(4)
    await closeAt('2027-01-01')
    expect(await problems()).toEqual([])
    await db.adminPool.query(
      `insert into withheld_share (agency_id, charge_id, invoice_id, root_id, amount_cents) values ($1, $2, $3, $4, $5)`,
      [rows[0].agency_id, rows[0].charge_id, rows[0].invoice_id, rows[0].root_id, rows[0].amount_cents],
    )
    expect(await problems()).toEqual([
      expect.stringMatching(/^the agency's share of charge .+ was left out and never charged$/),
      // Without its share the amount became an earlier balance, which the next invoice billed.
      expect.stringMatching(/^invoice .+ is the source of more than its deduction$/),
    ])
  })
})

test('an invoice leaves out what it would have billed without pending payments, up to what they cover', () => {
  const shares = [
    { chargeId: 'a', fee_cents: 300 },
    { chargeId: 'b', fee_cents: 400 },
    { chargeId: 'c', fee_cents: -20 },
  ]
  const outOf = (total_cents: number, undemanded_cents: number) =>
    withhold({ total_cents, undemanded_cents }, shares).map(({ chargeId, fee_cents }) => [chargeId, fee_cents])
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
