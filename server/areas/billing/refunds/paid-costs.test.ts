import { beforeEach, describe, expect, test } from 'vitest'
import { readMoneyTrail } from '#contract/billing/money-trail.ts'
import { refundCharge } from '#contract/billing/refunds.ts'
import { closePeriodsJob } from '#server/areas/billing/periods/close-periods.ts'
import { findRefunded } from '#server/areas/billing/refunds/find-refunded.ts'
import { creditLeads } from '#server/areas/leads/credit-leads.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { newId } from '#server/platform/ids.ts'
import { startWithheldStage, type WithheldStage } from '#server/test/withheld-stage.ts'
import { balancesOf } from '#server/test/payments.ts'
import { buyPrepaid, payFromBalance } from '#server/test/prepaid.ts'
import { runJobs } from '#server/test/run-jobs.ts'

// A bill that ends manual billing asks for no lead whose cost a client's payment or the wallet had paid before (decision 207).

let stage = {} as WithheldStage
beforeEach(async () => {
  stage = await startWithheldStage()
  return stage.close
})

const book = () => ({ rootId: stage.tree.root.id, agencyId: stage.tree.acme.id })

/** Credits the ten oldest or newest leads, as an exclusion does; returns how many had come back to their agency with a refund. */
async function exclude(which: 'oldest' | 'newest'): Promise<number> {
  const { db, clock } = stage
  const changeId = newId(clock.now())
  await db.adminPool.query(
    `update lead set person_id = 777 where id in (
       select id from lead order by created_at ${which === 'oldest' ? 'asc' : 'desc'}, id limit 10)`,
  )
  const rule = { changeId, personIds: [777], since: new Date(0), clientId: null, campaignId: null }
  await inScope(db.appPool, { kind: 'agency', ...book() }, (tx) =>
    creditLeads(tx, book(), clock.now(), rule, (leads) => findRefunded(tx, book().agencyId, leads)),
  )
  const { rowCount } = await db.adminPool.query('select from lead_credit where change_id = $1 and wholesale_refunded', [
    changeId,
  ])
  return rowCount ?? 0
}

async function give(chargeId: string, amount: number): Promise<number> {
  const { db, http, tree } = stage
  http.forget()
  const request = { companyID: tree.acme.id, chargeId, reason: 'quality' as const, amount }
  const body = { ...request, operationId: crypto.randomUUID() }
  const { status } = await http.as(tree.root.system).call(refundCharge, { body })
  await runJobs(db, http.platform)
  return status
}

/** Ten leads whose cost is paid in another way, and a minute later ten that the bill asks for. Returns the bill. */
async function billBeside(pay: () => Promise<unknown>): Promise<string> {
  const { clock, sell, endManualBilling } = stage
  await sell(10)
  await pay()
  clock.advance(60_000)
  await sell(10)
  clock.advance(60_000)
  const bill = await endManualBilling()
  clock.advance(60_000)
  expect((await stage.own()).at(-1)).toEqual(['succeeded', 500])
  return bill
}

async function payByClient(): Promise<void> {
  await stage.storeGoodCard()
  await stage.closeAt('2026-11-23')
  expect((await balancesOf(stage.db, stage.tree.acme.id))['agency_payable']).toBe(undefined)
}

async function payInFlight(): Promise<void> {
  await stage.storeGoodCard()
  stage.goTo('2026-11-23T06:01:00Z')
  await stage.whileUnanswered(async (platform) => {
    await closePeriodsJob.run(platform, {})
    await runJobs(stage.db, platform)
  })
}

async function payByWallet(): Promise<void> {
  const { db, clock } = stage
  const at_ms = clock.now()
  await buyPrepaid(db, book(), { amount_cents: 25_000, at_ms, stopsContinual: true })
  await payFromBalance(db, book(), at_ms, { balanceId: book().agencyId, amount_e4: 50_000, leads: 10 })
}

describe.each([
  ['a client’s payment had paid for', payByClient],
  ['a client’s payment in flight pays for', payInFlight],
  ['the wallet had paid for', payByWallet],
])('leads that %s', (_of, pay) => {
  test('are credited to their agency after a refund of a later bill, and those on the bill are not', async () => {
    const bill = await billBeside(pay)
    await stage.answer()
    expect(await give(bill, 5)).toBe(200)
    expect(await exclude('oldest')).toBe(0)
    expect((await balancesOf(stage.db, stage.tree.acme.id))['agency_payable']).toBe(500)
    expect(await exclude('newest')).toBe(10)
    expect(await stage.problems()).toEqual([])
  })

  test('do not lower what is refunded of a later bill when they are credited', async () => {
    const bill = await billBeside(pay)
    await stage.answer()
    expect(await exclude('oldest')).toBe(0)
    expect(await give(bill, 5)).toBe(200)
    expect(await stage.problems()).toEqual([])
  })
})

test('the money trail names no bill for a lead that had been paid for', async () => {
  const id = await billBeside(payByClient)
  const billOf = async (order: 'asc' | 'desc') => {
    const { rows } = await stage.db.adminPool.query<{ id: string }>(
      `select id from lead order by created_at ${order}, id limit 1`,
    )
    stage.http.forget()
    const { body } = await stage.http.as(stage.tree.acme.owner).call(readMoneyTrail, { params: { id: rows[0]!.id } })
    return body.data.find(({ leg }) => leg === 'wholesale')!.bill?.id ?? null
  }
  expect([await billOf('asc'), await billOf('desc')]).toEqual([null, id])
})

test('leads that a client’s payment carried in part stay on the bill, which asked for the rest', async () => {
  const { db, clock, sell, endManualBilling } = stage
  await sell(10)
  await payByClient()
  // As if less had been owed when the payment left.
  await db.adminPool.query('update charge_attempt set fee_cents = 400 where fee_cents = 500')
  clock.advance(60_000)
  await sell(10)
  clock.advance(60_000)
  const bill = await endManualBilling()
  clock.advance(60_000)
  expect(await give(bill, 5)).toBe(200)
  expect(await exclude('oldest')).toBe(10)
})
