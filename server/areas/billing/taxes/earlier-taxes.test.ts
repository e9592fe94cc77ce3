import { beforeEach, describe, expect, test } from 'vitest'
import { settleCharge } from '#contract/billing/invoices.ts'
import { refundCharge } from '#contract/billing/refunds.ts'
import { verifyCharges } from '#server/areas/billing/verify-charges.ts'
import { verifyInvoices } from '#server/areas/billing/invoices/verify-invoices.ts'
import { verifyRefunds } from '#server/areas/billing/refunds/verify-refunds.ts'
import { creditLeads, reverseCredits } from '#server/areas/leads/credit-leads.ts'
import { verifyLedger } from '#server/areas/ledger/verify-ledger.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { newId } from '#server/platform/ids.ts'
import { noLimits, type TestApp } from '#server/test/app.ts'
import { makeCampaign, type TestTree } from '#server/test/factories.ts'
import type { TestDatabase } from '#server/test/harness.ts'
import { startTree } from '#server/test/open-tree.ts'
import { balancesOf, sellLeads } from '#server/test/payments.ts'
import { makeTaxRate, setTaxDetail } from '#server/test/taxes.ts'
import { closePeriodsJob } from '../periods/close-periods.ts'
import { creditTaxes, reverseTaxes } from './credit-taxes.ts'

// A line for an earlier balance includes that invoice's tax, which is returned when the line is refunded.

let db: TestDatabase
let http: TestApp
let tree: TestTree
let clock = createStillClock(0)
beforeEach(async () => {
  clock = createStillClock(Date.UTC(2026, 10, 20, 12))
  const { close, ...stage } = await startTree({ clock, limiter: noLimits })
  ;({ db, http, tree } = stage)
  return close
})

const client = () => tree.acme.clients[0]!
const book = () => ({ rootId: tree.root.id, agencyId: tree.acme.id })
const inBook = <Answer>(work: (tx: Tx) => Promise<Answer>): Promise<Answer> =>
  inScope(db.appPool, { kind: 'agency', ...book() }, work)
const problems = async (): Promise<string[]> =>
  (await verifyLedger(db.appPool, [verifyCharges, verifyInvoices, verifyRefunds])).flatMap((one) => one.problems)

interface Issued {
  id: string
  asked_cents: number
  tax_cents: number
}

/** Sells ten leads at $1.50 and closes their month, which is paid by hand. */
async function invoice(): Promise<Issued> {
  const campaign = await makeCampaign(db, client())
  await sellLeads(db, tree.acme, { client: client(), campaign, at_ms: clock.now(), count: 10 })
  return close()
}
async function close(): Promise<Issued> {
  clock.advance(31 * 86_400_000)
  http.forget()
  await closePeriodsJob.run(http.platform, {})
  const { rows } = await db.adminPool.query<Issued>(
    `select id, total_cents - deduction_cents as asked_cents, tax_cents from invoice
      where client_id = $1 order by issued_at desc, number desc limit 1`,
    [client().id],
  )
  const body = { companyID: client().id, chargeID: rows[0]!.id }
  expect((await http.as(tree.acme.owner).call(settleCharge, { body })).status).toBe(200)
  return rows[0]!
}

/** Credits the four oldest leads with their tax, as an exclusion does; returns a function that reverses it. */
async function creditFour(): Promise<() => Promise<void>> {
  const changeId = newId(clock.now())
  const { rows } = await db.adminPool.query<{ id: string }>('select id from lead order by id limit 4')
  await db.adminPool.query('update lead set person_id = 999 where id = any($1)', [rows.map(({ id }) => id)])
  await inBook(async (tx) => {
    const rule = { changeId, personIds: [999], since: new Date(0), clientId: null, campaignId: null }
    await creditLeads(tx, book(), clock.now(), rule)
    await creditTaxes(tx, book(), clock.now(), { changeId })
  })
  return () =>
    inBook(async (tx) => {
      await reverseCredits(tx, book(), clock.now(), changeId)
      await reverseTaxes(tx, book(), clock.now(), changeId)
    })
}

/** Refunds an amount, of the given lines if any; returns how much of it was tax. */
async function refund({ id }: Issued, cents: number, lines?: object[]): Promise<number> {
  const operationId = newId(clock.now())
  const request = { companyID: client().id, chargeId: id, amount: cents / 100, reason: 'requested', operationId }
  const answer = await http
    .as(tree.acme.owner)
    .call(refundCharge, { body: { ...request, ...(lines && { lines }) } as never })
  expect(answer.status).toBe(200)
  return Math.round(answer.body.data.tax * 100)
}

describe('an earlier balance that was already taxed', () => {
  /** Two months' invoices, the second with a deduction for credits that are reversed later, and a third one. */
  async function leaveOver(more: boolean): Promise<[Issued, Issued, Issued]> {
    await makeTaxRate(db, { ...book(), country: 'DE', rate_e3: 10_000 })
    const { id: companyId } = client()
    await setTaxDetail(db, { companyId, ...book(), clientId: companyId, country: 'DE' })
    const first = await invoice()
    const takeBack = await creditFour()
    const second = await invoice()
    await takeBack()
    const third = more ? await invoice() : await close()
    return [first, second, third]
  }

  test('returns its tax with a refund, and keeps none after a full refund', async () => {
    const [first, second, third] = await leaveOver(false)
    expect([first, second, third].map(({ asked_cents, tax_cents }) => [asked_cents, tax_cents])).toEqual([
      [1_650, 150],
      [990, 150],
      [660, 0],
    ])
    expect(await balancesOf(db, tree.acme.id)).toMatchObject({ agency_tax: 300, agency_revenue: 3_000 })
    expect(await refund(third, 220)).toBe(20)
    expect(await refund(third, 440)).toBe(40)
    expect(await refund(second, 990)).toBe(90)
    expect(await refund(first, 1_650)).toBe(150)
    const balances = await balancesOf(db, tree.acme.id)
    expect([balances['agency_tax'], balances['agency_revenue'], balances['client_receivable']]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(await problems()).toEqual([])
  })

  test('returns its tax by its line, beside lines with their own tax', async () => {
    const [, , third] = await leaveOver(true)
    expect([third.asked_cents, third.tax_cents]).toEqual([2_310, 150])
    expect(await refund(third, 660, [{ line: 2, amount: 6.6 }])).toBe(60)
    expect(await refund(third, 1_650, [{ line: 1, amount: 16.5 }])).toBe(150)
    expect(await problems()).toEqual([])
  })
})
