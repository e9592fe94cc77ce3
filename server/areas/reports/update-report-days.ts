import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Job } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'
import { settleEach } from '#server/platform/settle-each.ts'
import { daysBefore, todayAt } from './days.ts'
import { countedDays, daySpans } from './report-days.ts'

/** What was decided before midnight is committed by then. */
const settled_ms = 3_600_000
/** The last days are added up again, because visits resolved late, as after an outage, count for the day on which they came. */
const again_days = 3
/** A first run over a long past continues in the next run. */
const maxDaysAtOnce = 31

/**
 * Adds up each day of the report time zone one hour after it ends (`report_day`), and the days before it again. Days are
 * committed one by one, so that the next run continues an interrupted one.
 */
export const updateReportDaysJob: Job = {
  name: 'keep-report-days',
  everyMinutes: 10,
  async run(platform) {
    const last = daysBefore(todayAt(platform.clock.now() - settled_ms), 1)
    const { rows } = await platform.appPool.query<{ rootId: string; kept: string | null }>(
      `select host.root_id as "rootId", max(mark.kept_through)::text as kept from host
         left join report_day_watermark mark on mark.root_id = host.root_id
        where host.agency_id is null
        group by host.root_id having max(mark.kept_through) is null or max(mark.kept_through) < $1::date`,
      [last],
    )
    await settleEach(platform, "an operator's report days could not be totaled", rows, ({ rootId, kept }) =>
      updateDays(platform, rootId, kept, last),
    )
  },
}

async function updateDays(platform: Platform, rootId: string, lastDay: string | null, last: string): Promise<void> {
  const run = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    inScope(platform.appPool, { kind: 'root', rootId }, work, { statementTimeout_ms: 60_000 })
  const first = lastDay === null ? await run((tx) => findFirstDay(tx, rootId)) : daysBefore(lastDay, again_days - 1)
  if (first === null) return
  let date = first
  for (let daysDone = 0; date <= last && daysDone < maxDaysAtOnce; daysDone++) {
    const day = date
    await run(async (tx) => {
      await tx.query(updateText, [rootId, ...daySpans([day])])
      await tx.query(
        `insert into report_day_watermark (root_id, kept_through) values ($1, $2::date)
         on conflict (root_id) do update set kept_through = greatest(report_day_watermark.kept_through, excluded.kept_through)`,
        [rootId, day],
      )
    })
    date = daysBefore(date, -1)
  }
}

/** The day before the first campaign was made, whatever the zone; null while there is none. */
async function findFirstDay(tx: Tx, rootId: string): Promise<string | null> {
  const { rows } = await tx.query<{ first: Date | null }>(
    'select min(created_at) as first from campaign where root_id = $1',
    [rootId],
  )
  const first = rows[0]?.first
  return first ? daysBefore(todayAt(first.getTime()), 1) : null
}

/** Added up four times: for the campaign, for its client, for its agency and, under its own id, for the operator. */
const updateText = `
  insert into report_day (agency_id, of_id, day, module, reason, root_id, client_id, count, wholesale_e4, retail_e4)
  select owner.agency_id, owner.of_id, counted.day, counted.module, counted.reason, counted.root_id, owner.client_id,
      sum(counted.count), sum(counted.wholesale_e4), sum(counted.retail_e4)
    from (${countedDays(['$2', '$3', '$4'], 'campaign.root_id = $1')}) counted
    cross join lateral (values
      (counted.agency_id, counted.campaign_id, counted.client_id),
      (counted.agency_id, counted.client_id, counted.client_id),
      (counted.agency_id, counted.agency_id, null::uuid),
      (counted.root_id, counted.root_id, null)) as owner (agency_id, of_id, client_id)
   group by 1, 2, 3, 4, 5, 6, 7
   order by 1, 2, 3, 4, 5
  on conflict (agency_id, of_id, day, module, reason) do update set
    count = excluded.count, wholesale_e4 = excluded.wholesale_e4, retail_e4 = excluded.retail_e4`
