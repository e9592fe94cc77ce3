import { leadSums, spansOf } from '#server/areas/leads/read/sum-leads.ts'
import { dateOf } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Job } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'
import { settleEach } from '#server/platform/settle-each.ts'
import { judgedDaysAt, type JudgedDays } from './judged-days.ts'

const agenciesAtOnce = 500
const noId = '00000000-0000-0000-0000-000000000000'

/**
 * Sums once a day what each campaign delivered in the days used for under-performance (C056). Past days don't change, so a
 * run that finds today's work done ends immediately, and an interrupted one is continued by the next.
 */
export const refreshDeliveryStatsJob: Job = {
  name: 'keep-campaign-pace',
  everyMinutes: 5,
  async run(platform) {
    const days = judgedDaysAt(platform.clock)
    const { rows } = await platform.appPool.query<{ rootId: string }>(
      `select distinct root_id as "rootId" from host where agency_id is null and root_id not in
         (select root_id from delivery_stats_watermark where window_start = $1::date)`,
      [days.start],
    )
    await settleEach(platform, "an operator's delivery stats could not be refreshed", rows, ({ rootId }) =>
      refreshStats(platform, rootId, days),
    )
  },
}

async function refreshStats(platform: Platform, rootId: string, days: JudgedDays): Promise<void> {
  const run = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    inScope(platform.appPool, { kind: 'root', rootId }, work, { statementTimeout_ms: 60_000 })
  const spans = spansOf(days.from_ms, days.to_ms)
  let last: string | undefined = noId
  while (last !== undefined) {
    const { rows } = await run((tx) =>
      tx.query<{ last: string }>(updateText, [rootId, last, days.start, dateOf(days.from_ms), ...Object.values(spans)]),
    )
    last = rows[0]?.last
  }
  await run(async (tx) => {
    await tx.query('delete from campaign_delivery_stats where root_id = $1 and window_start <> $2::date', [
      rootId,
      days.start,
    ])
    await tx.query(
      `insert into delivery_stats_watermark (root_id, window_start) values ($1, $2::date)
       on conflict (root_id) do update set window_start = excluded.window_start`,
      [rootId, days.start],
    )
  })
}

/** Includes paused campaigns, since one may be resumed today. */
const updateText = `
  with part as (
    select id from company where root_id = $1 and kind = 'agency' and id > $2 order by id limit ${agenciesAtOnce}),
  kept as (
    insert into campaign_delivery_stats (agency_id, campaign_id, root_id, client_id, window_start, leads)
    select campaign.agency_id, campaign.id, campaign.root_id, campaign.client_id, $3::date, coalesce(made.leads, 0)
      from campaign
      join part on part.id = campaign.agency_id
      cross join lateral (${leadSums('campaign.agency_id', 'campaign.id', ['$5', '$6', '$7'])}) made
     where campaign.removed_at is null and campaign.created_at < $4 and campaign.start_date <= $3::date
    on conflict (agency_id, campaign_id) do update set window_start = excluded.window_start, leads = excluded.leads)
  select id as last from part order by id desc limit 1`
