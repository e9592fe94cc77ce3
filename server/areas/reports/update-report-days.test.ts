import { expect, test } from 'vitest'
import { readReportAnalytics } from '#contract/reports/analytics.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { makeCampaign } from '#server/test/factories.ts'
import { countVisit } from '#server/test/lead-rows.ts'
import { openTree } from '#server/test/open-tree.ts'
import { updateReportDaysJob } from '#server/areas/reports/update-report-days.ts'

const day_ms = 86_400_000
/** Noon on November 20 in New York. */
const clock = createStillClock(Date.UTC(2026, 10, 20, 17))
const { db, http, tree } = await openTree({ clock })

test('C117: visits decided after their day was aggregated are added to that day with the next run', async () => {
  const { acme, root } = tree
  const client = acme.clients[0]!
  const campaign = await makeCampaign(db, client)
  await db.adminPool.query('update campaign set created_at = $1', [new Date(clock.now() - 5 * day_ms)])
  const came = (at_ms: number): Promise<unknown> =>
    inScope(db.appPool, { kind: 'agency', rootId: root.id, agencyId: acme.id }, (tx) =>
      countVisit(tx, acme, { client, campaign, at_ms, reason: 'no_match' }),
    )
  const visitsOn = async (day: string): Promise<number> => {
    const params = { companyID: 'all', moduleType: 'all', start: day, end: day }
    return (await http.as(root.system).call(readReportAnalytics, { params, query: {} })).body.totals.visits
  }
  const yesterday_ms = clock.now() - day_ms
  await came(yesterday_ms)
  await updateReportDaysJob.run(http.platform, {})
  expect(await visitsOn('2026-11-19')).toBe(1)
  // The resolver was down over midnight.
  await came(yesterday_ms)
  await came(yesterday_ms - day_ms)
  clock.advance(day_ms)
  http.forget()
  await updateReportDaysJob.run(http.platform, {})
  expect(await visitsOn('2026-11-19')).toBe(2)
  expect(await visitsOn('2026-11-18')).toBe(1)
})

test('a day is totaled an hour after it ended, when what was decided before midnight is stored', async () => {
  const lastDay = async (): Promise<string> =>
    (await db.adminPool.query<{ kept: string }>('select kept_through::text as kept from report_day_watermark')).rows[0]!
      .kept
  const before = await lastDay()
  const midnight_ms = Date.parse(`${before}T05:00:00Z`) + 2 * day_ms
  for (const [minutes, day] of [
    [59, before],
    [60, new Date(Date.parse(`${before}T00:00:00Z`) + day_ms).toISOString().slice(0, 10)],
  ] as const) {
    clock.advance(midnight_ms + minutes * 60_000 - clock.now())
    await updateReportDaysJob.run(http.platform, {})
    expect(await lastDay()).toBe(day)
  }
})
