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
  const answer = await http.as(owner).call(saveReportSchedule, {
    body: { companyID, ...rule, recipients: ['a@client.test'] },
  })
  const scheduleId = answer.body.data.id
  await http.as(owner).call(sendReportNow, { body: { companyID, schedule_id: scheduleId } })
  const key = { rootId: owner.rootId, agencyId: companyID, scheduleId, slot_ms: clock.now() }
  const staleClaim = (await claimRun(http.platform, key))!
  clock.advance(60_000)
  const otherClaim = (await claimRun(http.platform, key))!
  expect(await claimRun(http.platform, key, staleClaim)).toBeNull()
  const finish = finishRun(http.platform, key, staleClaim, { status: 'sent', cause: null })
  await expect(finish).rejects.toThrow('another worker')
  const { rows } = await db.adminPool.query('select status, leased_until from report_run')
  expect(rows).toEqual([{ status: 'queued', leased_until: otherClaim.until }])
})
