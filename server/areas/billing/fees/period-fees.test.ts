import { beforeEach, describe, expect, test, vi } from 'vitest'
import { setRetailCost } from '#contract/pricing/retail.ts'
import { getInvoice, listInvoices, readBilling } from '#contract/billing/invoices.ts'
import { verifyCharges } from '#server/areas/billing/verify-charges.ts'
import { verifyFees } from '#server/areas/billing/fees/verify-fees.ts'
import { verifyInvoices } from '#server/areas/billing/invoices/verify-invoices.ts'
import { verifyLedger } from '#server/areas/ledger/verify-ledger.ts'
import { followTerms } from '#server/areas/pricing/follow-terms.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { noLimits, type TestApp } from '#server/test/app.ts'
import { makeCampaign, type TestClient, type TestTree } from '#server/test/factories.ts'
import type { TestDatabase } from '#server/test/harness.ts'
import { startTree } from '#server/test/open-tree.ts'
import { balancesOf, sellLeads } from '#server/test/payments.ts'
import { closePeriodsJob } from '../periods/close-periods.ts'

// Fees besides lead prices (R221, R222): leads cost nothing here, unless a test sells some.

const clock = createStillClock(0)
let db: TestDatabase
let http: TestApp
let tree: TestTree
beforeEach(async () => {
  // Monday noon in Chicago.
  clock.advance(Date.UTC(2026, 10, 2, 18) - clock.now())
  const { close, ...stage } = await startTree({ clock, limiter: noLimits })
  ;({ db, http, tree } = stage)
  await db.adminPool.query(`update company set payment_terms = '{Monthly}' where kind = 'client'`)
  return async () => {
    vi.unstubAllEnvs()
    await close()
  }
})

type Term = 'Weekly' | 'Monthly' | 'OneTime' | 'Prepaid'
const client = (): TestClient => tree.acme.clients[0]!
const run = (parts: Parameters<typeof makeCampaign>[2] = {}) =>
  makeCampaign(db, client(), parts).then(async (campaign) => {
    // Test campaigns are created by the machine's clock.
    await db.adminPool.query('update campaign set created_at = $1', [new Date(0)])
    return campaign
  })
const ask = (
  of: 'cost_setup' | 'retail_cost',
  { term = 'Monthly', fee = null, minimum = null }: { term?: Term; fee?: number | null; minimum?: number | null },
): Promise<unknown> =>
  db.adminPool.query(
    `insert into ${of} (root_id, agency_id, module, term, platform_fee_cents, min_cost_month_cents, valid_from, set_by)
     values ($1, $2, 'local', $3, $4, $5, $6, $1)`,
    [tree.root.id, tree.acme.id, term, fee, minimum, new Date(clock.now())],
  )
/** Runs the job twice, as after a crash and a restart. */
const closeAt = async (date: string): Promise<void> => {
  clock.advance(Date.parse(`${date}T18:00:00Z`) - clock.now())
  await closePeriodsJob.run(http.platform, {})
  await db.adminPool.query('delete from billing_day')
  await closePeriodsJob.run(http.platform, {})
}
const fees = async (): Promise<string[]> =>
  (
    await db.adminPool.query<{ text: string }>(
      `select kind || ' ' || from_on || ' ' || until_on || ' ' || retail_cents || ' ' || wholesale_cents as text
         from period_fee order by until_on, from_on, kind`,
    )
  ).rows.map(({ text }) => text)
const problems = async (): Promise<string[]> =>
  (await verifyLedger(db.appPool, [verifyCharges, verifyFees, verifyInvoices])).flatMap((book) => book.problems)
const changeTerm = async (term: Term): Promise<void> => {
  const book = { rootId: tree.root.id, agencyId: tree.acme.id }
  await inScope(db.appPool, { kind: 'agency', ...book }, async (tx) => {
    const { rows } = await tx.query<{ before: Term }>(
      'select first_payment_term(payment_terms) as before from company where id = $1',
      [client().id],
    )
    await tx.query('update company set payment_terms = $2 where id = $1', [client().id, [term]])
    await followTerms(tx, { ...book, moved: [{ id: client().id, ...rows[0]! }] }, new Date(clock.now()))
  })
}
const sell = async (count: number): Promise<void> =>
  sellLeads(db, tree.acme, { client: client(), campaign: await run(), at_ms: clock.now(), count })

describe('a platform fee (R222)', () => {
  test('charged monthly is a line on the client’s invoice and, at its own price, on the agency’s', async () => {
    await run()
    await ask('retail_cost', { fee: 4_900 })
    await ask('cost_setup', { fee: 2_000 })
    await closeAt('2026-12-01')
    // The fee was set on November 2: the first day is free, and the other 29 of 30 days cost their part of it.
    expect(await fees()).toEqual(['platform_fee 2026-11-01 2026-12-01 4737 1933'])
    const params = { companyID: client().id }
    const [invoice] = (await http.as(client().user).call(listInvoices, { params })).body.data
    const invoiceShown = await http
      .as(client().user)
      .call(getInvoice, { params: { ...params, invoiceID: invoice!.id } })
    expect(invoiceShown.body.data.lines).toEqual([
      {
        line: 1,
        kind: 'platform_fee',
        campaign: '',
        client: '',
        module: 'local',
        first_day: '2026-11-01',
        last_day: '2026-11-30',
        quantity: 1,
        unit_price: 47.37,
        amount: 47.37,
        tax: 0,
        tax_percent: null,
        tax_name: '',
        tax_place: '',
        sources: [],
      },
    ])
    const ofAgency = (await http.as(tree.acme.owner).call(listInvoices, { params: { companyID: tree.acme.id } })).body
    const its = { companyID: tree.acme.id, invoiceID: ofAgency.data[0]!.id }
    const line = (await http.as(tree.acme.owner).call(getInvoice, { params: its })).body.data.lines
    expect(line).toMatchObject([{ kind: 'platform_fee', client: client().name, amount: 19.33 }])
    expect(await balancesOf(db, tree.acme.id)).toEqual({
      client_receivable: -4_737,
      agency_revenue: 4_737,
      agency_payable: -1_933,
      root_revenue: 1_933,
    })
    await closeAt('2027-01-01')
    expect((await fees()).at(-1)).toBe('platform_fee 2026-12-01 2027-01-01 4900 2000')
    expect(await problems()).toEqual([])
  })

  test('charged weekly is billed each Monday', async () => {
    await changeTerm('Weekly')
    await run()
    await ask('retail_cost', { term: 'Weekly', fee: 700 })
    for (const monday of ['2026-11-02', '2026-11-09', '2026-11-16']) await closeAt(monday)
    expect(await fees()).toEqual([
      'platform_fee 2026-11-02 2026-11-09 700 0',
      'platform_fee 2026-11-09 2026-11-16 700 0',
    ])
    expect(await problems()).toEqual([])
  })

  test('for one-time terms is booked once, and for prepaid terms monthly', async () => {
    await changeTerm('OneTime')
    await run()
    await ask('retail_cost', { term: 'OneTime', fee: 9_900 })
    await ask('retail_cost', { term: 'Prepaid', fee: 3_100 })
    for (const month of ['2026-12-01', '2027-01-01']) await closeAt(month)
    expect(await fees()).toEqual(['platform_fee 2026-11-01 2026-12-01 9900 0'])
    await changeTerm('Prepaid')
    await closeAt('2027-02-01')
    // The term changed at noon on January 1: that day counts as the new term's.
    expect((await fees()).slice(1)).toEqual(['platform_fee 2027-01-01 2027-02-01 3100 0'])
    await changeTerm('OneTime')
    await closeAt('2027-03-01')
    expect(await fees()).toHaveLength(2)
    expect(await problems()).toEqual([])
  })

  test('is prorated by local days when the term or price changes, or the product starts, mid-period', async () => {
    await run({ startDate: '2026-11-11' })
    await ask('retail_cost', { fee: 3_000 })
    await ask('retail_cost', { term: 'Weekly', fee: 1_400 })
    await closeAt('2026-11-12')
    clock.advance(Date.UTC(2026, 10, 21, 3) - clock.now())
    // The evening of November 20 in Chicago.
    await ask('retail_cost', { fee: 6_000 })
    clock.advance(86_400_000)
    await changeTerm('Weekly')
    await closeAt('2026-11-23')
    // Nine days at $1 from the 11th on, one at $2, and two days of the weekly fee at $2.
    expect(await fees()).toEqual(['platform_fee 2026-11-11 2026-11-23 1500 0'])
    await changeTerm('Monthly')
    await closeAt('2026-12-01')
    expect((await fees()).slice(1)).toEqual(['platform_fee 2026-11-23 2026-12-01 1600 0'])
    expect(await problems()).toEqual([])
  })

  test('is not billed again for days of earlier weeks when the month is closed', async () => {
    await changeTerm('Weekly')
    await run()
    await ask('retail_cost', { term: 'Weekly', fee: 700 })
    await ask('retail_cost', { fee: 3_000 })
    for (const monday of ['2026-11-09', '2026-11-16']) await closeAt(monday)
    await changeTerm('Monthly')
    // The last month to end began before those weeks.
    await closeAt('2026-11-17')
    expect(await fees()).toHaveLength(2)
    await closeAt('2026-12-01')
    expect((await fees()).slice(2)).toEqual(['platform_fee 2026-11-16 2026-12-01 1500 0'])
    expect(await problems()).toEqual([])
  })

  test('is not charged for a product that is not in use, nor where no fee is set', async () => {
    await run({ status: 'pause' })
    await ask('retail_cost', { fee: 4_900 })
    await closeAt('2026-12-01')
    expect(await fees()).toEqual([])
    expect((await db.adminPool.query('select from ledger_book')).rowCount).toBe(0)
  })

  test('is not charged for months that ended before a product first ran', async () => {
    const { id } = await run({ status: 'pause' })
    await ask('retail_cost', { fee: 4_900 })
    await closeAt('2026-12-01')
    await db.adminPool.query(`update campaign set status = 'active' where id = $1`, [id])
    await db.adminPool.query('update company_count set active_campaigns = 1 where company_id = $1', [client().id])
    await closeAt('2026-12-11')
    expect(await fees()).toEqual([])
    await closeAt('2027-01-01')
    expect(await fees()).toEqual(['platform_fee 2026-12-01 2027-01-01 4900 0'])
    expect(await problems()).toEqual([])
  })
})

describe('the monthly minimum', () => {
  test('charges the shortfall of the product’s leads, in each leg at its own prices', async () => {
    await ask('retail_cost', { minimum: 10_000 })
    await ask('cost_setup', { minimum: 3_000 })
    clock.advance(86_400_000)
    await sell(20)
    await closeAt('2026-12-01')
    // 29 of 30 days of the minimums are $96.67 and $29.00, minus 20 leads at $1.50 and $0.50.
    expect(await fees()).toEqual(['lead_minimum 2026-11-01 2026-12-01 6667 1900'])
    clock.advance(86_400_000)
    await sell(70)
    await closeAt('2027-01-01')
    expect(await fees()).toHaveLength(1)
    expect(await problems()).toEqual([])
  })

  test('and the fee end with the client: the day of its removal and later ones cost nothing', async () => {
    await ask('retail_cost', { fee: 3_000, minimum: 10_000 })
    await ask('cost_setup', { fee: 600, minimum: 3_000 })
    clock.advance(86_400_000)
    await sell(1)
    await db.adminPool.query(`update campaign set status = 'stop'`)
    await db.adminPool.query(`update company set removed_at = '2026-11-13T18:00Z' where id = $1`, [client().id])
    await closeAt('2026-12-01')
    // 11 of 30 days, because no price was set on the first of the month.
    expect(await fees()).toEqual([
      'lead_minimum 2026-11-01 2026-11-13 3517 1050',
      'platform_fee 2026-11-01 2026-11-13 1100 220',
    ])
    expect(await problems()).toEqual([])
  })

  test('is billed with the week in which the month ends', async () => {
    await changeTerm('Weekly')
    await run()
    await ask('retail_cost', { term: 'Weekly', minimum: 3_000 })
    for (const monday of ['2026-11-02', '2026-11-09', '2026-11-30', '2026-12-07']) await closeAt(monday)
    expect(await fees()).toEqual(['lead_minimum 2026-11-01 2026-12-01 2900 0'])
    expect(await problems()).toEqual([])
  })
})

test('the billing page shows the next charge and its lines; a client does not see what its agency pays', async () => {
  await run()
  await ask('retail_cost', { fee: 3_000, minimum: 6_000 })
  await ask('cost_setup', { fee: 2_000 })
  await closeAt('2026-12-01')
  await sell(4)
  clock.advance(60_000)
  const readAccrual = async (companyID: string, user = tree.acme.owner) =>
    (await http.as(user).call(readBilling, { params: { companyID } })).body.data
  const days = { module: 'local', first_day: '2026-12-01', last_day: '2026-12-31' }
  expect(await readAccrual(client().id, client().user)).toMatchObject({
    accrued: 6,
    next_charge_on: '2027-01-01',
    expected: 90,
    lines: [
      { kind: 'leads', module: null, first_day: null, last_day: null, amount: 6 },
      { kind: 'platform_fee', ...days, amount: 30 },
      { kind: 'lead_minimum', ...days, amount: 54 },
    ],
  })
  expect(await readAccrual(tree.acme.id)).toMatchObject({ accrued: 2, lines: [{ kind: 'leads', amount: 2 }] })
})

test('a fee set through the API is charged', async () => {
  await run()
  const costs = [{ ModuleName: 'local' as const, PaymentTerm: 'Monthly' as const, PlatformFee: 15 }]
  const body = { companyID: client().id, costs }
  expect((await http.as(tree.acme.owner).call(setRetailCost, { body })).status).toBe(200)
  await closeAt('2026-12-01')
  expect(await fees()).toEqual(['platform_fee 2026-11-01 2026-12-01 1450 0'])
})

describe('planted faults', () => {
  const plant = async (fault: string): Promise<string[]> => {
    vi.stubEnv('PLANTED_FAULT', fault)
    await changeTerm('Weekly')
    await ask('retail_cost', { term: 'Weekly', fee: 700, minimum: 1_000 })
    await ask('cost_setup', { term: 'Weekly', fee: 300 })
    await ask('retail_cost', { fee: 3_000, minimum: 1_000 })
    await sell(20)
    await closeAt('2026-11-16')
    await changeTerm('Monthly')
    await closeAt('2026-12-01')
    return problems()
  }

  test('fee-days-twice: days billed under two terms are found', async () => {
    expect(await plant('fee-days-twice')).toContainEqual(expect.stringContaining('were charged before'))
  })

  test('fee-in-one-leg: a fee missing from the agency’s leg is found', async () => {
    expect(await plant('fee-in-one-leg')).toContainEqual(expect.stringContaining('and its transfers do not match'))
  })

  test('minimum-beside-leads: a minimum charged on top of leads that reach it is found', async () => {
    await plant('minimum-beside-leads')
    expect((await fees()).some((text) => text.startsWith('lead_minimum'))).toBe(true)
  })

  test('a line without its sources and sources without their line are found', async () => {
    await plant('')
    expect((await fees()).some((text) => text.startsWith('lead_minimum'))).toBe(false)
    expect(await problems()).toEqual([])
    await db.adminPool.query(`update invoice_line set unit_price_e4 = unit_price_e4 + 1 where kind = 'leads'`)
    expect(await problems()).toContainEqual(expect.stringContaining('does not match its sources'))
    await db.adminPool.query(`update invoice_line set unit_price_e4 = unit_price_e4 - 1 where kind = 'leads'`)
    expect(await problems()).toEqual([])
    await db.adminPool.query(`delete from allocation where line = (select max(line) from invoice_line)`)
    expect(await problems()).toContainEqual(expect.stringContaining('does not match its sources'))
  })
})
