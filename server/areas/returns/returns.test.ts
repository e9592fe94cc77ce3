import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { listRefunds, refundCharge } from '#contract/billing/refunds.ts'
import { settleCharge } from '#contract/billing/invoices.ts'
import { getLead } from '#contract/leads/leads.ts'
import {
  decideReturn,
  listReturns,
  readLeadReturn,
  readReturnRule,
  requestReturn,
  saveReturnRule,
  type ReturnReason,
} from '#contract/returns/returns.ts'
import { closePayer, verifyCharges, verifyRefunds } from '#server/areas/billing/public.ts'
import { creditLeads, verifyLeads } from '#server/areas/leads/public.ts'
import { verifyLedger } from '#server/areas/ledger/public.ts'
import { verifyPrepaid } from '#server/areas/prepaid/public.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { newId } from '#server/platform/ids.ts'
import { createTestApp, unlimited, type TestApp } from '#server/test/app.ts'
import type { TestUser } from '#server/test/factories.ts'
import { balancesOf, chargesOf } from '#server/test/payments.ts'
import {
  createPipelineWorld,
  md5,
  type PipelineCampaign,
  type PipelinePerson,
  type PipelineWorld,
} from '#server/test/pipeline-world.ts'
import { buyPrepaid, lotsOf } from '#server/test/prepaid.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { settleReturnsJob } from './settle-return.ts'
import { verifyReturns } from './verify-returns.ts'

// A client gives a lead back that is no good, and whoever had a share in it gives that back too (decision 67).

let world: PipelineWorld
let http: TestApp
let campaign: PipelineCampaign
beforeAll(async () => {
  world = await createPipelineWorld()
  http = await createTestApp(world.db, { limiter: unlimited, clock: world.clock })
})
afterAll(async () => {
  await http.close()
  await world.close()
})
beforeEach(async () => {
  for (const table of ['return_rule', 'match_doubt']) await world.db.adminPool.query(`delete from ${table}`)
  campaign = await world.makeCampaign({
    retail_price_e4: 12_500,
    wholesale_price_e4: 5_000,
    reidentification: 'always',
  })
  return clean
})
afterEach(() => vi.unstubAllEnvs())

/** What tests booked stays booked: the next one begins with no lead of its own month. */
const clean = async (): Promise<void> => {
  world.clock.advance(62 * day_ms)
  http.forget()
}

const day_ms = 86_400_000
const book = () => ({ rootId: world.tree.root.id, agencyId: world.tree.acme.id })
const owner = () => world.tree.acme.owner
const client = () => world.tree.acme.clients[0]!
const inAgency = <T>(work: Parameters<typeof inScope<T>>[2]): Promise<T> =>
  inScope(world.db.appPool, { kind: 'agency', ...book() }, work)

const sell = async (of: { campaign?: PipelineCampaign; person?: PipelinePerson; visitorId?: string } = {}) => {
  const person = of.person ?? (await world.makePerson())
  const visit = await world.visit(of.campaign ?? campaign, {
    hashes: [md5(person.email)],
    ...(of.visitorId && { visitorId: of.visitorId }),
  })
  world.clock.advance(1)
  return visit
}
const sellLead = async (of: Parameters<typeof sell>[0] = {}): Promise<string> => {
  const { reason, lead_id } = await sell(of)
  expect(reason).toBe('lead')
  return lead_id!
}
const ask = (id: string, reason: ReturnReason = 'wrong_number', user: TestUser = client().user, detail = '') =>
  http.as(user).call(requestReturn, { params: { id }, body: { reason, detail } })
const list = async (user: TestUser = owner(), query = {}) =>
  (await http.as(user).call(listReturns, { params: { companyID: user.companyId }, query })).body
const findReturn = async (leadId: string) =>
  (await list(owner(), { PerPage: 100 })).data.find((row) => row.lead_id === leadId)!
const decide = async (leadId: string, decision: 'accept' | 'refuse', answer = '', user: TestUser = owner()) =>
  http.as(user).call(decideReturn, {
    body: { companyID: world.tree.acme.id, return_id: (await findReturn(leadId)).id, decision, answer },
  })
const give = async (leadId: string, reason: ReturnReason = 'wrong_number'): Promise<void> => {
  expect((await ask(leadId, reason)).status).toBe(200)
  expect((await decide(leadId, 'accept')).body).toMatchObject({ message: 'The lead was credited.' })
}
const obstacleOf = async (id: string, user: TestUser = client().user) =>
  (await http.as(user).call(readLeadReturn, { params: { id } })).body.data.obstacle
const setRule = (rule: Record<string, unknown>, companyID = world.tree.acme.id) =>
  http.as(owner()).call(saveReturnRule, {
    params: { companyID },
    body: { window_days: 30, share_percent: 100, accepts_itself: 'F', ...rule } as never,
  })
const problems = async (): Promise<string[]> =>
  (
    await verifyLedger(world.db.appPool, [verifyLeads, verifyReturns, verifyCharges, verifyRefunds, verifyPrepaid])
  ).flatMap((one) => one.problems)
const balances = () => balancesOf(world.db, world.tree.acme.id)
const kindsOf = async (id: string, user: TestUser = owner()) =>
  (await http.as(user).call(getLead, { params: { id } })).body.data.money.transfers.map(({ kind }) => kind)

describe('a lead that is given back', () => {
  test('is credited in both legs once the agency accepts it, and its client sees its own leg', async () => {
    const before = await balances()
    const id = await sellLead()
    const sold = await balances()
    expect((await ask(id, 'other', client().user, 'The shop next door')).status).toBe(200)
    // Nothing moves before somebody decides.
    expect(await balances()).toEqual(sold)
    expect(await findReturn(id)).toMatchObject({
      state: 'pending',
      reason: 'other',
      detail: 'The shop next door',
      person_name: 'Ada Lovelace',
      company_name: client().name,
      leadspeek_type: 'local',
      retail_price: 1.25,
    })
    expect((await decide(id, 'accept')).status).toBe(200)
    expect(await balances()).toEqual(before)
    expect(await kindsOf(id)).toEqual(['lead_retail', 'lead_wholesale', 'lead_retail_credit', 'lead_wholesale_credit'])
    expect(await kindsOf(id, client().user)).toEqual(['lead_retail', 'lead_retail_credit'])
    expect((await list()).sums).toEqual({ pending: 0, accepted: 1, refused: 0, credited: 1.25, received: 0.5 })
    expect((await list(client().user)).sums).toEqual({ pending: 0, accepted: 1, refused: 0, credited: 1.25 })
    // Again it is the same decision, and the other one comes too late.
    expect((await decide(id, 'accept')).status).toBe(200)
    expect(await decide(id, 'refuse', 'No')).toMatchObject({ status: 409 })
    expect(await balances()).toEqual(before)
    expect(await problems()).toEqual([])
  })

  test('stays sold where the agency refuses, with a reason that its client reads', async () => {
    const id = await sellLead()
    const sold = await balances()
    await ask(id)
    expect(await decide(id, 'refuse')).toMatchObject({ status: 422, body: { field: 'answer' } })
    expect((await decide(id, 'refuse', 'We called and it rang.')).status).toBe(200)
    expect((await list(client().user)).data[0]).toMatchObject({ state: 'refused', answer: 'We called and it rang.' })
    expect(await ask(id)).toMatchObject({ status: 409, body: { message: 'This lead was returned already.' } })
    expect(await balances()).toEqual(sold)
    expect(await problems()).toEqual([])
  })

  test('is credited once, however many accept it at the same moment', async () => {
    const id = await sellLead()
    const sold = await balances()
    await ask(id)
    const answers = await Promise.all(Array.from({ length: 8 }, () => decide(id, 'accept')))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
    expect((await balances())['client_receivable']).toBe((sold['client_receivable'] ?? 0) + 125)
    expect(await problems()).toEqual([])
  })

  test('says what is wrong with it, where none of the reasons does', async () => {
    const id = await sellLead()
    expect(await ask(id, 'other')).toMatchObject({ status: 422, body: { field: 'detail' } })
    expect(await ask(id, 'bad' as ReturnReason)).toMatchObject({ status: 422, body: { field: 'reason' } })
  })

  test('is its client’s or its agency’s to give back, and looks absent to everybody else', async () => {
    const id = await sellLead()
    const [, other] = world.tree.acme.clients
    expect((await ask(id, 'duplicate', other!.user)).status).toBe(404)
    expect((await ask(id, 'duplicate', world.tree.brightside.owner)).status).toBe(404)
    expect((await ask(id, 'duplicate', owner())).status).toBe(200)
    expect((await decide(id, 'accept', '', client().user)).status).toBe(403)
    const { id: return_id } = await findReturn(id)
    const foreign = { companyID: world.tree.brightside.id, return_id, decision: 'accept' as const }
    expect(await http.as(world.tree.brightside.owner).call(decideReturn, { body: foreign })).toMatchObject({
      status: 422,
      body: { field: 'return_id' },
    })
  })
})

describe('the rule', () => {
  test('is the agency’s for all of its clients, or for one, and else 30 days and a tenth', async () => {
    const read = async (companyID: string, user = owner()) =>
      (await http.as(user).call(readReturnRule, { params: { companyID } })).body.data
    const usual = { window_days: 30, share_percent: 10, accepts_itself: 'F' }
    expect(await read(client().id, client().user)).toEqual({ ...usual, follows_agency: 'T' })
    expect((await setRule({ window_days: 7 })).status).toBe(200)
    expect((await setRule({ window_days: 60, share_percent: 50 }, client().id)).status).toBe(200)
    expect(await read(world.tree.acme.id)).toMatchObject({ window_days: 7, share_percent: 100 })
    expect(await read(client().id)).toMatchObject({ window_days: 60, share_percent: 50, follows_agency: 'F' })
    expect(await read(world.tree.acme.clients[1]!.id)).toMatchObject({ window_days: 7, follows_agency: 'T' })
    await setRule({ follows_agency: 'T' }, client().id)
    expect(await read(client().id)).toMatchObject({ window_days: 7, follows_agency: 'T' })
    expect(await setRule({ window_days: 91 })).toMatchObject({ status: 422, body: { field: 'window_days' } })
    expect(await setRule({ share_percent: -1 })).toMatchObject({ status: 422, body: { field: 'share_percent' } })
  })

  test('leaves a lead with its client once the window is over', async () => {
    await setRule({ window_days: 3 })
    const id = await sellLead()
    world.clock.advance(3 * day_ms - 10)
    http.forget()
    expect(await obstacleOf(id)).toBe(null)
    world.clock.advance(10)
    expect(await obstacleOf(id)).toBe('late')
    expect(await ask(id)).toMatchObject({ status: 409, body: { message: 'The time to return this lead is over.' } })
  })

  test('takes a share of a month’s leads back, one at least, and a refused one leaves its place', async () => {
    await setRule({ share_percent: 40 })
    const ids = [await sellLead(), await sellLead(), await sellLead()]
    expect((await ask(ids[0]!)).status).toBe(200)
    expect((await ask(ids[1]!)).status).toBe(200)
    expect(await ask(ids[2]!)).toMatchObject({
      status: 409,
      body: { message: 'No more leads of this month can be returned.' },
    })
    await decide(ids[0]!, 'refuse', 'It rang.')
    expect((await ask(ids[2]!)).status).toBe(200)
    await setRule({ share_percent: 0 })
    expect(await obstacleOf(await sellLead())).toBe('share')
  })

  test('gives the last of the share to one of two who ask at once', async () => {
    await setRule({ share_percent: 50 })
    const ids = [await sellLead(), await sellLead()]
    const statuses = (await Promise.all(ids.map((id) => ask(id)))).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 409])
  })

  test('may accept by itself, right after the client has asked', async () => {
    const before = await balances()
    await setRule({ accepts_itself: 'T' })
    const id = await sellLead()
    expect((await ask(id)).status).toBe(200)
    expect(await runJobs(world.db, http.platform)).toContain('settle-return')
    expect(await findReturn(id)).toMatchObject({ state: 'accepted', decided_by_rule: 'T' })
    expect(await balances()).toEqual(before)
    expect(await problems()).toEqual([])
  })

  test('accepts what nobody decided about for 14 days', async () => {
    const id = await sellLead()
    await ask(id)
    world.clock.advance(14 * day_ms - 1_000)
    await settleReturnsJob.run(http.platform, {})
    http.forget()
    expect(await findReturn(id)).toMatchObject({ state: 'pending' })
    world.clock.advance(1_000)
    await settleReturnsJob.run(http.platform, {})
    expect(await findReturn(id)).toMatchObject({ state: 'accepted', decided_by_rule: 'T' })
    expect(await problems()).toEqual([])
  })

  test('keeps what B2B ID’s agreement promises: 30 days and no share, whatever the agency has set', async () => {
    await setRule({ window_days: 1, share_percent: 0 })
    const id = await sellLead()
    await world.db.adminPool.query(`update campaign set module = 'b2b' where id = $1`, [campaign.id])
    world.clock.advance(30 * day_ms - 10)
    http.forget()
    expect(await obstacleOf(id)).toBe(null)
    expect((await ask(id)).status).toBe(200)
    // With the days that a decision may take at most, the credit is there in time by itself.
    world.clock.advance(14 * day_ms)
    http.forget()
    await settleReturnsJob.run(http.platform, {})
    expect(await findReturn(id)).toMatchObject({ state: 'accepted' })
  })
})

describe('the money', () => {
  test('comes back once: not after a grace credit, nor does a grace credit come after a return', async () => {
    const person = await world.makePerson()
    const [id, other] = [await sellLead({ person }), await sellLead()]
    await setRule({})
    await ask(id)
    const rule = { changeId: newId(world.clock.now()), since: new Date(0), clientId: null, campaignId: null }
    const credit = (personIds: number[]) =>
      inAgency((tx) => creditLeads(tx, book(), world.clock.now(), { ...rule, personIds }))
    expect(await credit([person.id])).toBe(1)
    expect(await decide(id, 'accept')).toMatchObject({ status: 409 })
    expect(await obstacleOf(other)).toBe(null)
    await give(other)
    const personId = (await world.visits(campaign)).find(({ lead_id }) => lead_id === other)!.person_id!
    expect(await credit([personId])).toBe(0)
    // The other one is refused by the rule once its time has come.
    world.clock.advance(14 * day_ms)
    http.forget()
    await settleReturnsJob.run(http.platform, {})
    expect(await findReturn(id)).toMatchObject({ state: 'refused', decided_by_rule: 'T' })
    expect(await problems()).toEqual([])
  })

  test('that was paid beforehand comes back into the lots that paid, the agency’s and the campaign’s', async () => {
    const own = { id: campaign.id, clientId: client().id }
    const wallet = await buyPrepaid(world.db, book(), {
      amount_cents: 25_000,
      at_ms: world.clock.now(),
      stopsContinual: true,
    })
    const lot = await buyPrepaid(world.db, book(), {
      amount_cents: 1_000,
      at_ms: world.clock.now(),
      balance: own,
      leadsToBuy: 8,
    })
    // Other tests' credits are used first.
    for (let n = 0; n < 40; n++) await sell()
    await setRule({})
    const leftOf = async () => {
      const lots = [...(await lotsOf(world.db, world.tree.acme.id)), ...(await lotsOf(world.db, campaign.id))]
      return [wallet, lot].map((one) => lots.find(({ id }) => id === one)!.left_cents)
    }
    const [walletBefore, lotBefore] = await leftOf()
    const id = (await world.visits(campaign)).findLast(({ lead_id }) => lead_id !== null)!.lead_id!
    const sold = await balances()
    await give(id)
    const [walletAfter, lotAfter] = await leftOf()
    expect([walletAfter! - walletBefore!, lotAfter! - lotBefore!]).toEqual([50, 125])
    // Neither owes less for it: the money lies in the lots again.
    const after = await balances()
    expect([after['client_receivable'], after['agency_payable']]).toEqual([
      sold['client_receivable'],
      sold['agency_payable'],
    ])
    expect(await problems()).toEqual([])
  })

  const invoice = async (days: number): Promise<string> => {
    world.clock.advance(days * day_ms)
    http.forget()
    const endsOn = new Date(world.clock.now()).toISOString().slice(0, 10)
    await inAgency((tx) =>
      closePayer(tx, world.clock.now(), { ...book(), clientId: client().id, endsOn, zone: 'UTC', least_cents: 0 }),
    )
    const charges = await chargesOf(world.db, client().user)
    return charges.findLast(({ kind }) => kind === 'client_leads')!.id
  }
  const due = async (id: string): Promise<number> =>
    (await chargesOf(world.db, client().user)).find((charge) => charge.id === id)!.amount_cents

  test('of a lead on an invoice is taken off the next one', async () => {
    await setRule({})
    const first = await sellLead()
    for (let n = 0; n < 4; n++) await sellLead()
    const paid = await invoice(1)
    await http.as(owner()).call(settleCharge, { body: { companyID: client().id, chargeID: paid } })
    const before = await balances()
    await give(first)
    expect((await balances())['client_receivable'] ?? 0).toBe((before['client_receivable'] ?? 0) + 125)
    for (let n = 0; n < 3; n++) await sellLead()
    const next = await invoice(1)
    const { rows } = await world.db.adminPool.query('select total_cents, deduction_cents from invoice where id = $1', [
      next,
    ])
    expect(rows[0].total_cents).toBe(375)
    expect(await due(next)).toBeLessThanOrEqual(250)
    expect(rows[0].deduction_cents).toBeGreaterThanOrEqual(125)
    expect(await problems()).toEqual([])
  })

  test('is not given back by a refund too, nor a refunded lead by a return', async () => {
    await setRule({})
    const ids = [await sellLead(), await sellLead(), await sellLead(), await sellLead()]
    const paid = await invoice(1)
    await http.as(owner()).call(settleCharge, { body: { companyID: client().id, chargeID: paid } })
    const paid_cents = await due(paid)
    await give(ids[0]!)
    const refundable = async () =>
      (await http.as(owner()).call(listRefunds, { params: { companyID: client().id, chargeId: paid } })).body.data
        .refundable
    expect(await refundable()).toBe(Math.min(paid_cents, 375) / 100)
    const refund = (amount: number) =>
      http.as(owner()).call(refundCharge, {
        body: { companyID: client().id, chargeId: paid, amount, reason: 'quality', operationID: crypto.randomUUID() },
      })
    if (paid_cents > 375) expect(await refund(3.76)).toMatchObject({ status: 422, body: { field: 'amount' } })
    expect((await refund((await refundable()) as number)).status).toBe(200)
    expect(await obstacleOf(ids[1]!)).toBe(paid_cents >= 375 ? 'refunded' : await obstacleOf(ids[1]!))
    expect(await problems()).toEqual([])
  })
})

describe('the match that made it', () => {
  const elsewhere = () =>
    world.makeCampaign(
      { reidentification: 'always' },
      { agencyId: world.tree.acme.id, clientId: world.tree.acme.clients[1]!.id },
    )

  test('finds that person no more for this client, and half as surely for the agency’s others', async () => {
    await setRule({})
    const person = await world.makePerson()
    const visitorId = newId(world.clock.now())
    await give(await sellLead({ person, visitorId }))
    expect(await sell({ person })).toMatchObject({ reason: 'no_match', person_id: null })
    // The cookie was linked by the same hash.
    expect(await world.visit(campaign, { visitorId })).toMatchObject({ reason: 'no_match' })
    expect(await sell({ person, campaign: await elsewhere() })).toMatchObject({
      reason: 'lead',
      confidence: expect.closeTo(0.49, 5),
    })
  })

  test('ends for the whole agency with the third return, and never reaches another agency', async () => {
    await setRule({})
    const person = await world.makePerson()
    const ids = [await sellLead({ person }), await sellLead({ person }), await sellLead({ person })]
    const other = await elsewhere()
    const confidences = []
    for (const id of ids) {
      await give(id)
      confidences.push((await sell({ person, campaign: other })).confidence)
    }
    expect(confidences).toEqual([expect.closeTo(0.49, 5), expect.closeTo(0.245, 5), null])
    const foreign = await world.makeCampaign(
      {},
      { agencyId: world.tree.brightside.id, clientId: world.tree.brightside.clients[0]!.id },
    )
    expect(await sell({ person, campaign: foreign })).toMatchObject({
      reason: 'lead',
      confidence: expect.closeTo(0.98, 5),
    })
  })

  test('that a cookie made speaks against that client’s cookie alone', async () => {
    await setRule({})
    const person = await world.makePerson()
    const visitorId = newId(world.clock.now())
    await sellLead({ person, visitorId })
    const visit = await world.visit(campaign, { visitorId })
    world.clock.advance(1)
    await give(visit.lead_id!)
    expect(await world.visit(campaign, { visitorId })).toMatchObject({ reason: 'no_match' })
    expect(await sell({ person })).toMatchObject({ reason: 'lead', confidence: expect.closeTo(0.98, 5) })
  })

  test.each(['duplicate', 'opted_out'] as const)('is trusted as before where the reason is %s', async (reason) => {
    await setRule({})
    const person = await world.makePerson()
    await give(await sellLead({ person }), reason)
    expect(await sell({ person })).toMatchObject({ reason: 'lead', confidence: expect.closeTo(0.98, 5) })
  })
})

describe('planted faults are noticed', () => {
  test('credit-one-leg: the operator keeps what the agency gave back', async () => {
    vi.stubEnv('PLANTED_FAULT', 'credit-one-leg')
    const id = await sellLead()
    await give(id)
    const { id: returnId } = await findReturn(id)
    expect(await problems()).toEqual([`return ${returnId} and its credit do not agree`])
    // Mended, so that the others are proved by themselves.
    await world.db.adminPool.query('update lead_credit set wholesale_e4 = 5000 where return_id = $1', [returnId])
    expect(await problems()).toEqual([`the credits of lead ${id} and their transfers do not agree`])
    await world.db.adminPool.query('update lead_credit set wholesale_e4 = 0 where return_id = $1', [returnId])
    await world.db.adminPool.query('update lead set wholesale_price_e4 = 5000 where id = $1', [id])
  })

  test('trust-returned-match: the same wrong match is sold again', async () => {
    vi.stubEnv('PLANTED_FAULT', 'trust-returned-match')
    await setRule({})
    const person = await world.makePerson()
    await give(await sellLead({ person }))
    expect(await sell({ person })).toMatchObject({ reason: 'lead' })
  })

  test('skip-return-share: more than the share comes back', async () => {
    vi.stubEnv('PLANTED_FAULT', 'skip-return-share')
    await setRule({ share_percent: 0 })
    expect(await obstacleOf(await sellLead())).toBe(null)
  })
})
