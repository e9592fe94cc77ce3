import { beforeEach, describe, expect, test } from 'vitest'
import { settleCharge } from '#contract/billing/invoices.ts'
import { refundCharge } from '#contract/billing/refunds.ts'
import { makeCampaign } from '#server/test/factories.ts'
import { startWithheldStage, type WithheldStage } from '#server/test/withheld-stage.ts'
import { balancesOf, sellLeads } from '#server/test/payments.ts'
import { buyPrepaid, payFromBalance } from '#server/test/prepaid.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { makeTaxRate, setTaxDetail } from '#server/test/taxes.ts'

// What pays for leads before their invoice isn't taxed, so the invoice asks for all of its tax with the rest, and refunds return all
// of it (decisions 95, 208).

let stage = {} as WithheldStage
beforeEach(async () => {
  stage = await startWithheldStage()
  const { db, tree } = stage
  await makeTaxRate(db, { rootId: tree.root.id, agencyId: null, country: 'US', rate_e3: 10_000 })
  await setTaxDetail(db, { companyId: tree.acme.id, rootId: tree.root.id, agencyId: tree.acme.id, country: 'US' })
  return stage.close
})

const book = () => ({ rootId: stage.tree.root.id, agencyId: stage.tree.acme.id })
const newestOf = async (clientId: string | null): Promise<{ id: string; asked: number }> => {
  const { rows } = await stage.db.adminPool.query<{ id: string; asked: number }>(
    `select id, (total_cents - deduction_cents)::int as asked from invoice
      where client_id is not distinct from $1 and ends_on is not null order by issued_at desc, id desc limit 1`,
    [clientId],
  )
  return rows[0]!
}

/** Refunds a charge of the agency, or of its client; returns the tax that came back. */
async function give(chargeId: string, amount: number, of: { clientId?: string; lines?: object[] } = {}) {
  const { db, http, tree } = stage
  http.forget()
  const { clientId, lines } = of
  const request = { companyID: clientId ?? tree.acme.id, chargeId, reason: 'quality', amount, ...(lines && { lines }) }
  const { status, body } = await http
    .as(clientId === undefined ? tree.root.system : tree.acme.owner)
    .call(refundCharge, { body: { ...request, operationId: crypto.randomUUID() } as never })
  await runJobs(db, http.platform)
  expect(status).toBe(200)
  return body.data.tax
}
const readBalances = async (...accounts: string[]) => {
  const balances = await balancesOf(stage.db, stage.tree.acme.id)
  return accounts.map((account) => balances[account] ?? 0)
}

async function payByWallet(count: number): Promise<void> {
  const { db, clock } = stage
  const at_ms = clock.now()
  await buyPrepaid(db, book(), { amount_cents: 25_000, at_ms, stopsContinual: true })
  await payFromBalance(db, book(), at_ms, { balanceId: book().agencyId, amount_e4: count * 5_000, leads: count })
}

describe('an agency’s invoice returns all of its tax with what it asked for', () => {
  test('if a client’s payment had paid the price', async () => {
    await stage.sell(10)
    await stage.storeGoodCard()
    await stage.closeAt('2026-11-23')
    await stage.closeAt('2026-12-01')
    const { id, asked } = await newestOf(null)
    expect(asked).toBe(50)
    expect([await give(id, 0.2), await give(id, 0.3)]).toEqual([0.2, 0.3])
    expect(await readBalances('root_tax', 'root_revenue')).toEqual([0, 500])
    expect(await stage.problems()).toEqual([])
  })

  test('if a client’s payment in flight was to pay it, once that has arrived', async () => {
    await stage.storeGoodCard()
    await stage.closeNovemberUnanswered(['succeeded', 50])
    await stage.answer()
    const { id } = await newestOf(null)
    expect(await give(id, 0.5)).toBe(0.5)
    expect(await readBalances('root_tax', 'root_revenue')).toEqual([0, 500])
    expect(await stage.problems()).toEqual([])
  })

  test('if the wallet had paid it', async () => {
    await stage.sell(10)
    await payByWallet(10)
    await stage.closeAt('2026-12-01')
    const { id, asked } = await newestOf(null)
    expect(asked).toBe(50)
    expect([await give(id, 0.07), await give(id, 0.43)]).toEqual([0.07, 0.43])
    expect(await readBalances('root_tax', 'root_revenue')).toEqual([0, 500])
    expect(await stage.problems()).toEqual([])
  })

  test('if the wallet had paid a part of it, and by lines', async () => {
    await stage.sell(10)
    await payByWallet(10)
    stage.clock.advance(60_000)
    await stage.sell(10)
    await stage.closeAt('2026-12-01')
    const { id, asked } = await newestOf(null)
    // $11, of which the wallet paid $5: two lines of $5.50.
    expect(asked).toBe(600)
    const first = await give(id, 3, { lines: [{ line: 1, amount: 3 }] })
    expect([first, await give(id, 3)]).toEqual([0.5, 0.5])
    expect(await readBalances('root_tax', 'root_revenue')).toEqual([0, 500])
    expect(await stage.problems()).toEqual([])
  })
})

test('a client’s invoice returns all of its tax, if leads bought beforehand paid the price', async () => {
  const { db, tree, clock, client } = stage
  const place = { rootId: tree.root.id, agencyId: tree.acme.id }
  await makeTaxRate(db, { ...place, country: 'DE', rate_e3: 10_000 })
  await setTaxDetail(db, { companyId: client().id, ...place, clientId: client().id, country: 'DE' })
  const campaign = await makeCampaign(db, client())
  const balance = { id: campaign.id, clientId: client().id }
  await buyPrepaid(db, book(), { amount_cents: 2_000, at_ms: clock.now(), balance, leadsToBuy: 10 })
  await sellLeads(db, tree.acme, { client: client(), campaign, at_ms: clock.now(), count: 10 })
  await payFromBalance(db, book(), clock.now(), { balanceId: campaign.id, amount_e4: 150_000, leads: 10 })
  await stage.closeAt('2026-11-23')
  const { id, asked } = await newestOf(client().id)
  expect(asked).toBe(150)
  stage.http.forget()
  const settlement = await stage.http
    .as(tree.acme.owner)
    .call(settleCharge, { body: { companyID: client().id, chargeID: id } })
  expect(settlement.status).toBe(200)
  expect([await give(id, 0.5, { clientId: client().id }), await give(id, 1, { clientId: client().id })]).toEqual([
    0.5, 1,
  ])
  expect(await readBalances('agency_tax', 'agency_revenue')).toEqual([0, 1_500])
  expect(await stage.problems()).toEqual([])
})
