import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { verifyCharges } from '#server/areas/billing/verify-charges.ts'
import { verifyLedger } from '#server/areas/ledger/verify-ledger.ts'
import { verifyPrepaid } from '#server/areas/prepaid/verify-prepaid.ts'
import {
  createPipelineWorld,
  md5,
  type PipelineCampaign,
  type PipelinePerson,
  type PipelineWorld,
} from '#server/test/pipeline-world.ts'
import { buyPrepaid, lotsOf, type Purchase } from '#server/test/prepaid.ts'
import { verifyLeads } from './verify-leads.ts'

// Leads are paid from prepaid balances, in the transaction that creates them (decisions 51 and 52).

let world: PipelineWorld
let campaign: PipelineCampaign
beforeEach(async () => {
  // A world per test, because an agency has only one wallet.
  world = await createPipelineWorld()
  campaign = await world.makeCampaign({ retail_price_e4: 40_000, wholesale_price_e4: 20_000 })
  return () => world.close()
})
afterEach(() => vi.unstubAllEnvs())

const buy = (purchase: Omit<Purchase, 'at_ms'>): Promise<string> =>
  buyPrepaid(
    world.db,
    { rootId: world.tree.root.id, agencyId: campaign.agencyId },
    { ...purchase, at_ms: world.clock.now() },
  )
const hit = async (person?: PipelinePerson): Promise<string> =>
  world.hit(campaign, { hashes: [md5((person ?? (await world.makePerson())).email)] })
const reasons = async (): Promise<string[]> => (await world.visits(campaign)).map(({ reason }) => reason).toSorted()
const leftOf = async (id: string): Promise<number[]> => (await lotsOf(world.db, id)).map(({ left_cents }) => left_cents)
const problems = async (): Promise<string[]> =>
  (await verifyLedger(world.db.appPool, [verifyLeads, verifyCharges, verifyPrepaid])).flatMap((book) => book.problems)

/** What an agency owes its operator, or a client its agency, in 1/10,000 dollar. */
async function owed(kind: 'agency_payable' | 'client_receivable'): Promise<number> {
  const { rows } = await world.db.adminPool.query<{ balance_e4: number }>(
    'select -sum(balance_e4)::float8 as balance_e4 from ledger_account where agency_id = $1 and kind = $2',
    [campaign.agencyId, kind],
  )
  return rows[0]?.balance_e4 ?? 0
}

describe('with money in the agency’s wallet', () => {
  test('a batch of leads is paid from the oldest lots, and nothing is owed', async () => {
    await buy({ amount_cents: 300 })
    world.clock.advance(1_000)
    await buy({ amount_cents: 1_000 })
    for (let n = 0; n < 3; n++) await hit()
    await world.resolve(campaign)
    expect(await reasons()).toEqual(['lead', 'lead', 'lead'])
    expect(await leftOf(campaign.agencyId)).toEqual([0, 700])
    expect(Math.abs(await owed('agency_payable'))).toBe(0)
    // The client pays its agency as before.
    expect(Math.abs(await owed('client_receivable'))).toBe(120_000)
    expect(await problems()).toEqual([])
  })

  test('leads stop when it runs out, with the reason, and resume with the next top-up', async () => {
    await buy({ amount_cents: 300 })
    await hit()
    await hit()
    await world.resolve(campaign)
    expect(await reasons()).toEqual(['lead', 'no_funds'])
    expect(await leftOf(campaign.agencyId)).toEqual([100])
    const emptyQuery = 'select emptied_at is not null as is_empty from prepaid_balance where agency_id = $1'
    expect((await world.db.adminPool.query(emptyQuery, [campaign.agencyId])).rows).toEqual([{ is_empty: true }])

    // Two lots with the same timestamp would have no defined order.
    world.clock.advance(1_000)
    await buy({ amount_cents: 1_000 })
    expect((await world.db.adminPool.query(emptyQuery, [campaign.agencyId])).rows).toEqual([{ is_empty: false }])
    await hit()
    await world.resolve(campaign)
    expect(await reasons()).toEqual(['lead', 'lead', 'no_funds'])
    expect(await leftOf(campaign.agencyId)).toEqual([0, 900])
    expect(await problems()).toEqual([])
  })

  test('and auto top-up stopped, what is left is used and the rest is owed', async () => {
    await buy({ amount_cents: 300, stopsContinual: true })
    await hit()
    await hit()
    await world.resolve(campaign)
    expect(await reasons()).toEqual(['lead', 'lead'])
    expect(await leftOf(campaign.agencyId)).toEqual([0])
    expect(Math.abs(await owed('agency_payable'))).toBe(10_000)
    expect(await problems()).toEqual([])
  })

  test('each lead is paid for once, however often its batch is retried', async () => {
    await buy({ amount_cents: 1_000 })
    const person = await world.makePerson()
    await hit(person)
    await Promise.all([world.resolve(campaign), world.resolve(campaign), world.resolve(campaign)])
    expect(await leftOf(campaign.agencyId)).toEqual([800])
    expect(await problems()).toEqual([])
  })
})

describe('with prepaid leads of a campaign', () => {
  test('the client’s money pays for that campaign’s leads only', async () => {
    const otherCampaign = await world.makeCampaign({ retail_price_e4: 40_000, wholesale_price_e4: 20_000 }, campaign)
    const balance = { id: campaign.id, clientId: campaign.clientId }
    await buy({ amount_cents: 400, balance, leadsToBuy: 1 })
    await hit()
    await hit()
    const elsewhere = await world.makePerson()
    await world.hit(otherCampaign, { hashes: [md5(elsewhere.email)] })
    await world.resolve(campaign)
    expect(await reasons()).toEqual(['lead', 'no_funds'])
    expect((await world.visits(otherCampaign)).map(({ reason }) => reason)).toEqual(['lead'])
    expect(await leftOf(campaign.id)).toEqual([0])
    expect(Math.abs(await owed('client_receivable'))).toBe(40_000)
    expect(await problems()).toEqual([])
  })
})

describe('R074, R075: with a failed payment', () => {
  test.each(['agency', 'client'] as const)(
    'of the %s, leads stop, and resume automatically once it is paid',
    async (whose) => {
      const payer = whose === 'agency' ? campaign.agencyId : campaign.clientId
      const setStatus = (status: string) =>
        world.db.adminPool.query('update company set payment_status = $2 where id = $1', [payer, status])
      await setStatus('failed')
      await hit()
      await world.resolve(campaign)
      expect(await reasons()).toEqual(['no_funds'])
      await setStatus('ok')
      await hit()
      await world.resolve(campaign)
      expect(await reasons()).toEqual(['lead', 'no_funds'])
    },
  )
})

describe('the planted fault', () => {
  test('forget-failed-payment: leads are created for somebody who does not pay', async () => {
    await world.db.adminPool.query(`update company set payment_status = 'failed' where id = $1`, [campaign.clientId])
    vi.stubEnv('PLANTED_FAULT', 'forget-failed-payment')
    await hit()
    await world.resolve(campaign)
    expect(await reasons()).toEqual(['lead'])
  })

  test('use-lot-twice: a lot that keeps what was spent is detected', async () => {
    await buy({ amount_cents: 1_000 })
    vi.stubEnv('PLANTED_FAULT', 'use-lot-twice')
    await hit()
    await world.resolve(campaign)
    expect(await problems()).not.toEqual([])
  })

  test('skip-funds: leads are created without money', async () => {
    await buy({ amount_cents: 300 })
    vi.stubEnv('PLANTED_FAULT', 'skip-funds')
    await hit()
    await hit()
    await world.resolve(campaign)
    expect(await reasons()).toEqual(['lead', 'lead'])
  })
})
