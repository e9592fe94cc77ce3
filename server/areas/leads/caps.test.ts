import { describe, expect, test } from 'vitest'
import { readMonthCap } from '#contract/leads/month-cap.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { openApp } from '#server/test/open-app.ts'
import { md5, type PipelineCampaign } from '#server/test/pipeline-world.ts'
import { openSearchWorld } from '#server/test/search-world.ts'
import { lockCapsLeft } from './resolve/caps.ts'
import { readCampaigns } from './resolve/read-campaigns.ts'

const day_ms = 24 * 3_600_000

const world = await openSearchWorld()
const http = await openApp(world)

/** Visits of new people in one batch. Returns how many became leads; each costs $1.25 by default. */
async function visitors(campaign: PipelineCampaign, count: number): Promise<number> {
  for (let at = 0; at < count; at++) {
    const { email } = await world.makePerson()
    await world.hit(campaign, { hashes: [md5(email)], at_ms: world.clock.now() })
  }
  return (await world.resolve(campaign)).leads
}
const moveTo = (instant: string): void => world.clock.advance(Date.parse(instant) - world.clock.now())
let changes = 0
const setCampaign = (campaign: PipelineCampaign, settings: string) =>
  world.db.adminPool.query(`update campaign set ${settings}, updated_at = $2 where id = $1`, [
    campaign.id,
    new Date(world.clock.now() + ++changes),
  ])
async function shown(campaign: PipelineCampaign) {
  const { body } = await http.as(world.tree.acme.owner).call(readMonthCap, { params: { id: campaign.id } })
  return body.data
}

describe('a spend cap', () => {
  test('is never exceeded, even by one lead’s price, and resets monthly in the campaign’s time zone', async () => {
    const campaign = await world.makeCampaign({ month_cap_cents: 499, time_zone: 'America/Los_Angeles' })
    moveTo('2026-02-01T07:59:59.999Z')
    expect(await visitors(campaign, 2)).toBe(2)
    expect(await visitors(campaign, 3)).toBe(1)
    expect(await shown(campaign)).toEqual({
      cap_cents: 499,
      used_cents: 375,
      is_met: true,
      anew_on: '2026-02-01',
      above: [],
    })
    moveTo('2026-02-01T08:00:00Z')
    expect(await shown(campaign)).toEqual({
      cap_cents: 499,
      used_cents: 0,
      is_met: false,
      anew_on: '2026-03-01',
      above: [],
    })
    expect(await visitors(campaign, 5)).toBe(3)
  })

  test('can be reached to the cent', async () => {
    const campaign = await world.makeCampaign({ month_cap_cents: 500 })
    expect(await visitors(campaign, 5)).toBe(4)
  })

  test('counts what leads cost when they were made, including those from before it was set', async () => {
    const campaign = await world.makeCampaign()
    expect(await visitors(campaign, 2)).toBe(2)
    await setCampaign(campaign, 'month_cap_cents = 600, retail_price_e4 = 20000')
    expect(await shown(campaign)).toMatchObject({ used_cents: 250, is_met: false })
    expect(await visitors(campaign, 3)).toBe(1)
    expect(await shown(campaign)).toMatchObject({ used_cents: 450, is_met: true })
    await setCampaign(campaign, 'month_cap_cents = null')
    expect(await visitors(campaign, 2)).toBe(2)
    await setCampaign(campaign, 'month_cap_cents = 1000')
    expect(await visitors(campaign, 2)).toBe(0)
    // Free leads don't count toward a cap.
    await setCampaign(campaign, 'retail_price_e4 = 0, month_cap_cents = 1')
    expect(await visitors(campaign, 2)).toBe(2)
  })

  test('is not replenished by a credited lead', async () => {
    const campaign = await world.makeCampaign({ month_cap_cents: 250 })
    expect(await visitors(campaign, 2)).toBe(2)
    await world.db.adminPool.query(
      `insert into lead_credit (agency_id, id, root_id, client_id, lead_id, change_id, retail_e4, wholesale_e4, credited_at)
       select agency_id, id, root_id, client_id, id, id, retail_price_e4, wholesale_price_e4, created_at from lead
        where campaign_id = $1`,
      [campaign.id],
    )
    await setCampaign(campaign, `name = 'Counted anew'`)
    expect(await visitors(campaign, 1)).toBe(0)
  })

  test('makes others wait until its remaining amount is saved', async () => {
    const campaign = await world.makeCampaign({ month_cap_cents: 500 })
    const book = { rootId: world.tree.root.id, agencyId: campaign.agencyId }
    const lockIn = async (tx: Tx): Promise<number | undefined> => {
      const rules = await readCampaigns(tx, book.agencyId, world.clock.now(), [campaign.id])
      return (await lockCapsLeft(tx, book, [...rules.values()])).get(campaign.id)
    }
    const scope = { kind: 'agency', ...book } as const
    let second: Promise<number | undefined> | undefined
    await inScope(world.db.appPool, scope, async (tx) => {
      expect(await lockIn(tx)).toBe(50_000)
      second = inScope(world.db.appPool, scope, lockIn)
      await tx.query('update cap_use set used_e4 = 37500 where of_id = $1', [campaign.id])
    })
    expect(await second).toBe(12_500)
  })

  test('defers searches to the next month, and then offers as many as it can pay for', async () => {
    moveTo('2026-03-30T18:00:00Z')
    const campaign = await world.makeSearchCampaign({}, { month_cap_cents: 130 })
    for (let one = 0; one < 3; one++) await world.search(await world.makePerson())
    expect((await world.outcomes(campaign)).toSorted()).toEqual(['cap_reached', 'cap_reached', 'lead'])
    world.clock.advance(day_ms)
    expect(await world.outcomes(campaign)).toHaveLength(3)
    world.clock.advance(day_ms)
    const leads = (await world.outcomes(campaign)).filter((reason) => reason === 'lead')
    expect(leads).toHaveLength(2)
  })
})
