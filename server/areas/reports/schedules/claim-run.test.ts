import { expect, test } from 'vitest'
import { saveReportSchedule, sendReportNow } from '#contract/reports/schedules.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { openTree } from '#server/test/open-tree.ts'
import { claimRun, finishRun } from './claim-run.ts'

const clock = createStillClock(Date.UTC(2026, 10, 20, 17))
const { db, http, tree } = await openTree({ clock })

test('a worker that lost its claim fails, and leaves the run to the one that took it over', async () => {
  const { id: companyID, owner } = tree.acme
  const rule = { kind: 'campaigns', days: 'yesterday', format: 'csv', every: 'day', hour: 12 }
  const saved = await http.as(owner).call(saveReportSchedule, {
    body: { companyID, ...rule, recipients: ['a@client.test'] },
  })
  const scheduleId = saved.body.data.id
  await http.as(owner).call(sendReportNow, { body: { companyID, schedule_id: scheduleId } })
  const key = { rootId: owner.rootId, agencyId: companyID, scheduleId, slot_ms: clock.now() }
  const stalled = (await claimRun(http.platform, key))!
  clock.advance(60_000)
  const other = (await claimRun(http.platform, key))!
  expect(await claimRun(http.platform, key, stalled)).toBeNull()
  const ended = finishRun(http.platform, key, stalled, { status: 'sent', cause: null })
  await expect(ended).rejects.toThrow('another worker')
  const { rows } = await db.adminPool.query('select status, leased_until from report_run')
  expect(rows).toEqual([{ status: 'queued', leased_until: other.until }])
})
