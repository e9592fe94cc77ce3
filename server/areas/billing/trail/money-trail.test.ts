import { beforeEach, describe, expect, test } from 'vitest'
import { listInvoices, settleCharge } from '#contract/billing/invoices.ts'
import { listLineLeads, readMoneyTrail } from '#contract/billing/money-trail.ts'
import { refundCharge } from '#contract/billing/refunds.ts'
import { closePayer } from '#server/areas/billing/periods/close-payers.ts'
import type { TestApp } from '#server/test/app.ts'
import type { TestUser } from '#server/test/factories.ts'
import type { PipelineWorld } from '#server/test/pipeline-world.ts'
import { buyPrepaid } from '#server/test/prepaid.ts'
import { useReturnStage } from '#server/test/return-stage.ts'

// Follows a lead's price to everything that became of it, and an invoice line back to its leads.

const { now, book, owner, client, inAgency, sellLead, setRule, give, pass } = useReturnStage()
let world: PipelineWorld
let http: TestApp
beforeEach(async () => {
  ;({ world, http } = now)
  // Puts what other tests sold on an invoice of its own.
  await closePeriod()
})

const day_ms = 86_400_000
const trailOf = async (id: string, user: TestUser = owner()) =>
  (await http.as(user).call(readMoneyTrail, { params: { id } })).body.data

/** Closes the client's period; returns its newest invoice. */
async function closePeriod() {
  pass(day_ms)
  const endsOn = new Date(world.clock.now()).toISOString().slice(0, 10)
  await inAgency((tx) =>
    closePayer(tx, world.clock.now(), { ...book(), clientId: client().id, endsOn, zone: 'UTC', least_cents: 0 }),
  )
  const { body } = await http.as(owner()).call(listInvoices, { params: { companyID: client().id } })
  return body.data[0]!
}

const settle = (chargeID: string) => http.as(owner()).call(settleCharge, { body: { companyID: client().id, chargeID } })
const refund = (chargeId: string, body: { amount: number; lines?: { line: number; amount: number }[] }) =>
  http.as(owner()).call(refundCharge, {
    body: { companyID: client().id, chargeId, reason: 'quality', operationId: crypto.randomUUID(), ...body },
  })

describe('the money trail of a lead', () => {
  test('runs from its price through the invoice and payment to the refund of its line', async () => {
    const ids = [await sellLead(), await sellLead()]
    expect(await trailOf(ids[0]!)).toMatchObject([
      { leg: 'retail', company_name: client().name, price: 1.25, invoice: null, line: null, refunds: [], credits: [] },
      { leg: 'wholesale', company_id: world.tree.acme.id, price: 0.5, invoice: null },
    ])
    const { id, number } = await closePeriod()
    expect((await trailOf(ids[0]!))[0]).toMatchObject({
      invoice: { id, number, total: 2.5, status: 'due' },
      line: 1,
      line_amount: 2.5,
    })
    await settle(id)
    expect((await refund(id, { amount: 1, lines: [{ line: 1, amount: 1 }] })).status).toBe(200)
    expect((await trailOf(ids[0]!))[0]).toMatchObject({
      invoice: { status: 'settled', refunded: 1 },
      refunds: [{ of_line: true, part: 1, amount: 1, state: 'succeeded', credit_note: expect.stringMatching(/^C-/) }],
    })
  })

  test('marks a refund of the whole invoice as such, and omits refunds of other lines', async () => {
    const first = await sellLead()
    const campaign = await world.makeCampaign({ retail_price_e4: 20_000, reidentification: 'always' })
    const second = await sellLead({ campaign })
    const { id } = await closePeriod()
    await settle(id)
    const { line } = (await trailOf(first))[0]!
    expect((await refund(id, { amount: 0.5, lines: [{ line: line!, amount: 0.5 }] })).status).toBe(200)
    world.clock.advance(1)
    expect((await refund(id, { amount: 0.25 })).status).toBe(200)
    const refundsOf = async (lead: string) =>
      (await trailOf(lead))[0]!.refunds.map(({ of_line, part }) => ({ of_line, part }))
    expect(await refundsOf(first)).toEqual([
      { of_line: true, part: 0.5 },
      { of_line: false, part: 0.25 },
    ])
    expect(await refundsOf(second)).toEqual([{ of_line: false, part: 0.25 }])
  })

  test('names the top-ups that paid for it, of its campaign and of the agency’s wallet', async () => {
    const at_ms = world.clock.now()
    const wallet = await buyPrepaid(world.db, book(), { amount_cents: 5_000, at_ms, stopsContinual: true })
    const balance = { id: now.campaign.id, clientId: client().id }
    const first = await buyPrepaid(world.db, book(), { amount_cents: 125, at_ms, balance, leadsToBuy: 1 })
    world.clock.advance(1_000)
    const second = await buyPrepaid(world.db, book(), {
      amount_cents: 1_000,
      at_ms: world.clock.now(),
      balance,
      leadsToBuy: 8,
    })
    const topUpsOf = async (id: string, user?: TestUser) =>
      (await trailOf(id, user)).map(({ top_ups }) => top_ups.map((one) => [one.id, one.amount]))
    expect(await topUpsOf(await sellLead())).toEqual([[[first, 1.25]], [[wallet, 50]]])
    const id = await sellLead()
    expect(await topUpsOf(id)).toEqual([[[second, 10]], [[wallet, 50]]])
    expect(await topUpsOf(id, client().user)).toEqual([[[second, 10]]])
    const other = await world.makeCampaign({ retail_price_e4: 12_500, reidentification: 'always' })
    expect((await topUpsOf(await sellLead({ campaign: other })))[0]).toEqual([])
  })

  test('shows the operator, but not the agency, the commissions that its payment earned', async () => {
    const id = await sellLead()
    const invoice = await closePeriod()
    const { system, salesRep } = world.tree.root
    await world.db.adminPool.query(
      `insert into commission (agency_id, charge_id, user_id, root_id, charge_kind, rate_bp, base_e4, amount_e4, earned_at)
       values ($1, $2, $3, $4, 'client_leads', 1000, 12500, 1250, now())`,
      [world.tree.acme.id, invoice.id, salesRep.id, world.tree.root.id],
    )
    const { full_name: name } = (
      await world.db.adminPool.query<{ full_name: string }>('select full_name from app_user where id = $1', [
        salesRep.id,
      ])
    ).rows[0]!
    expect((await trailOf(id, system)).map(({ commissions }) => commissions)).toEqual([
      [{ name, percent: 10, amount: 0.125 }],
      [],
    ])
    expect((await trailOf(id)).some((leg) => 'commissions' in leg)).toBe(false)
  })

  test('ends with the credit for a return, in both legs', async () => {
    await setRule({})
    const id = await sellLead()
    await give(id)
    const credit = { cause: 'return', taken_back_at: null }
    expect(await trailOf(id)).toMatchObject([
      { leg: 'retail', credits: [{ ...credit, amount: 1.25 }] },
      { leg: 'wholesale', credits: [{ ...credit, amount: 0.5 }] },
    ])
  })

  test('shows a client its own leg, and looks absent to everyone else', async () => {
    const id = await sellLead()
    expect((await trailOf(id, client().user)).map(({ leg }) => leg)).toEqual(['retail'])
    for (const user of [world.tree.acme.clients[1]!.user, world.tree.brightside.owner])
      expect((await http.as(user).call(readMoneyTrail, { params: { id } })).status).toBe(404)
  })
})

describe('a line of an invoice', () => {
  test('lists its leads by page, and shows which were credited since', async () => {
    await setRule({})
    const ids = [await sellLead(), await sellLead(), await sellLead()]
    const { id: invoiceID } = await closePeriod()
    await give(ids[1]!)
    const params = { companyID: client().id, invoiceID, line: '1' }
    const list = async (query = {}, user = client().user) =>
      (await http.as(user).call(listLineLeads, { params, query })).body
    const all = await list()
    expect(all.data.map(({ lead_id, credited, price }) => [lead_id, credited, price])).toEqual([
      [ids[0], false, 1.25],
      [ids[1], true, 1.25],
      [ids[2], false, 1.25],
    ])
    expect(all.data[0]).toMatchObject({ person_name: 'Ada Lovelace', leadspeek_type: 'local' })
    expect(await list({ PerPage: 2, Page: 2 }, owner())).toMatchObject({
      data: [{ lead_id: ids[2] }],
      total: 3,
      last_page: 2,
    })
  })

  test('of another company, or that does not exist, is rejected by field', async () => {
    await sellLead()
    const { id: invoiceID } = await closePeriod()
    const ask = (params: { companyID: string; invoiceID: string; line: string }, user = owner()) =>
      http.as(user).call(listLineLeads, { params })
    const ownLine = { companyID: client().id, invoiceID, line: '1' }
    expect((await ask(ownLine)).status).toBe(200)
    expect((await ask({ ...ownLine, line: '9' })).body.field).toBe('line')
    expect((await ask({ ...ownLine, companyID: world.tree.acme.clients[1]!.id })).body.field).toBe('line')
    expect((await ask(ownLine, world.tree.brightside.owner)).status).toBe(404)
  })
})
