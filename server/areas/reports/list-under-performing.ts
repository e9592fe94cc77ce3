import type { Module } from '#contract/campaigns/modules.ts'
import { toPage } from '#contract/core/page.ts'
import { reportTimeZone } from '#contract/leads/report-time-zone.ts'
import type { Reason } from '#contract/leads/reasons.ts'
import { judged_days, type listUnderPerforming } from '#contract/reports/campaigns.ts'
import { leadSums, spansOf } from '#server/areas/leads/read/sum-leads.ts'
import { readTopReasons } from '#server/areas/leads/read/top-reasons.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Caller } from '#server/platform/call.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { judgedDaysAt, type JudgedDays } from './judged-days.ts'

export interface SlowRow {
  campaignId: string
  name: string
  module: Module
  clientId: string
  client: string
  agencyId: string
  agency: string | null
  wanted: number | null
  delivered: number
  total: number
}

/**
 * Active campaigns that deliver far less than their limit (C056): nothing, or less than half of it, over whole days before
 * today in the report time zone, so that the result is stable for a day. A campaign that was not active on all of these days is not judged.
 */
export const handleListUnderPerforming: Handler<typeof listUnderPerforming> = async ({ query }, call) => {
  const days = judgedDaysAt(call.platform.clock)
  const { start, end } = days
  return call.inScope(async (tx) => {
    const rows = await readSlow(tx, call.caller, days, query)
    const reasons = await readTopReasons(tx, rows, days)
    const page = toPage(
      rows.map((row) => present(row, reasons.get(row.campaignId) ?? [])),
      query.page,
      query.perPage,
      rows[0]?.total ?? 0,
    )
    return { ...page, start, end, time_zone: reportTimeZone }
  })
}

/** A total limit says nothing about a week. */
const leadsWanted = `
  case campaign.limit_period when 'day' then campaign.limit_leads * ${judged_days} when 'week' then campaign.limit_leads
    when 'month' then greatest(1, campaign.limit_leads * ${judged_days} / 30) end`

/** Deliveries as summed by the job, or from kept counts of each campaign until it has run today. */
const deliveryOf = {
  kept: `join campaign_delivery_stats made on made.agency_id = campaign.agency_id and made.campaign_id = campaign.id
    and made.window_start = $3::date`,
  counted: `cross join lateral (select coalesce(sums.leads, 0) as leads from (
    ${leadSums('campaign.agency_id', 'campaign.id', ['$7', '$8', '$9'])}) sums) made`,
}

/** Few companies are inactive, so checking against those is cheaper than joining each campaign's company. */
const isOutOfUse = (id: string): string => `${id} in (select company.id from company where company.root_id = $1
  and (company.removed_at is not null or company.status <> 'active'))`

/** Under-performing campaigns of an operator or one of its agencies, optionally of some modules only. */
export async function readSlow(
  tx: Tx,
  { rootId, agencyId }: Pick<Caller, 'rootId' | 'agencyId'>,
  { now, start, from_ms, to_ms }: JudgedDays,
  { page, perPage, modules = null }: { page: number; perPage: number; modules?: readonly string[] | null },
): Promise<SlowRow[]> {
  const { rowCount } = await tx.query(
    'select from delivery_stats_watermark where root_id = $1 and window_start = $2::date',
    [rootId, start],
  )
  const how = rowCount ? 'kept' : 'counted'
  const { rows } = await tx.query<SlowRow>(
    `select slow.*, client.name as client, agency.name as agency
     from (
       select campaign.id as "campaignId", campaign.name, campaign.module, campaign.client_id as "clientId",
         campaign.agency_id as "agencyId", ${leadsWanted} as wanted, made.leads as delivered,
         made.leads::float8 / coalesce(${leadsWanted}, 1) as share, count(*) over ()::integer as total
       from campaign ${deliveryOf[how]}
       where campaign.root_id = $1 and ($2::uuid is null or campaign.agency_id = $2)
         and campaign.status = 'active' and campaign.removed_at is null
         and ($6::text[] is null or campaign.module = any($6))
         and campaign.start_date <= $3::date and campaign.created_at < $4
         and (campaign.active_since is null or campaign.active_since < $4)
         and (campaign.end_date is null or campaign.end_date >= $5::date)
         and (made.leads = 0 or made.leads * 2 < ${leadsWanted})
         and not ${isOutOfUse('campaign.client_id')} and not ${isOutOfUse('campaign.agency_id')}
       order by share, campaign.id
       limit ${perPage} offset ${(page - 1) * perPage}) slow
     join company client on client.id = slow."clientId"
     join company agency on agency.id = slow."agencyId"
     order by share, "campaignId"`,
    [
      rootId,
      agencyId,
      start,
      dateOf(from_ms),
      now,
      modules,
      ...(how === 'counted' ? Object.values(spansOf(from_ms, to_ms)) : []),
    ],
  )
  return rows
}

const present = (row: SlowRow, reasons: { reason: Reason; count: number }[]) => ({
  campaignId: row.campaignId,
  campaignName: row.name,
  module: row.module,
  client_company_name: row.client,
  company_id: row.agencyId,
  company_name: row.agency ?? '',
  wanted: row.wanted,
  delivered: row.delivered,
  reasons,
})
