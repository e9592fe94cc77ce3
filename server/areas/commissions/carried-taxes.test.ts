import { beforeEach, describe, expect, test } from 'vitest'
import { refundCharge } from '#contract/billing/refunds.ts'
import { readCommissions } from '#contract/commissions/commissions.ts'
import { setCommissionRate } from '#contract/commissions/pay.ts'
import { setSales } from '#contract/companies/sales.ts'
import { creditTaxes, reverseTaxes } from '#server/areas/billing/taxes/credit-taxes.ts'
import { verifyCommissionBases } from '#server/areas/billing/commissions.ts'
import { creditLeads, reverseCredits } from '#server/areas/leads/credit-leads.ts'
import { verifyLedger } from '#server/areas/ledger/verify-ledger.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { newId } from '#server/platform/ids.ts'
import { startWithheldStage, type WithheldStage } from '#server/test/withheld-stage.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { makeTaxRate, setTaxDetail } from '#server/test/taxes.ts'
import { verifyCommissions } from './verify-commissions.ts'

// Tax earns no commission, whichever charge brings it in: the invoice that was taxed, or the one that asks for it later.

let stage = {} as WithheldStage
beforeEach(async () => {
  stage = await startWithheldStage()
  const { db, http, tree } = stage
  const { salesRep, system } = tree.root
  await makeTaxRate(db, { rootId: tree.root.id, agencyId: null, country: 'US', rate_e3: 10_000 })
  await setTaxDetail(db, { companyId: tree.acme.id, rootId: tree.root.id, agencyId: tree.acme.id, country: 'US' })
  await http
    .as(system)
    .call(setCommissionRate, { body: { companyID: tree.root.id, salesId: salesRep.id, percent: 10 } })
  await http.as(system).call(setSales, { body: { companyID: tree.acme.id, salesRep: salesRep.id } as never })
  return stage.close
})

const readEarnings = async (): Promise<number> => {
  stage.http.forget()
  return (await stage.http.as(stage.tree.root.salesRep).call(readCommissions, {})).body.data.earned
}
const problems = async (): Promise<string[]> =>
  (await verifyLedger(stage.db.appPool, [verifyCommissions, verifyCommissionBases])).flatMap((one) => one.problems)

const book = () => ({ rootId: stage.tree.root.id, agencyId: stage.tree.acme.id })

/** A month of $5.50, of which $2.20 are credited for four leads. Returns the credit's id. */
async function sellAndCredit(): Promise<string> {
  const { db, clock, sell, closeAt } = stage
  await sell(10)
  await closeAt('2026-12-01')
  expect(await readEarnings()).toBe(0.5)
  const changeId = newId(clock.now())
  await db.adminPool.query('update lead set person_id = 999 where id in (select id from lead order by id limit 4)')
  const rule = { changeId, personIds: [999], since: new Date(0), clientId: null, campaignId: null }
  await inScope(db.appPool, { kind: 'agency', ...book() }, async (tx) => {
    await creditLeads(tx, book(), clock.now(), rule)
    await creditTaxes(tx, book(), clock.now(), { changeId })
  })
  return changeId
}

/** That month; one of $1.10, which the credit pays for; and the credit is reversed. */
async function leaveOver(): Promise<void> {
  const { db, clock, sell, closeAt } = stage
  const changeId = await sellAndCredit()
  await sell(2)
  await closeAt('2027-01-01')
  await inScope(db.appPool, { kind: 'agency', ...book() }, async (tx) => {
    await reverseCredits(tx, book(), clock.now(), changeId)
    await reverseTaxes(tx, book(), clock.now(), changeId)
  })
  clock.advance(60_000)
}

/** The agency's newest charge. */
const newest = async (): Promise<string> =>
  (
    await stage.db.adminPool.query<{ id: string }>(
      'select id from charge where agency_id = $1 and client_id is null order by created_at desc limit 1',
      [stage.tree.acme.id],
    )
  ).rows[0]!.id

async function give(chargeId: string, amount: number): Promise<void> {
  const { http, tree, db } = stage
  http.forget()
  const wish = { companyID: tree.acme.id, chargeId, reason: 'quality' as const, amount }
  const body = { ...wish, operationId: crypto.randomUUID() }
  expect((await http.as(tree.root.system).call(refundCharge, { body })).status).toBe(200)
  await runJobs(db, http.platform)
}

describe('a commission on what an earlier, taxed invoice left over', () => {
  test.each([
    ['an invoice', () => stage.closeAt('2027-02-01')],
    ['a manual bill', () => stage.endManualBilling()],
  ])('asked for by %s, leaves out its tax, and follows refunds of it', async (_of, ask) => {
    await leaveOver()
    await ask()
    expect(await readEarnings()).toBe(0.6)
    const later = await newest()
    await give(later, 0.55)
    expect(await readEarnings()).toBe(0.55)
    await give(later, 0.55)
    expect(await readEarnings()).toBe(0.5)
    expect(await problems()).toEqual([])
  })

  test('stays as it was booked if it was earned before that tax was left out', async () => {
    await leaveOver()
    await stage.endManualBilling()
    const { adminPool } = stage.db
    // As booked before: 10 % of all of the $1.10.
    await adminPool.query('update commission set counts_carried_tax = true, base_e4 = 11000 where base_e4 = 10000')
    expect((await problems()).filter((one) => one.includes('money received'))).toEqual([])
  })

  test('leaves out tax once, if the taxed invoice was paid enough to contain it', async () => {
    const { closeNovemberUnanswered, answer, closeAt } = stage
    await closeNovemberUnanswered(['succeeded', 50])
    await answer()
    expect(await readEarnings()).toBe(0)
    await closeAt('2027-01-01')
    expect(await readEarnings()).toBe(0.5)
    expect(await problems()).toEqual([])
  })
})

test('a commission is never on more than the money without tax, if leads were credited with their tax', async () => {
  await sellAndCredit()
  // Credits change no commission: what the operator received for the month stays as it was.
  expect(await readEarnings()).toBe(0.5)
  const first = await newest()
  await stage.sell(10)
  await stage.closeAt('2027-01-01')
  // $8.80 came in, and 80 cents of tax are owed. The second invoice asked for $3.30, and counts all 50 cents of its own tax.
  expect(await readEarnings()).toBe(0.78)
  const second = await newest()
  await give(second, 3.3)
  await give(first, 3.3)
  // $2.20 are left, and 20 cents of tax.
  expect(await readEarnings()).toBe(0.2)
  expect(await problems()).toEqual([])
})
