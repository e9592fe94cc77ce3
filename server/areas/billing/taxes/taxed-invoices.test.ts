import { beforeEach, describe, expect, test, vi } from 'vitest'
import { reportInvoices } from '#contract/billing/invoice-report.ts'
import {
  downloadCreditNote,
  downloadInvoice,
  getInvoice,
  listInvoices,
  readBilling,
  settleCharge,
} from '#contract/billing/invoices.ts'
import { readMoneyTrail } from '#contract/billing/money-trail.ts'
import { listRefunds, refundCharge } from '#contract/billing/refunds.ts'
import { verifyCharges } from '#server/areas/billing/verify-charges.ts'
import { verifyInvoices } from '#server/areas/billing/invoices/verify-invoices.ts'
import { verifyRefunds } from '#server/areas/billing/refunds/verify-refunds.ts'
import { creditLeads, reverseCredits } from '#server/areas/leads/credit-leads.ts'
import { verifyLedger } from '#server/areas/ledger/verify-ledger.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { newId } from '#server/platform/ids.ts'
import { noLimits, type TestApp } from '#server/test/app.ts'
import { makeCampaign, type TestTree, type TestUser } from '#server/test/factories.ts'
import type { TestDatabase } from '#server/test/harness.ts'
import { startTree } from '#server/test/open-tree.ts'
import { balancesOf, sellLeads } from '#server/test/payments.ts'
import { readPdf } from '#server/test/read-pdf.ts'
import { makeTaxRate, setTaxDetail } from '#server/test/taxes.ts'
import { closePeriodsJob } from '../periods/close-periods.ts'
import { creditTaxes, reverseTaxes } from './credit-taxes.ts'

let db: TestDatabase
let http: TestApp
let tree: TestTree
// A Friday.
const friday_ms = Date.UTC(2026, 10, 20, 12)
const day_ms = 86_400_000
let clock = createStillClock(friday_ms)
beforeEach(async () => {
  clock = createStillClock(friday_ms)
  const { close, ...stage } = await startTree({ clock, limiter: noLimits })
  ;({ db, http, tree } = stage)
  return async () => {
    vi.unstubAllEnvs()
    await close()
  }
})

const client = () => tree.acme.clients[0]!
const other = () => tree.acme.clients[1]!
const place = (agencyId: string | null) => ({ rootId: tree.root.id, agencyId })
const ofAcme = () => place(tree.acme.id)
const taxClient = (detail: object = {}, one = client()) =>
  setTaxDetail(db, { companyId: one.id, ...ofAcme(), clientId: one.id, country: 'DE', taxNumber: 'DE 811', ...detail })
const sell = async (count: number, prices: { retail_e4?: number; wholesale_e4?: number } = {}, one = client()) => {
  const campaign = await makeCampaign(db, one)
  await sellLeads(db, tree.acme, { client: one, campaign, at_ms: clock.now(), count, ...prices })
}
/** Closes periods some days later; sessions have expired by then. */
const close = async (days = 14): Promise<void> => {
  clock.advance(days * day_ms)
  await closePeriodsJob.run(http.platform, {})
  http.forget()
}
const problems = async (): Promise<string[]> =>
  (await verifyLedger(db.appPool, [verifyCharges, verifyInvoices, verifyRefunds])).flatMap((one) => one.problems)
const invoicesOf = async ({ companyId }: Pick<TestUser, 'companyId'>, user: TestUser = tree.acme.owner) =>
  (await http.as(user).call(listInvoices, { params: { companyID: companyId } })).body.data
const show = async (companyID: string, invoiceID: string, user: TestUser = tree.acme.owner) =>
  (await http.as(user).call(getInvoice, { params: { companyID, invoiceID } })).body.data
const settle = (companyID: string, chargeID: string, user: TestUser = tree.acme.owner) =>
  http.as(user).call(settleCharge, { body: { companyID, chargeID } })
const refund = async (companyID: string, chargeId: string, amount: number, lines?: object[]) =>
  http.as(tree.acme.owner).call(refundCharge, {
    body: {
      companyID,
      chargeId,
      amount,
      reason: 'requested',
      operationId: newId(clock.now()),
      ...(lines && { lines }),
    } as never,
  })

describe('an invoice', () => {
  test('charges tax per line, rounded half to even, at the rate of its payer’s location', async () => {
    await makeTaxRate(db, { ...ofAcme(), country: 'DE', rate_e3: 19_000 })
    await setTaxDetail(db, { companyId: tree.acme.id, ...ofAcme(), taxNumber: 'US-77' })
    await taxClient()
    await sell(3, { retail_e4: 15_000 })
    await sell(1, { retail_e4: 35_000 })
    await close()
    const [invoice] = await invoicesOf(client().user)
    // $4.50 and $3.50: 0.855 is rounded to 0.86, and 0.665 to 0.66.
    expect(invoice).toMatchObject({ total: 9.52, tax: 1.52, amount: 9.52, status: 'due' })
    const details = await show(client().id, invoice!.id, client().user)
    expect(details).toMatchObject({ seller_tax_number: 'US-77', payer_tax_number: 'DE 811', tax_note: '' })
    expect(
      details.lines
        .map(({ amount, tax, tax_percent, tax_name, tax_place }) => [amount, tax, tax_percent, tax_name, tax_place])
        .toSorted(),
    ).toEqual([
      [3.5, 0.66, 19, 'VAT', 'DE'],
      [4.5, 0.86, 19, 'VAT', 'DE'],
    ])
    expect(await balancesOf(db, tree.acme.id)).toMatchObject({
      agency_tax: 152,
      client_receivable: -952,
      agency_revenue: 800,
    })
    expect(await problems()).toEqual([])
    const file = await http
      .as(client().user)
      .call(downloadInvoice, { params: { companyID: client().id, invoiceID: invoice!.id } })
    const words = readPdf(file.raw.rawPayload).replaceAll('\n', ' ')
    for (const text of ['US-77', 'DE 811', 'VAT 19% (DE)', '$1.52', '$8.00', '$9.52']) expect(words).toContain(text)
  })

  test('is unchanged to the cent without a tax table, location or rate, or with an exemption', async () => {
    await sell(3)
    await close()
    expect(await invoicesOf(client().user)).toMatchObject([{ total: 4.5, tax: 0, amount: 4.5 }])
    await makeTaxRate(db, { ...ofAcme(), country: 'DE', rate_e3: 19_000 })
    await sell(3)
    await close()
    await taxClient({ country: 'FR' })
    await sell(3)
    await close()
    await taxClient({ exemptReason: 'Reverse charge' })
    await sell(3)
    await close()
    const invoices = await invoicesOf(client().user)
    expect(invoices.map(({ total, tax }) => [total, tax])).toEqual(Array(4).fill([4.5, 0]))
    const exempt = await show(client().id, invoices[0]!.id)
    expect(exempt).toMatchObject({ tax_note: 'Reverse charge', payer_tax_number: 'DE 811' })
    expect(exempt.lines).toMatchObject([{ tax: 0, tax_percent: null }])
    expect(Object.keys(await balancesOf(db, tree.acme.id))).not.toContain('agency_tax')
    expect(await problems()).toEqual([])
  })

  test('keeps its tax when a rate changes; the next one uses the new rate', async () => {
    await makeTaxRate(db, { ...ofAcme(), country: 'DE', rate_e3: 19_000 })
    await makeTaxRate(db, { ...ofAcme(), country: 'DE', rate_e3: 7_000, name: 'VAT', validFrom: '2026-12-10' })
    await taxClient()
    await sell(10)
    await close()
    await sell(10)
    await close()
    await db.adminPool.query('delete from tax_rate')
    await sell(10)
    await close()
    expect((await invoicesOf(client().user)).map(({ tax }) => tax)).toEqual([0, 1.05, 2.85])
    expect(await problems()).toEqual([])
  })

  test('from the operator to an agency uses the operator’s tax table, not the agency’s', async () => {
    await makeTaxRate(db, { ...place(null), country: 'US', region: 'NY', name: 'Sales tax', rate_e3: 8_875 })
    await makeTaxRate(db, { ...ofAcme(), country: 'US', rate_e3: 50_000 })
    await setTaxDetail(db, { companyId: tree.acme.id, ...ofAcme(), country: 'US', region: 'NY', taxNumber: 'NY-1' })
    await sell(10)
    await close()
    const [invoice] = await invoicesOf(tree.acme.owner)
    expect(invoice).toMatchObject({ number: 'P-2026-0001', total: 5.44, tax: 0.44 })
    expect(await invoicesOf(client().user)).toMatchObject([{ tax: 0 }])
    expect(await balancesOf(db, tree.acme.id)).toMatchObject({ root_tax: 44, agency_payable: -544, root_revenue: 500 })
    expect(await problems()).toEqual([])
  })

  test('shows its tax in advance: the next charge includes it', async () => {
    await makeTaxRate(db, { ...ofAcme(), country: 'DE', rate_e3: 19_000 })
    await taxClient()
    await sell(10)
    clock.advance(1_000)
    const billing = await http.as(client().user).call(readBilling, { params: { companyID: client().id } })
    expect(billing.body.data).toMatchObject({ accrued: 15, tax: 2.85, expected: 17.85 })
  })

  test('is totaled with its tax in the invoice report', async () => {
    await makeTaxRate(db, { ...ofAcme(), country: 'DE', rate_e3: 19_000 })
    await taxClient()
    await sell(10)
    await sell(10, {}, other())
    await close()
    const report = await http.as(tree.acme.owner).call(reportInvoices, {
      params: { companyID: tree.acme.id, clientID: 'all', start: 'all', end: 'all' } as never,
    })
    expect(report.body.sums).toMatchObject({ total: 32.85, tax: 2.85 })
  })
})

describe('a refund or credit', () => {
  const paidInvoice = async (count = 10, rate_e3 = 19_000): Promise<string> => {
    await makeTaxRate(db, { ...ofAcme(), country: 'DE', rate_e3 })
    await taxClient()
    await sell(count)
    await close()
    const [invoice] = await invoicesOf(client().user)
    expect((await settle(client().id, invoice!.id)).status).toBe(200)
    return invoice!.id
  }
  const taxes = async (): Promise<number[]> =>
    (await db.adminPool.query('select tax_cents from refund order by number')).rows.map(({ tax_cents }) => tax_cents)

  test('returns its share of the tax, rounded down, and the last one returns the rest', async () => {
    const id = await paidInvoice()
    // $17.85, of which $2.85 is tax.
    for (const amount of [5.01, 5.01, 7.83]) expect((await refund(client().id, id, amount)).status).toBe(200)
    expect(await taxes()).toEqual([79, 80, 126])
    expect((await refund(client().id, id, 0.01)).body.field).toBe('amount')
    const balances = await balancesOf(db, tree.acme.id)
    expect([balances['agency_tax'], balances['agency_revenue'], balances['client_receivable']]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(await problems()).toEqual([])
    const { refunds } = (
      await http.as(client().user).call(listRefunds, { params: { companyID: client().id, chargeId: id } })
    ).body.data
    expect(refunds.map(({ amount, tax }) => [amount, tax])).toEqual([
      [5.01, 0.79],
      [5.01, 0.8],
      [7.83, 1.26],
    ])
    const note = await http.as(client().user).call(downloadCreditNote, {
      params: { companyID: client().id, refundId: refunds.find(({ tax }) => tax === 1.26)!.id },
    })
    expect(readPdf(note.raw.rawPayload)).toContain('$1.26')
  })

  test('of a single line returns that line’s tax, and no line returns more than it charged', async () => {
    const id = await paidInvoice()
    expect((await refund(client().id, id, 17.86, [{ line: 1, amount: 17.86 }])).body.field).toBe('amount')
    expect((await refund(client().id, id, 8.92, [{ line: 1, amount: 8.92 }])).status).toBe(200)
    expect((await refund(client().id, id, 8.93, [{ line: 1, amount: 8.93 }])).status).toBe(200)
    expect((await taxes()).reduce((sum, cents) => sum + cents, 0)).toBe(285)
    expect(await problems()).toEqual([])
  })

  test('of a lead returns its tax in each leg once, and its reversal charges it again', async () => {
    await makeTaxRate(db, { ...place(null), country: 'US', rate_e3: 10_000 })
    await setTaxDetail(db, { companyId: tree.acme.id, ...ofAcme(), country: 'US' })
    const id = await paidInvoice(3)
    const book = { rootId: tree.root.id, agencyId: tree.acme.id }
    const { rows } = await db.adminPool.query<{ id: string; person_id: number }>(
      'select id, person_id from lead order by id',
    )
    const inAgency = <T>(work: Parameters<typeof inScope<T>>[2]) =>
      inScope(db.appPool, { kind: 'agency', ...book }, work)
    const rule = {
      personIds: rows.map(({ person_id }) => Number(person_id)),
      since: new Date(0),
      clientId: null,
      campaignId: null,
    }
    const changeId = newId(clock.now())
    const before = await balancesOf(db, tree.acme.id)
    expect(before).toMatchObject({ agency_tax: 86, root_tax: 15 })
    const credit = async (): Promise<void> =>
      inAgency(async (tx) => {
        await creditLeads(tx, book, clock.now(), { ...rule, changeId })
        await creditTaxes(tx, book, clock.now(), { changeId })
      })
    await credit()
    await credit()
    expect(Object.keys(await balancesOf(db, tree.acme.id))).not.toContain('agency_tax')
    expect((await balancesOf(db, tree.acme.id))['root_tax']).toBe(undefined)
    expect(await problems()).toEqual([])
    const trail = await http.as(tree.acme.owner).call(readMoneyTrail, { params: { id: rows[0]!.id } })
    expect(trail.body.data).toMatchObject([
      { leg: 'retail', line_tax: 0.86, credits: [{ amount: 1.5, tax: 0.2866 }] },
      { leg: 'wholesale', line_tax: 0.15, credits: [{ amount: 0.5, tax: 0.05 }] },
    ])
    expect((await refund(client().id, id, 0.01)).body.field).toBe('amount')
    await inAgency(async (tx) => {
      await reverseCredits(tx, book, clock.now(), changeId)
      await reverseTaxes(tx, book, clock.now(), changeId)
    })
    expect(await balancesOf(db, tree.acme.id)).toEqual(before)
    expect(await problems()).toEqual([])
  })
})

describe('a planted fault is found', () => {
  test.each([
    ['tax-at-the-sum', 'taxes the invoice total instead of each line'],
    ['tax-rounded-up', 'rounds each tax up'],
  ])('%s: %s', async (fault) => {
    vi.stubEnv('PLANTED_FAULT', fault)
    await makeTaxRate(db, { ...ofAcme(), country: 'DE', rate_e3: 19_000 })
    await taxClient()
    // Each line's tax is 0.665, rounded to 0.66; the tax of the sum would be 2.00 instead of 1.98.
    for (let n = 0; n < 3; n++) await sell(1, { retail_e4: 35_000 })
    await close()
    vi.unstubAllEnvs()
    expect(await problems()).toContainEqual(
      expect.stringMatching(/^the tax of line 1 of invoice .+ is not its rate rounded$/),
    )
  })

  test('keep-tax-of-refund: keeps the tax on a full refund', async () => {
    await makeTaxRate(db, { ...ofAcme(), country: 'DE', rate_e3: 19_000 })
    await taxClient()
    await sell(10)
    await close()
    const [invoice] = await invoicesOf(client().user)
    await settle(client().id, invoice!.id)
    vi.stubEnv('PLANTED_FAULT', 'keep-tax-of-refund')
    expect((await refund(client().id, invoice!.id, 17.85)).status).toBe(200)
    expect(await problems()).toEqual([`invoice ${invoice!.id} was fully refunded, but its tax was not`])
  })
})
