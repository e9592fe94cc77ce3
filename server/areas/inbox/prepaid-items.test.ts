import { beforeEach, expect, test } from 'vitest'
import { updateCampaign } from '#contract/campaigns/campaigns.ts'
import { listInbox } from '#contract/inbox/inbox.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { unlimited } from '#server/test/app.ts'
import { makeCampaign, type TestCampaign } from '#server/test/factories.ts'
import { openTree } from '#server/test/open-tree.ts'

// What an agency's inbox says about prepaid leads ends by itself, as the rest of it does.

const clock = createStillClock(Date.UTC(2026, 10, 20, 17))
const { db, http, tree } = await openTree({ clock, limiter: unlimited })
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
