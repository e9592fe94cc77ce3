import { beforeEach, describe, expect, test } from 'vitest'
import { listRefunds, refundCharge } from '#contract/billing/refunds.ts'
import { creditTaxes } from '#server/areas/billing/taxes/credit-taxes.ts'
import { findRefunded } from '#server/areas/billing/refunds/find-refunded.ts'
import { creditLeads } from '#server/areas/leads/credit-leads.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { newId } from '#server/platform/ids.ts'
import { startWithheldStage, type WithheldStage } from '#server/test/withheld-stage.ts'
import { balancesOf } from '#server/test/payments.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { makeTaxRate, setTaxDetail } from '#server/test/taxes.ts'

// A share left out of an agency's invoice was taxed there. Refunding the charge that takes it up gives that tax back.

let { db, http, tree, clock, sell, closeAt, answer, closeNovemberUnanswered, endManualBilling, problems } =
  {} as WithheldStage
beforeEach(async () => {
  const { close, ...stage } = await startWithheldStage()
  ;({ db, http, tree, clock, sell, closeAt, answer, closeNovemberUnanswered, endManualBilling, problems } = stage)
  return close
})

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
/** Credits the oldest leads, as an exclusion does. */
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
    await creditLeads(tx, book, clock.now(), rule, (leads) => findRefunded(tx, book.agencyId, leads))
    await creditTaxes(tx, book, clock.now(), { changeId })
  })
}
/** The agency's month of $5.50, including $0.50 tax, billed $0.50 and left out $5.00. */
async function closeNovemberTaxed(): Promise<void> {
  await makeTaxRate(db, { rootId: tree.root.id, agencyId: null, country: 'US', rate_e3: 10_000 })
  await setTaxDetail(db, { companyId: tree.acme.id, rootId: tree.root.id, agencyId: tree.acme.id, country: 'US' })
  await closeNovemberUnanswered(['succeeded', 50])
  await answer()
}
/** That month and the next, both paid; the share left out by the first is a line of the second. */
async function closeTaxed(): Promise<[first: string, later: string]> {
  await closeNovemberTaxed()
  await closeAt('2027-01-01')
  const [first, later] = await readCharges()
  return [first!, later!]
}
const give = (chargeId: string, amount: number, line?: number) => {
  const lines = line === undefined ? {} : { lines: [{ line, amount }] }
  const request = { companyID: tree.acme.id, chargeId, reason: 'quality' as const, amount, ...lines }
  return http.as(tree.root.system).call(refundCharge, { body: { ...request, operationId: crypto.randomUUID() } })
}

describe('a share left out of a taxed month', () => {
  test('returns its tax with a refund, in proportion to what the first invoice left out', async () => {
    const [first, later] = await closeTaxed()
    http.forget()
    expect((await give(later, 2, 1)).body.data).toMatchObject({ amount: 2, tax: 0.18 })
    expect((await give(later, 3, 1)).body.data).toMatchObject({ amount: 3, tax: 0.27 })
    expect((await give(first, 0.5)).body.data).toMatchObject({ amount: 0.5, tax: 0.05 })
    await runJobs(db, http.platform)
    const balances = await balancesOf(db, tree.acme.id)
    for (const account of ['root_tax', 'root_revenue', 'agency_payable', 'rounding'])
      expect(balances).not.toHaveProperty(account)
    expect(await problems()).toEqual([])
  })

  test('is refundable by its line less the credits of its leads, whose tax is returned with the first invoice', async () => {
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

  test('returns its tax with a refund of the manual bill that includes it', async () => {
    await closeNovemberTaxed()
    const bill = await endManualBilling()
    const [first] = await readCharges()
    expect((await give(bill, 2)).body.data).toMatchObject({ amount: 2, tax: 0.18 })
    expect((await give(bill, 3)).body.data).toMatchObject({ amount: 3, tax: 0.27 })
    expect((await give(first!, 0.5)).body.data).toMatchObject({ amount: 0.5, tax: 0.05 })
    await runJobs(db, http.platform)
    const balances = await balancesOf(db, tree.acme.id)
    for (const account of ['root_tax', 'root_revenue', 'agency_payable']) expect(balances).not.toHaveProperty(account)
    expect(await problems()).toEqual([])
  })

  test('is refundable with a manual bill less its leads’ credits, and a full refund rules out later wholesale credits', async () => {
    await closeNovemberTaxed()
    await sell(6)
    await creditSome(2)
    // $5.00 of the share plus $3.00 of new leads, minus two leads with their tax.
    clock.advance(60_000)
    const bill = await endManualBilling()
    expect(await refundable(bill)).toMatchObject({ refundable: 6.9 })
    await creditSome(4)
    expect(await refundable(bill)).toMatchObject({ refundable: 5.9 })
    // The new leads are refunded once their invoice has charged their tax (decision 184).
    expect((await give(bill, 5.9)).status).toBe(409)
    await closeAt('2027-01-01')
    http.forget()
    expect((await give(bill, 5.9)).body.data).toMatchObject({ amount: 5.9, tax: 0.27 })
    await runJobs(db, http.platform)
    await creditSome(6)
    const { rows } = await db.adminPool.query(
      'select wholesale_refunded, count(*)::int from lead_credit group by 1 order by 1',
    )
    expect(rows).toEqual([
      { wholesale_refunded: false, count: 4 },
      { wholesale_refunded: true, count: 2 },
    ])
    expect(await problems()).toEqual([])
  })
})
