import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { setCampaignActive } from '#contract/campaigns/campaigns.ts'
import { countWaiting } from '#server/test/count-waiting.ts'
import { openApp } from '#server/test/open-app.ts'
import { openPipelineWorld, md5 } from '#server/test/pipeline-world.ts'

const world = await openPipelineWorld()
const http = await openApp(world)

test('no lead is created after a pause is confirmed, even if a batch was in progress', async () => {
  const campaign = await world.makeCampaign()
  const { email } = await world.makePerson()
  await world.hit(campaign, { hashes: [md5(email)] })
  const leads = async (): Promise<number> =>
    (await world.db.adminPool.query('select from lead where campaign_id = $1', [campaign.id])).rowCount!
  // The batch has decided and is blocked where it books, as by the removal of a company.
  const holder = await world.db.adminPool.connect()
  await holder.query('begin')
  await holder.query(`select pg_advisory_xact_lock(hashtextextended('payers ' || $1, 0))`, [campaign.agencyId])
  const resolving = world.resolve(campaign)
  await expect.poll(() => countWaiting(world.db)).toBeGreaterThan(0)
  const pausing = http
    .as(world.tree.acme.owner)
    .call(setCampaignActive, { body: { leadspeek_api_id: campaign.id, status: 'pause' } })
    .then(async ({ status }) => ({ status, leads: await leads() }))
  await Promise.race([pausing, sleep(500)])
  await holder.query('rollback')
  holder.release()
  await resolving
  const answered = await pausing
  expect(answered).toEqual({ status: 200, leads: await leads() })
  expect((await world.visit(campaign, { hashes: [md5((await world.makePerson()).email)] })).reason).toBe('not_active')
})
