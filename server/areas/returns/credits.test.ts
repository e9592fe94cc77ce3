import { beforeEach, describe, expect, test } from 'vitest'
import { settleCharge } from '#contract/billing/invoices.ts'
import { closePayer } from '#server/areas/billing/periods/close-payers.ts'
import { creditLeads } from '#server/areas/leads/credit-leads.ts'
import { newId } from '#server/platform/ids.ts'
import type { TestApp } from '#server/test/app.ts'
import { chargesOf } from '#server/test/payments.ts'
import type { PipelineCampaign, PipelineWorld } from '#server/test/pipeline-world.ts'
import { buyPrepaid, lotsOf } from '#server/test/prepaid.ts'
import { useReturnStage } from '#server/test/return-stage.ts'
import { settleReturnsJob } from './settle-return.ts'

// What an accepted return causes: credits in all legs, and less confidence in its matches (decision 67).

const {
  now,
  book,
  owner,
  client,
  inAgency,
  sell,
  sellLead,
  ask,
  findReturn,
  decide,
  give,
  obstacleOf,
  setRule,
  problems,
  balances,
  pass,
} = useReturnStage()
let world: PipelineWorld
let http: TestApp
let campaign: PipelineCampaign
beforeEach(() => void ({ world, http, campaign } = now))

const day_ms = 86_400_000

describe('the money of a lead', () => {
  test('is credited once: not by a return after a grace credit, nor by a grace credit after a return', async () => {
    const person = await world.makePerson()
    const [id, otherId] = [await sellLead({ person }), await sellLead()]
    await setRule({})
    await ask(id)
    const rule = { changeId: newId(world.clock.now()), since: new Date(0), clientId: null, campaignId: null }
    const credit = (personIds: number[]) =>
      inAgency((tx) => creditLeads(tx, book(), world.clock.now(), { ...rule, personIds }))
    expect(await credit([person.id])).toBe(1)
    expect(await decide(id, 'accept')).toMatchObject({ status: 409 })
    expect(await obstacleOf(otherId)).toBe(null)
    await give(otherId)
    const personId = (await world.visits(campaign)).find(({ lead_id }) => lead_id === otherId)!.person_id!
    expect(await credit([personId])).toBe(0)
    // The other return is refused automatically when its time comes.
    pass(14 * day_ms)
    await settleReturnsJob.run(http.platform, {})
    expect(await findReturn(id)).toMatchObject({ state: 'refused', decided_by_rule: 'T' })
    expect(await problems()).toEqual([])
  })

  test('is credited once if a return is accepted and a grace credit comes at the same moment', async () => {
    await setRule({})
    const before = await balances()
    for (let n = 0; n < 4; n++) {
      const person = await world.makePerson()
      const id = await sellLead({ person })
      await ask(id)
      const rule = { changeId: newId(world.clock.now()), since: new Date(0), clientId: null, campaignId: null }
      const [decision, creditCount] = await Promise.all([
        decide(id, 'accept'),
        inAgency((tx) => creditLeads(tx, book(), world.clock.now(), { ...rule, personIds: [person.id] })),
      ])
      expect([decision.status, creditCount]).toEqual(decision.status === 200 ? [200, 0] : [409, 1])
      world.clock.advance(1)
    }
    expect(await balances()).toEqual(before)
    expect(await problems()).toEqual([])
  })

  test('is credited at most as billed, for a client that returns or excludes everything', async () => {
    await setRule({})
    const before = await balances()
    const people = [await world.makePerson(), await world.makePerson(), await world.makePerson()]
    const ids = []
    for (const person of people) ids.push(await sellLead({ person }))
    await give(ids[0]!)
    const rule = { changeId: newId(world.clock.now()), since: new Date(0), clientId: null, campaignId: null }
    const personIds = people.map(({ id }) => id)
    expect(await inAgency((tx) => creditLeads(tx, book(), world.clock.now(), { ...rule, personIds }))).toBe(2)
    for (const id of ids) expect(await ask(id)).toMatchObject({ status: 409 })
    expect(await balances()).toEqual(before)
    expect(await problems()).toEqual([])
  })

  test('that was prepaid is returned to the lots that paid, the agency’s and the campaign’s', async () => {
    const balanceName = { id: campaign.id, clientId: client().id }
    const wallet = await buyPrepaid(world.db, book(), {
      amount_cents: 25_000,
      at_ms: world.clock.now(),
      stopsContinual: true,
    })
    const lot = await buyPrepaid(world.db, book(), {
      amount_cents: 1_000,
      at_ms: world.clock.now(),
      balance: balanceName,
      leadsToBuy: 8,
    })
    // Uses up the credits of other tests first.
    for (let n = 0; n < 40; n++) await sell()
    await setRule({})
    const leftOf = async () => {
      const lots = [...(await lotsOf(world.db, world.tree.acme.id)), ...(await lotsOf(world.db, campaign.id))]
      return [wallet, lot].map((one) => lots.find(({ id }) => id === one)!.left_cents)
    }
    const [walletBefore, lotBefore] = await leftOf()
    const id = (await world.visits(campaign)).findLast(({ lead_id }) => lead_id !== null)!.lead_id!
    const afterSale = await balances()
    await give(id)
    const [walletAfter, lotAfter] = await leftOf()
    expect([walletAfter! - walletBefore!, lotAfter! - lotBefore!]).toEqual([50, 125])
    // Neither debt shrinks, because the money is back in the lots.
    const after = await balances()
    expect([after['client_receivable'], after['agency_payable']]).toEqual([
      afterSale['client_receivable'],
      afterSale['agency_payable'],
    ])
    expect(await problems()).toEqual([])
  })

  const invoice = async (days: number): Promise<string> => {
    pass(days * day_ms)
    const endsOn = new Date(world.clock.now()).toISOString().slice(0, 10)
    await inAgency((tx) =>
      closePayer(tx, world.clock.now(), { ...book(), clientId: client().id, endsOn, zone: 'UTC', least_cents: 0 }),
    )
    const charges = await chargesOf(world.db, client().user)
    return charges.findLast(({ kind }) => kind === 'client_leads')!.id
  }
  const amountOf = async (id: string): Promise<number> =>
    (await chargesOf(world.db, client().user)).find((charge) => charge.id === id)!.amount_cents

  test('that was invoiced is deducted from the next invoice', async () => {
    await setRule({})
    const first = await sellLead()
    for (let n = 0; n < 4; n++) await sellLead()
    const chargeId = await invoice(1)
    await http.as(owner()).call(settleCharge, { body: { companyID: client().id, chargeID: chargeId } })
    const before = await balances()
    await give(first)
    expect((await balances())['client_receivable'] ?? 0).toBe((before['client_receivable'] ?? 0) + 125)
    for (let n = 0; n < 3; n++) await sellLead()
    const next = await invoice(1)
    const { rows } = await world.db.adminPool.query('select total_cents, deduction_cents from invoice where id = $1', [
      next,
    ])
    expect(rows[0].total_cents).toBe(375)
    expect(await amountOf(next)).toBeLessThanOrEqual(250)
    expect(rows[0].deduction_cents).toBeGreaterThanOrEqual(125)
    expect(await problems()).toEqual([])
  })
})

describe('the match behind a returned lead', () => {
  const elsewhere = () =>
    world.makeCampaign(
      { reidentification: 'always' },
      { agencyId: world.tree.acme.id, clientId: world.tree.acme.clients[1]!.id },
    )

  test('no longer finds that person for this client, and has half the confidence for the agency’s others', async () => {
    await setRule({})
    const person = await world.makePerson()
    const visitorId = newId(world.clock.now())
    await give(await sellLead({ person, visitorId }))
    expect(await sell({ person })).toMatchObject({ reason: 'no_match', person_id: null })
    // The cookie was linked through the same hash.
    expect(await world.visit(campaign, { visitorId })).toMatchObject({ reason: 'no_match' })
    expect(await sell({ person, campaign: await elsewhere() })).toMatchObject({
      reason: 'lead',
      confidence: expect.closeTo(0.49, 5),
    })
  })

  test('ends for the whole agency with the third return, and never affects another agency', async () => {
    await setRule({})
    const person = await world.makePerson()
    const ids = [await sellLead({ person }), await sellLead({ person }), await sellLead({ person })]
    const otherCampaign = await elsewhere()
    const confidences = []
    for (const id of ids) {
      await give(id)
      confidences.push((await sell({ person, campaign: otherCampaign })).confidence)
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

  test('made by a cookie affects only that client’s cookie', async () => {
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

  test.each(['duplicate', 'opted_out'] as const)('keeps its confidence if the reason is %s', async (reason) => {
    await setRule({})
    const person = await world.makePerson()
    await give(await sellLead({ person }), reason)
    expect(await sell({ person })).toMatchObject({ reason: 'lead', confidence: expect.closeTo(0.98, 5) })
  })
})
