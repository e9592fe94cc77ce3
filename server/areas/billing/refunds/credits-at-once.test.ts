import { beforeEach, describe, expect, test } from 'vitest'
import { findRefunded } from '#server/areas/billing/refunds/find-refunded.ts'
import { creditLeads } from '#server/areas/leads/credit-leads.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { newId } from '#server/platform/ids.ts'
import { countWaiting } from '#server/test/count-waiting.ts'
import { chargesOf } from '#server/test/payments.ts'
import { startShareStage, type ShareStage } from '#server/test/share-stage.ts'

// A credit that takes what its own month has free, and more, draws on older months (decision 215). It waits for what is being given back
// of those at that moment, so that the same rest isn't given back twice.

let { db, tree, clock, stop, close, work, sell, pay, give, giveAgency, refundable, exclude, outcome, problems } =
  {} as ShareStage
beforeEach(async () => {
  const stage = await startShareStage()
  ;({ db, tree, clock, stop, close, work, sell, pay, give, giveAgency, refundable, exclude, outcome, problems } = stage)
  await stage.storeOwnCard()
  return stop
})

/** Credits a campaign's leads, and others before it commits. */
async function creditAtOnce(campaignId: string, others: string): Promise<void> {
  await db.adminPool.query('update lead set person_id = 888 where campaign_id = $1', [campaignId])
  const book = { rootId: tree.root.id, agencyId: tree.acme.id }
  const rule = { changeId: newId(clock.now()), personIds: [888], since: new Date(0), clientId: null, campaignId }
  const running = await inScope(db.appPool, { kind: 'agency', ...book }, async (tx) => {
    await creditLeads(tx, book, clock.now(), rule, (leads) => findRefunded(tx, book.agencyId, leads))
    const other = exclude(others)
    await expect.poll(() => countWaiting(db), { timeout: 15_000 }).toBe(1)
    return { other }
  })
  await running.other
}

describe('while $1.00 is left of November, and a payment for leads of November and December returned half of December’s share', () => {
  let unpaidCampaign = ''
  let december = ''
  beforeEach(async () => {
    await close('2026-11-30')
    await sell(6, [150, 50])
    unpaidCampaign = await sell(10, [150, 50], tree.acme.clients[1]!)
    await close('2026-12-01')
    const november = (await chargesOf(db, tree.acme.owner)).at(-1)!
    expect(november).toMatchObject({ status: 'succeeded', amount_cents: 800 })
    december = await sell(10, [150, 50])
    await close('2026-12-08')
    // Half of a payment of $24.00, and of its share of $5.00.
    await give(await pay(0), 12)
    await work()
    await giveAgency(november.id, 7)
    expect(await refundable(november.id)).toBe(1)
    expect((await outcome()).kept).toBe(350)
  })

  test('credits of December take none of what credits of another client’s leads in November are taking', async () => {
    await creditAtOnce(unpaidCampaign, december)
    // Two leads of November, and five of December of the eight that their client has left.
    expect(await outcome()).toEqual({ credits: 18, withheld: 11, kept: 0 })
    expect(await problems()).toEqual([])
  })

  test('credits of another client’s leads in November take none of what credits of December are taking', async () => {
    await creditAtOnce(december, unpaidCampaign)
    // Seven leads of December, two of which take what was left of November.
    expect(await outcome()).toEqual({ credits: 18, withheld: 11, kept: 0 })
    expect(await problems()).toEqual([])
  })
})
