import { beforeEach, expect, test } from 'vitest'
import { updateCampaign } from '#contract/campaigns/campaigns.ts'
import { listInbox } from '#contract/inbox/inbox.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { noLimits } from '#server/test/app.ts'
import { makeCampaign, type TestCampaign } from '#server/test/factories.ts'
import { openTree } from '#server/test/open-tree.ts'

// What an agency's inbox says about prepaid leads ends by itself, as the rest of it does.

const clock = createStillClock(Date.UTC(2026, 10, 20, 17))
const { db, http, tree } = await openTree({ clock, limiter: noLimits })
const { owner, id: companyID, clients } = tree.acme
let campaign: TestCampaign
beforeEach(async () => {
  for (const table of ['charge', 'prepaid_balance']) await db.adminPool.query(`delete from ${table}`)
  campaign = await makeCampaign(db, clients[0]!)
  await buy(100)
})

const buy = async (leadsbuy: number): Promise<void> => {
  const body = { leadspeek_api_id: campaign.id, leadsbuy, topupoptions: 'continual' }
  expect((await http.as(owner).call(updateCampaign, { body })).status).toBe(200)
}
const items = async () =>
  (await http.as(owner).call(listInbox, { params: { companyID } })).body.data.map(({ kind, count }) => [kind, count])

test('leads that stopped for want of prepaid money are listed until the campaign prepays no more', async () => {
  await db.adminPool.query('update prepaid_balance set emptied_at = $1', [new Date(clock.now())])
  expect(await items()).toEqual([['funds_empty', 0]])
  await buy(0)
  expect(await items()).toEqual([])
})

test('a declined top-up is listed until the next one', async () => {
  const topUp = (status: string, at_ms: number) =>
    db.adminPool.query(
      `insert into charge (agency_id, id, root_id, client_id, kind, status, full_cents, balance_id, is_automatic, created_at,
         moved_at)
       values ($1, $2, $3, $4, 'campaign_top_up', $5, 15000, $6, true, $7, $7)`,
      [companyID, newId(at_ms), tree.root.id, clients[0]!.id, status, campaign.id, new Date(at_ms)],
    )
  await topUp('declined', clock.now())
  expect(await items()).toEqual([['payment_declined', 1]])
  await topUp('declined', clock.now() + 1_000)
  expect(await items()).toEqual([['payment_declined', 1]])
  await topUp('succeeded', clock.now() + 2_000)
  expect(await items()).toEqual([])
})
