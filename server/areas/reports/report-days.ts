import { reportTimeZone } from '#contract/leads/report-time-zone.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { endOfDate_ms, startOfDate_ms } from '#server/platform/local-dates.ts'
import { daysBefore } from './days.ts'
import { datesBetween } from './report-period.ts'

/** Days as three parameter arrays: the dates, and the instants at which they begin and end. */
export const daySpans = (dates: readonly string[]): [string[], Date[], Date[]] => [
  [...dates],
  dates.map((date) => dateOf(startOfDate_ms(date, reportTimeZone))),
  dates.map((date) => dateOf(endOfDate_ms(date, reportTimeZone))),
]

/**
 * SQL for the outcomes of visits and searches by campaign, day and reason, from kept counts. Leads and their money are those
 * that were billed. The cost is campaigns times days.
 */
export const countedDays = (places: readonly [string, string, string], whichCampaigns: string): string => `
  select campaign.agency_id, campaign.client_id, campaign.id as campaign_id, campaign.root_id, campaign.module, span.day, made.reason, made.count,
    made.wholesale_e4, made.retail_e4
  from unnest(${places[0]}::date[], ${places[1]}::timestamptz[], ${places[2]}::timestamptz[]) as span (day, from_at, to_at)
  cross join campaign
  cross join lateral (
    select v.reason, sum(v.count)::bigint as count, 0::bigint as wholesale_e4, 0::bigint as retail_e4
      from visit_count v
     where v.agency_id = campaign.agency_id and v.client_id = campaign.client_id and v.campaign_id = campaign.id
       and v.hour >= span.from_at and v.hour < span.to_at and v.reason <> 'lead'
     group by v.reason
    union all
    select 'lead', billed.leads, billed.wholesale_e4, billed.retail_e4 from lead_day billed
     where billed.agency_id = campaign.agency_id and billed.of_id = campaign.id and billed.module = campaign.module
       and billed.state = '' and billed.day = span.day) made
  where ${whichCampaigns}`

/** The days of a period not summed by the job yet; the statement sums them itself. */
export async function readOpenDays(tx: Tx, rootId: string, start: string, end: string): Promise<string[]> {
  const { rows } = await tx.query<{ kept: string }>(
    'select kept_through::text as kept from report_day_watermark where root_id = $1',
    [rootId],
  )
  const first = rows[0] && rows[0].kept >= start ? daysBefore(rows[0].kept, -1) : start
  return datesBetween(first, end)
}

/** SQL for sums over rows with `reason`, `count` and money; `matched` is the parameter with the matched reasons. */
export const sumsOf = (condition: string): string => `
  coalesce(sum(count), 0)::bigint as visits,
  coalesce(sum(count) filter (where reason = any(${condition}::text[])), 0)::bigint as matched,
  coalesce(sum(count) filter (where reason = 'lead'), 0)::bigint as leads,
  coalesce(sum(wholesale_e4), 0)::bigint as wholesale_e4,
  coalesce(sum(retail_e4), 0)::bigint as retail_e4`
