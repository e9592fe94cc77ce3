import type { Module } from '#contract/campaigns/modules.ts'
import type { Tx } from '#server/platform/database/tx.ts'

type NoticePeriod = 'day' | 'week' | 'month' | 'total'

/** A campaign that reached a lead threshold, or ended a period below its minimum. */
export interface DueNotice {
  kind: 'amount' | 'minimum'
  agencyId: string
  campaignId: string
  clientId: string
  name: string
  client: string
  module: Module
  notifyUserIds: readonly string[]
  period: NoticePeriod
  /** Local dates in the campaign's zone; the last day of a running period is today. */
  firstDay: string
  lastDay: string
  leads: number
  threshold: number
}

/**
 * Leads of campaign `p` between the starts of two local dates, without test leads: from kept hourly counts, plus the rest in
 * zones whose days begin within an hour.
 */
function leadsBetween(first: string, end: string): string {
  const from = `${first}::timestamp at time zone p.time_zone`
  const to = `${end}::timestamp at time zone p.time_zone`
  const firstHour = `date_trunc('hour', (${from}) + interval '59 minutes 59.999999 seconds', 'UTC')`
  const lastHour = `date_trunc('hour', ${to}, 'UTC')`
  const between = (a: string, b: string): string => `
    (select count(*) from lead where lead.agency_id = $1 and lead.campaign_id = p.id and lead.kind = 'lead'
        and lead.created_at >= ${a} and lead.created_at < ${b})`
  return `(
    coalesce((select sum(n.leads) from lead_count n where n.agency_id = $1 and n.of_id = p.id and n.grain = 'hour'
        and n.start_at >= ${firstHour} and n.start_at < ${lastHour}), 0)
    + ${between(from, `least(${firstHour}, ${to})`)} + ${between(`greatest(${lastHour}, ${from})`, to)})::integer`
}

/** Periods are those of limits: weeks begin on Monday, in the campaign's zone. */
const periods = `
  select c.id, c.client_id, c.name, c.module, c.time_zone, c.start_date, c.end_date, c.notify_users, c.notify_at_leads,
         case when c.has_minimum then least(c.minimum_leads, c.limit_leads) end as minimum, c.minimum_since, c.limit_period as period,
         ($2::timestamptz at time zone c.time_zone)::date as today,
         case when c.limit_period = 'total' then c.start_date
              else date_trunc(c.limit_period, $2::timestamptz at time zone c.time_zone)::date end as this_start,
         case when c.limit_period = 'total' then c.start_date
              else (date_trunc(c.limit_period, $2::timestamptz at time zone c.time_zone) - kept.length)::date end as last_start,
         case when c.limit_period = 'total' then c.end_date + 1
              else date_trunc(c.limit_period, $2::timestamptz at time zone c.time_zone)::date end as last_end
    from campaign c
   cross join lateral (
     select case c.limit_period when 'month' then interval '1 month' when 'week' then interval '7 days'
                                else interval '1 day' end as length) as kept
   where c.agency_id = $1 and c.status = 'active' and c.removed_at is null
     and (c.notify_at_leads is not null or c.has_minimum)`

const campaignColumns = `p.id as "campaignId", p.client_id as "clientId", client.name as client, p.name, p.module,
  p.notify_users as "notifyUserIds", p.period`

/** Leads of the running period so far. */
const amounts = `
  select 'amount' as kind, ${campaignColumns}, p.this_start as "firstDay", p.today as "lastDay", p.notify_at_leads as threshold,
         ${leadsBetween('p.this_start', '(p.today + 1)')} as leads
    from periods p join company client on client.id = p.client_id
   where p.notify_at_leads is not null`

/** Leads of the last complete period, if the campaign ran throughout. */
const minimums = `
  select 'minimum' as kind, ${campaignColumns}, p.last_start as "firstDay", p.last_end - 1 as "lastDay", p.minimum as threshold,
         ${leadsBetween('p.last_start', 'p.last_end')} as leads
    from periods p join company client on client.id = p.client_id
   where p.minimum is not null and p.last_end <= p.today and p.start_date <= p.last_start
     and (p.end_date is null or p.end_date >= p.last_end - 1)
     and (p.period = 'total' or p.minimum_since <= p.last_start::timestamp at time zone p.time_zone)`

/** The notices of an agency that are due and not sent yet. */
export async function readDueNotices(tx: Tx, agencyId: string, now: Date): Promise<DueNotice[]> {
  const { rows } = await tx.query<Omit<DueNotice, 'agencyId'>>(
    `with periods as (${periods}), due as (${amounts} union all ${minimums})
     select due.* from due
       left join lead_notice told on told.agency_id = $1 and told.campaign_id = due."campaignId" and told.kind = due.kind
         and told.period = due.period and told.period_start = due."firstDay" and told.threshold = due.threshold
      where told.kind is null
        and case due.kind when 'amount' then due.leads >= due.threshold else due.leads < due.threshold end
      order by due."campaignId", due.kind`,
    [agencyId, now],
  )
  return rows.map((row) => ({ agencyId, ...row }))
}
