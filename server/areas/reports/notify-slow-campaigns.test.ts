import { expect, test } from 'vitest'
import { setCampaignActive } from '#contract/campaigns/campaigns.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { makeCampaign } from '#server/test/factories.ts'
import { whileRefused } from '#server/test/refuse-rows.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { openWorld } from '#server/test/world.ts'
import { refreshDeliveryStatsJob } from './refresh-delivery-stats.ts'
import { notifySlowCampaignsJob } from './notify-slow-campaigns.ts'

const day_ms = 86_400_000
const clock = createStillClock(Date.UTC(2026, 10, 20, 17))
const { db, http, tree, mailbox } = await openWorld({ clock })

async function make(
  name: string,
  module: string,
  { isPaused = false, createdAt = '2026-10-01' } = {},
): Promise<string> {
  const { id } = await makeCampaign(db, tree.acme.clients[0]!, { name, status: isPaused ? 'pause' : 'active' })
  await db.adminPool.query(
    `update campaign set module = $2, limit_leads = 10, limit_period = 'day', start_date = '2026-10-01', created_at = $3
      where id = $1`,
    [id, module, createdAt],
  )
  return id
}
const change = (id: string, status: string) =>
  db.adminPool.query('update campaign set status = $2 where id = $1', [id, status])
const subjects = async (): Promise<string[]> => {
  await refreshDeliveryStatsJob.run(http.platform, {})
  await notifySlowCampaignsJob.run(http.platform, {})
  await runJobs(db, http.platform)
  return mailbox
    .messages()
    .filter(({ to }) => to.includes(tree.acme.owner.email))
    .map(({ subject }) => subject.replaceAll(/[\u2068\u2069]/g, ''))
}

test('C056: an agency is notified once per spell, in its own language, of a campaign that underdelivers', async () => {
  const slow = await make('Slow & <b>bold</b>', 'enhance')
  // A module that promises nothing, a paused campaign and one that is too new to be judged.
  await make('Site', 'local')
  await make('Paused', 'enhance', { isPaused: true })
  await make('Young', 'enhance', { createdAt: '2026-11-18' })
  const title = 'Too few leads: Slow & <b>bold</b>'
  expect(await subjects()).toEqual([title])
  const mail = mailbox.messages().find(({ subject }) => subject === title)!
  expect(mail.text).toContain('Leads of this campaign in the last 7 days: 0 of the 70 its limit allows.')
  expect(mail.text).toContain(`/campaign-management/${slow}`)
  expect(mail.html).not.toContain('<b>bold</b>')
  expect(await subjects()).toEqual([title])
  clock.advance(day_ms)
  expect(await subjects()).toEqual([title])

  // A restart after a pause begins a new spell; the owner reads Arabic by now.
  await change(slow, 'pause')
  expect(await subjects()).toEqual([title])
  await change(slow, 'active')
  await db.adminPool.query(`update app_user set language = 'ar' where id = $1`, [tree.acme.owner.id])
  expect((await subjects()).toSorted()).toEqual([title, 'عملاء محتملون أقل من اللازم: Slow & <b>bold</b>'].toSorted())
})

test('a campaign that was paused is judged again once it has run for seven whole days', async () => {
  const id = await make('Rested', 'local', { isPaused: true })
  const body = { leadspeek_api_id: id, status: 'active' as const }
  expect((await http.as(tree.acme.owner).call(setCampaignActive, { body })).status).toBe(200)
  await db.adminPool.query(`update campaign set module = 'enhance' where id = $1`, [id])
  const isTold = async () => (await subjects()).some((subject) => subject.endsWith('Rested'))
  expect(await isTold()).toBe(false)
  clock.advance(7 * day_ms)
  expect(await isTold()).toBe(false)
  clock.advance(day_ms)
  expect(await isTold()).toBe(true)
})

test('a campaign that fails to notify does not block others', async () => {
  clock.advance(day_ms)
  const [stuckCampaign, otherCampaign] = [
    await make('Held up', 'enhance'),
    await make('Not held up', 'enhance'),
  ].toSorted()
  const names = new Map([
    [stuckCampaign!, 'held'],
    [otherCampaign!, 'other'],
  ])
  const tellings = async () => {
    await notifySlowCampaignsJob.run(http.platform, {})
    const { rows } = await db.adminPool.query<{ id: string }>('select campaign_id as id from slow_notice')
    return rows.flatMap(({ id }) => names.get(id) ?? []).toSorted()
  }
  await refreshDeliveryStatsJob.run(http.platform, {})
  for (const one of [stuckCampaign!, otherCampaign!])
    await whileRefused(db, 'slow_notice', `campaign_id <> '${one}'`, async () => {
      await db.adminPool.query('delete from slow_notice')
      expect(await tellings()).toEqual([names.get(one) === 'held' ? 'other' : 'held'])
    })
  expect(await tellings()).toEqual(['held', 'other'])
})
