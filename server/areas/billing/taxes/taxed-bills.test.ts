import { beforeEach, describe, expect, test } from 'vitest'
import { refundCharge } from '#contract/billing/refunds.ts'
import { creditTaxes, reverseTaxes } from '#server/areas/billing/taxes/credit-taxes.ts'
import { findRefunded } from '#server/areas/billing/refunds/find-refunded.ts'
import { creditLeads, reverseCredits } from '#server/areas/leads/credit-leads.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { newId } from '#server/platform/ids.ts'
import { startWithheldStage, type WithheldStage } from '#server/test/withheld-stage.ts'
import { balancesOf } from '#server/test/payments.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { makeTaxRate, setTaxDetail } from '#server/test/taxes.ts'

// A bill that ends manual billing isn't taxed, but it may include what earlier invoices left over, with their tax.

let { db, http, tree, clock, sell, closeAt, endManualBilling, problems } = {} as WithheldStage
beforeEach(async () => {
  const { close, ...stage } = await startWithheldStage()
  ;({ db, http, tree, clock, sell, closeAt, endManualBilling, problems } = stage)
  await makeTaxRate(db, { rootId: tree.root.id, agencyId: null, country: 'US', rate_e3: 10_000 })
  await setTaxDetail(db, { companyId: tree.acme.id, rootId: tree.root.id, agencyId: tree.acme.id, country: 'US' })
  return close
})

const book = () => ({ rootId: tree.root.id, agencyId: tree.acme.id })

/** Credits the four oldest leads with their tax, as an exclusion does; returns a function that reverses it. */
async function creditFour(): Promise<() => Promise<void>> {
  const changeId = newId(clock.now())
  await db.adminPool.query('update lead set person_id = 999 where id in (select id from lead order by id limit 4)')
  const rule = { changeId, personIds: [999], since: new Date(0), clientId: null, campaignId: null }
  await inScope(db.appPool, { kind: 'agency', ...book() }, async (tx) => {
    await creditLeads(tx, book(), clock.now(), rule)
    await creditTaxes(tx, book(), clock.now(), { changeId })
  })
  return () =>
    inScope(db.appPool, { kind: 'agency', ...book() }, async (tx) => {
      await reverseCredits(tx, book(), clock.now(), changeId)
      await reverseTaxes(tx, book(), clock.now(), changeId)
    })
}

async function give(
  chargeId: string,
  amount: number,
  of: { lines?: object[] } = {},
): Promise<{ status: number; tax: number }> {
  http.forget()
  const wish = { companyID: tree.acme.id, chargeId, reason: 'quality' as const, amount, ...of }
  const { status, body } = await http
    .as(tree.root.system)
    .call(refundCharge, { body: { ...wish, operationId: crypto.randomUUID() } as never })
  await runJobs(db, http.platform)
  return { status, tax: status === 200 ? body.data.tax : 0 }
}
const taxHeld = async () => (await balancesOf(db, tree.acme.id))['root_tax']

/** Two months of $5.50, the second less the $2.20 of four credited leads, whose credit is then reversed. */
async function leaveOver(): Promise<void> {
  await sell(10)
  await closeAt('2026-12-01')
  const takeBack = await creditFour()
  await sell(10)
  await closeAt('2027-01-01')
  await takeBack()
}

describe('what earlier invoices left over, on a manual bill', () => {
  test('returns its tax with refunds of the bill, in proportion to them', async () => {
    await leaveOver()
    const bill = await endManualBilling()
    expect(await taxHeld()).toBe(100)
    expect(await give(bill, 1.1)).toEqual({ status: 200, tax: 0.1 })
    expect(await give(bill, 1.1)).toEqual({ status: 200, tax: 0.1 })
    expect(await taxHeld()).toBe(80)
    expect(await problems()).toEqual([])
  })

  test('is billed there once: the next month asks for none of it', async () => {
    await leaveOver()
    const bill = await endManualBilling()
    const { rows } = await db.adminPool.query(
      'select invoice_id, line, sum(amount_e4)::int as e4 from earlier_balance_source where client_id is null group by 1, 2',
    )
    expect(rows).toEqual([{ invoice_id: bill, line: 0, e4: 22_000 }])
    await sell(10)
    await closeAt('2027-02-01')
    const { rows: lines } = await db.adminPool.query(
      `select l.kind, l.amount_cents from invoice i join invoice_line l on l.agency_id = i.agency_id and l.invoice_id = i.id
        where i.issuer = 'root' and i.issued_at > '2027-01-15'`,
    )
    expect(lines).toEqual([{ kind: 'leads', amount_cents: 500 }])
    expect(await problems()).toEqual([])
    await db.adminPool.query(
      'update earlier_balance_source set amount_e4 = amount_e4 + 100 where line = 0 and place = 1',
    )
    expect((await problems())[0]).toBe(`bill ${bill} is less than what it takes from earlier invoices`)
  })
})

describe('a bill of before sources were stored', () => {
  const forgetSources = () => db.adminPool.query('delete from earlier_balance_source where line = 0')

  test('is refunded in full without tax: what it asks for from earlier invoices counts as paid on account', async () => {
    await leaveOver()
    clock.advance(60_000)
    const bill = await endManualBilling()
    await forgetSources()
    // Nobody can tell which part of it was taxed, so all of it waits for the next invoice.
    expect((await give(bill, 2.2)).status).toBe(409)
    clock.advance(60_000)
    await sell(10)
    await closeAt('2027-02-01')
    expect(await give(bill, 2.2)).toEqual({ status: 200, tax: 0 })
    expect((await give(bill, 0.01)).status).toBe(422)
    expect(await problems()).toEqual([])
  })

  test('leaves its next invoice all of the tax, and no more than it asked for', async () => {
    await leaveOver()
    clock.advance(60_000)
    await sell(10)
    const bill = await endManualBilling()
    await forgetSources()
    clock.advance(60_000)
    await sell(10)
    await closeAt('2027-02-01')
    const { rows } = await db.adminPool.query<{ id: string }>(
      `select id from invoice where issuer = 'root' order by issued_at desc limit 1`,
    )
    // $11 for twenty leads. The bill of $7.20 paid $5 of it, and $2.20 of earlier invoices.
    expect((await give(rows[0]!.id, 6.01)).status).toBe(422)
    expect(await give(rows[0]!.id, 6)).toEqual({ status: 200, tax: 1 })
    expect(await give(bill, 7.2)).toEqual({ status: 200, tax: 0 })
    expect(await problems()).toEqual([])
  })
})

describe('leads that a manual bill pays before their invoice', () => {
  const invoiceOf = async (date: string): Promise<string> => {
    await closeAt(date)
    const { rows } = await db.adminPool.query<{ id: string }>(
      `select id from invoice where issuer = 'root' order by issued_at desc limit 1`,
    )
    return rows[0]!.id
  }
  const nothingLeft = async () => {
    const balances = await balancesOf(db, tree.acme.id)
    for (const account of ['root_tax', 'root_revenue', 'agency_payable']) expect(balances).not.toHaveProperty(account)
    expect(await problems()).toEqual([])
  }

  test('are refunded once their invoice has charged their tax: the bill without tax, and then the tax alone', async () => {
    await sell(20)
    const bill = await endManualBilling()
    expect((await give(bill, 10)).status).toBe(409)
    const invoice = await invoiceOf('2026-12-01')
    expect(await give(bill, 10)).toEqual({ status: 200, tax: 0 })
    expect(await give(invoice, 0.4)).toEqual({ status: 200, tax: 0.4 })
    expect(await give(invoice, 0.6)).toEqual({ status: 200, tax: 0.6 })
    await nothingLeft()
  })

  test('are refunded by their invoice’s lines the same way', async () => {
    await sell(20)
    const bill = await endManualBilling()
    await sell(10)
    const invoice = await invoiceOf('2026-12-01')
    expect(await give(bill, 10)).toEqual({ status: 200, tax: 0 })
    // Two campaigns: $11 and $5.50, of which the bill paid $10 without tax.
    const line = { lines: [{ line: 1, amount: 4.34 }] }
    expect((await give(invoice, 4.34, line)).tax + (await give(invoice, 2.16)).tax).toBe(1.5)
    await nothingLeft()
  })

  /** Credits leads as an exclusion does; returns how many had come back to their agency with a refund. */
  async function exclude(count: number, order: 'asc' | 'desc' = 'asc'): Promise<number> {
    const changeId = newId(clock.now())
    await db.adminPool.query(
      `update lead set person_id = 777 where id in (
         select id from lead where person_id is distinct from 777 order by created_at ${order}, id limit $1)`,
      [count],
    )
    const rule = { changeId, personIds: [777], since: new Date(0), clientId: null, campaignId: null }
    await inScope(db.appPool, { kind: 'agency', ...book() }, async (tx) => {
      await creditLeads(tx, book(), clock.now(), rule, (leads) => findRefunded(tx, tree.acme.id, leads))
      await creditTaxes(tx, book(), clock.now(), { changeId })
    })
    const { rowCount } = await db.adminPool.query(
      'select from lead_credit where change_id = $1 and wholesale_refunded',
      [changeId],
    )
    return rowCount ?? 0
  }

  test('are not credited to their agency again after a refund of the bill, on an invoice or not', async () => {
    await db.adminPool.query('delete from tax_rate')
    await sell(20)
    const bill = await endManualBilling()
    clock.advance(60_000)
    expect((await give(bill, 5)).status).toBe(200)
    // Half of the bill is left for credits.
    expect(await exclude(12)).toBe(2)
    await closeAt('2026-12-01')
    expect(await exclude(8)).toBe(8)
    expect((await balancesOf(db, tree.acme.id))['agency_payable']).toBe(500)
    expect(await problems()).toEqual([])
  })

  test('are refunded with the bill less what they were credited for since', async () => {
    await db.adminPool.query('delete from tax_rate')
    await sell(20)
    const bill = await endManualBilling()
    clock.advance(60_000)
    expect(await exclude(4)).toBe(0)
    expect((await give(bill, 8.01)).status).toBe(422)
    expect((await give(bill, 8)).status).toBe(200)
    expect(await problems()).toEqual([])
  })

  test('that were credited with their tax are not refunded again: neither with the bill nor with its invoice', async () => {
    await sell(20)
    const bill = await endManualBilling()
    const invoice = await invoiceOf('2026-12-01')
    clock.advance(60_000)
    expect(await exclude(4)).toBe(0)
    // $2 of what the bill asked for, and 20 cents of the invoice's tax.
    expect((await give(invoice, 0.81)).status).toBe(422)
    expect(await give(invoice, 0.8)).toEqual({ status: 200, tax: 0.8 })
    expect((await give(bill, 8.01)).status).toBe(422)
    expect(await give(bill, 8)).toEqual({ status: 200, tax: 0 })
    expect(await problems()).toEqual([])
  })

  test('leave later leads of their invoice to its own refunds and credits', async () => {
    await db.adminPool.query('delete from tax_rate')
    await sell(20)
    const bill = await endManualBilling()
    clock.advance(60_000)
    await sell(10)
    const invoice = await invoiceOf('2026-12-01')
    expect((await give(invoice, 3)).status).toBe(200)
    // The invoice asked for $5 beyond the bill, so $2 are left for its later leads.
    expect(await exclude(10, 'desc')).toBe(6)
    expect((await give(invoice, 0.01)).status).toBe(422)
    expect((await give(bill, 10)).status).toBe(200)
    expect(await problems()).toEqual([])
  })

  test('hold back no more of the bill than they cost, if some of them were credited before their invoice', async () => {
    await leaveOver()
    clock.advance(60_000)
    await sell(20)
    clock.advance(60_000)
    const bill = await endManualBilling()
    clock.advance(60_000)
    expect(await exclude(4, 'desc')).toBe(0)
    // $10 of leads and $2.20 of earlier invoices, less $2.
    expect((await give(bill, 2.21)).status).toBe(409)
    expect((await give(bill, 2.2)).status).toBe(200)
    expect((await give(bill, 0.01)).status).toBe(409)
    await closeAt('2027-02-01')
    expect((await give(bill, 8)).status).toBe(200)
    expect(await problems()).toEqual([])
  })

  test('return the tax that the bill paid, if credits of others left it more than its invoice’s leads cost', async () => {
    await sell(20)
    clock.advance(60_000)
    const bill = await endManualBilling()
    clock.advance(60_000)
    expect(await exclude(4)).toBe(0)
    // $8.80 for sixteen leads, all of it deducted from the bill of $10. $1.20 of the credit are left.
    await invoiceOf('2026-12-01')
    expect(await give(bill, 4)).toEqual({ status: 200, tax: 0.36 })
    // Half of the sixteen leads fit into what is left of the bill, each with its tax.
    expect(await exclude(9, 'desc')).toBe(1)
    expect((await give(bill, 0.01)).status).toBe(422)
    expect(await taxHeld()).toBe(4)
    expect(await problems()).toEqual([])
  })

  test('return no more of that tax than their proportion', async () => {
    await sell(20)
    clock.advance(60_000)
    const bill = await endManualBilling()
    clock.advance(60_000)
    expect(await exclude(4)).toBe(0)
    await invoiceOf('2026-12-01')
    expect((await give(bill, 4)).tax + (await give(bill, 4)).tax).toBe(0.72)
    // The credit paid for 80 cents that are left: 72 and 8.
    const { root_tax, root_revenue, agency_payable } = await balancesOf(db, tree.acme.id)
    expect([root_tax, root_revenue, agency_payable]).toEqual([8, 72, 120])
    expect(await problems()).toEqual([])
  })

  test('are refunded at any time where nothing is taxed', async () => {
    await db.adminPool.query('delete from tax_rate')
    await sell(20)
    expect(await give(await endManualBilling(), 10)).toEqual({ status: 200, tax: 0 })
  })
})
