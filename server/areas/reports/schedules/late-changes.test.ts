import { expect, test } from 'vitest'
import { listReportSchedules, saveReportSchedule } from '#contract/reports/schedules.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { openTree } from '#server/test/open-tree.ts'
import { startDueReportsJob } from './start-due-runs.ts'

/** Noon in Chicago, where the agency is. */
const noon_ms = Date.parse('2026-11-20T18:00:00Z')
const minute_ms = 60_000
const clock = createStillClock(noon_ms - minute_ms)
const { db, http, tree } = await openTree({ clock })
const { owner, id: companyID } = tree.acme

const rule = {
  kind: 'campaigns',
  days: 'yesterday',
  format: 'csv',
  every: 'day',
  hour: 12,
  recipients: ['a@client.test'],
}
const save = async (more: object) =>
  (await http.as(owner).call(saveReportSchedule, { body: { companyID, ...rule, ...more } })).body.data

test('a report that is due is sent, even if its schedule is changed before the next run', async () => {
  const { id: schedule_id } = await save({})
  clock.advance(3 * minute_ms)
  await save({ schedule_id, hour: 15, recipients: ['b@client.test'] })
  await startDueReportsJob.run(http.platform, {})
  const { rows } = await db.adminPool.query('select slot_at, recipients from report_run')
  expect(rows).toEqual([{ slot_at: new Date(noon_ms), recipients: ['b@client.test'] }])
  const { body } = await http.as(owner).call(listReportSchedules, { params: { companyID } })
  expect(body.data).toMatchObject([{ hour: 15, next_at: '2026-11-20T21:00:00.000Z' }])
})
