import fc from 'fast-check'
import { unzipSync } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import { writeOffCharge } from '#contract/billing/credits.ts'
import { listInvoices, readBilling, settleCharge } from '#contract/billing/invoices.ts'
import { downloadReceipt, downloadStatement } from '#contract/billing/papers.ts'
import { downloadStatements, listReceivables, remindPayer } from '#contract/payments/receivables.ts'
import { verifyInvoices } from '#server/areas/billing/invoices/verify-invoices.ts'
import { verifyCharges } from '#server/areas/billing/verify-charges.ts'
import { closePeriodsJob } from '#server/areas/billing/periods/close-periods.ts'
import { verifyLedger } from '#server/areas/ledger/verify-ledger.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { noLimits } from '#server/test/app.ts'
import { makeCampaign, type TestUser } from '#server/test/factories.ts'
import { openTree } from '#server/test/open-tree.ts'
import { balancesOf, sellLeads } from '#server/test/payments.ts'
import { propertySeed } from '#server/test/property-seed.ts'
import { readPdf } from '#server/test/read-pdf.ts'

// What payers owe by age, how they are reminded, and how a debt is given up (decision 246).

const clock = createStillClock(Date.UTC(2026, 7, 17, 18))
const { db, http, tree } = await openTree({ clock, limiter: noLimits })
const day_ms = 86_400_000

const problems = async () =>
  (await verifyLedger(db.appPool, [verifyCharges, verifyInvoices])).flatMap((book) => book.problems)
const listOf = async (user: TestUser) =>
  (await http.as(user).call(listReceivables, { params: { companyID: user.companyId } })).body
const sell = async (of: number, count: number, retail_e4: number): Promise<void> => {
  const client = tree.acme.clients[of]!
  const campaign = await makeCampaign(db, client, { status: 'pause' })
  await sellLeads(db, tree.acme, { client, campaign, at_ms: clock.now(), count, retail_e4, wholesale_e4: 5_000 })
}
const pass = async (days: number): Promise<void> => {
  clock.advance(days * day_ms)
  await closePeriodsJob.run(http.platform, {})
  // Sessions expire in the meantime.
  http.forget()
}
const openInvoices = async (companyID: string) =>
  (await http.as(tree.acme.owner).call(listInvoices, { params: { companyID } })).body.data.filter(
    ({ status }) => status === 'due' || status === 'declined',
  )
const owedIn = async (kind: string): Promise<number> => -((await balancesOf(db, tree.acme.id))[kind] ?? 0) / 100

test('the ages of what is open sum to what the ledger says, whatever was sold, paid and written off', async () => {
  const step = fc.oneof(
    fc.record({
      kind: fc.constant('sell' as const),
      of: fc.nat(1),
      count: fc.integer({ min: 1, max: 5 }),
      price_cents: fc.integer({ min: 1, max: 900 }),
    }),
    fc.record({ kind: fc.constant('pass' as const), days: fc.integer({ min: 1, max: 25 }) }),
    fc.record({ kind: fc.constantFrom('settle' as const, 'writeOff' as const), of: fc.nat(1) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 8 }), async (steps) => {
      for (const one of steps) {
        if (one.kind === 'sell') await sell(one.of, one.count, one.price_cents * 100)
        else if (one.kind === 'pass') await pass(one.days)
        else {
          const companyID = tree.acme.clients[one.of]!.id
          const [invoice] = await openInvoices(companyID)
          const body = { companyID, chargeId: invoice?.id ?? '', reason: 'Insolvent' }
          if (invoice && one.kind === 'writeOff') await http.as(tree.acme.owner).call(writeOffCharge, { body })
          else if (invoice)
            await http.as(tree.acme.owner).call(settleCharge, { body: { companyID, chargeID: invoice.id } })
        }
      }
      const { data, sums } = await listOf(tree.acme.owner)
      for (const row of [...data, sums])
        expect(row.unbilled + row.current + row.days_1_30 + row.days_31_60 + row.over_60).toBeCloseTo(row.total, 5)
      expect(sums.total).toBeCloseTo(await owedIn('client_receivable'), 5)
      expect(data.reduce((sum, { total }) => sum + total, 0)).toBeCloseTo(sums.total, 5)
      // Each payer's own page says the same.
      for (const { id, user } of tree.acme.clients) {
        const row = data.find(({ company_id }) => company_id === id)
        const { due } = (await http.as(user).call(readBilling, { params: { companyID: id } })).body.data
        expect(row ? row.current + row.days_1_30 + row.days_31_60 + row.over_60 : 0).toBeCloseTo(due, 5)
      }
      const ofRoot = await listOf(tree.root.system)
      expect(ofRoot.sums.total).toBeCloseTo(await owedIn('agency_payable'), 5)
      expect(await problems()).toEqual([])
    }),
    { numRuns: 4, seed: propertySeed },
  )
}, 60_000)

describe('an open invoice', () => {
  const client = () => tree.acme.clients[0]!
  const act = (user: TestUser, over: object = {}) => ({
    writeOff: async () => {
      const [invoice] = await openInvoices(client().id)
      const body = { companyID: client().id, chargeId: invoice!.id, reason: 'Insolvent', ...over }
      return http.as(user).call(writeOffCharge, { body })
    },
    remind: () => http.as(user).call(remindPayer, { body: { companyID: client().id, ...over } }),
  })
  beforeAll(async () => {
    await sell(0, 10, 15_000)
    await pass(8)
  })

  test('is overdue by days, and its payer is reminded at most once a day', async () => {
    const { owner } = tree.acme
    await pass(35)
    const row = (await listOf(owner)).data.find(({ company_id }) => company_id === client().id)
    expect(row!.days_31_60).toBeGreaterThanOrEqual(15)
    for (const [user, status] of [
      [tree.brightside.owner, 404],
      [client().user, 403],
      [tree.root.system, 422],
    ] as const)
      expect((await act(user).remind()).status).toBe(status)
    const answers = await Promise.all([1, 2].map(() => act(owner).remind()))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    await pass(1)
    expect((await act(owner).remind()).status).toBe(200)
  })

  test('has a statement that closes with what the billing page says is due, and a receipt once it is paid', async () => {
    const { user, id } = client()
    const as = http.as(user)
    const month = new Date(clock.now()).toISOString().slice(0, 7)
    const { due } = (await as.call(readBilling, { params: { companyID: id } })).body.data
    const params = { companyID: id, month }
    const wordsOf = (file: Buffer): string => readPdf(file).replaceAll('\n', ' ')
    const balance = `$${due.toLocaleString('en-US', { minimumFractionDigits: 2 })}`
    expect(wordsOf((await as.call(downloadStatement, { params })).raw.rawPayload)).toContain(balance)
    expect((await http.as(tree.brightside.owner).call(downloadStatement, { params })).status).toBe(404)
    expect((await as.call(downloadStatement, { params: { ...params, month: '2026-13' } })).body.field).toBe('month')
    const [invoice] = await openInvoices(id)
    const receipt = { params: { companyID: id, chargeId: invoice!.id } }
    expect((await as.call(downloadReceipt, receipt)).body.field).toBe('chargeId')
    await http.as(tree.acme.owner).call(settleCharge, { body: { companyID: id, chargeID: invoice!.id } })
    const text = wordsOf((await as.call(downloadReceipt, receipt)).raw.rawPayload)
    for (const part of [`Receipt ${invoice!.number}`, 'Outside the platform']) expect(text).toContain(part)
    const all = await http.as(tree.acme.owner).call(downloadStatements, { params: { companyID: tree.acme.id, month } })
    for (const file of Object.values(unzipSync(all.raw.rawPayload)))
      expect(Buffer.from(file).toString('latin1', 0, 5)).toBe('%PDF-')
  })

  test('is written off by its payee only, once and for good', async () => {
    await sell(0, 10, 15_000)
    await pass(8)
    const { owner } = tree.acme
    expect((await act(client().user).writeOff()).status).toBe(403)
    expect((await act(tree.brightside.owner).writeOff()).status).toBe(404)
    expect((await act(tree.root.system).writeOff()).body.field).toBe('companyID')
    expect((await act(owner, { reason: ' ' }).writeOff()).body.field).toBe('reason')
    const before = (await listOf(owner)).sums.total
    const [invoice] = await openInvoices(client().id)
    const answers = await Promise.all([1, 2].map(() => act(owner, { chargeId: invoice!.id }).writeOff()))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await listOf(owner)).sums.total).toBeCloseTo(before - invoice!.amount, 5)
    const settlement = { companyID: client().id, chargeID: invoice!.id }
    expect((await http.as(owner).call(settleCharge, { body: settlement })).status).toBe(409)
    expect(await problems()).toEqual([])
    // The proof of the books would notice another amount.
    const add = (cents: number) =>
      db.adminPool.query('update charge set full_cents = full_cents + $2 where id = $1', [invoice!.id, cents])
    await add(1)
    expect(await problems()).toContain(`charge ${invoice!.id} and its write-off do not match`)
    await add(-1)
  })
})
