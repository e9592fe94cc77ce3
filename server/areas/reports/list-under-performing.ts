import type { Module } from '#contract/campaigns/modules.ts'
import { toPage } from '#contract/core/page.ts'
import { reportTimeZone } from '#contract/leads/leads.ts'
import type { Reason } from '#contract/leads/reasons.ts'
import { judged_days, type listUnderPerforming } from '#contract/reports/campaigns.ts'
import { downToDay, readTopReasons, upToDay } from '#server/areas/leads/public.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Caller, Handler } from '#server/platform/http/call.ts'
import { endOfDate_ms, startOfDate_ms } from '#server/platform/local-dates.ts'
import { daysBefore, today } from './days.ts'

interface Row {
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

interface Days {
  /** Today. */
  now: string
  start: string
  from_ms: number
  to_ms: number
}

/**
 * Active campaigns that deliver clearly less than they may (C056). Judged by whole days before today in the reports' time
 * zone, so that the answer holds for a day: nothing delivered, or less than half of what the limit allows in these days.
 */
export const handleListUnderPerforming: Handler<typeof listUnderPerforming> = async ({ query }, call) => {
  const now = today(call.platform.clock)
  const [start, end] = [daysBefore(now, judged_days), daysBefore(now, 1)]
  const days = { now, start, from_ms: startOfDate_ms(start, reportTimeZone), to_ms: endOfDate_ms(end, reportTimeZone) }
  return call.inScope(async (tx) => {
    const rows = await readSlow(tx, call.caller, days, query)
    const reasons = await readTopReasons(tx, rows, days)
    const page = toPage(
      rows.map((row) => present(row, reasons.get(row.campaignId) ?? [])),
      query.Page,
      query.PerPage,
      rows[0]?.total ?? 0,
    )
    return { ...page, start, end, time_zone: reportTimeZone }
  })
}

/** A limit for the whole life of a campaign says nothing of a week. */
const wanted = `
  case campaign.limit_period when 'day' then campaign.limit_leads * ${judged_days} when 'week' then campaign.limit_leads
    when 'month' then greatest(1, campaign.limit_leads * ${judged_days} / 30) end`

const isSlow = (delivered: string): string => `(${delivered} = 0 or ${delivered} * 2 < ${wanted})`

/** A campaign's leads between two moments, from the kept counts of whole days of UTC or of hours. */
const leadsOf = (grain: 'day' | 'hour', from: string, to: string, condition = 'true'): string => `
  select coalesce(sum(c.leads), 0)::bigint as leads from lead_count c
   where ${condition} and c.agency_id = campaign.agency_id and c.of_id = campaign.id and c.grain = '${grain}'
     and c.start_at >= ${from} and c.start_at < ${to}`

/**
 * Every running campaign is looked at by one probe of its days; the hours at both ends are read only where the days between
 * them are not enough already.
 */
async function readSlow(
  tx: Tx,
  { rootId, agencyId }: Caller,
  { now, start, from_ms, to_ms }: Days,
  { Page: page, PerPage: perPage }: { Page: number; PerPage: number },
): Promise<Row[]> {
  const { rows } = await tx.query<Row>(
    `select campaign.id as "campaignId", campaign.name, campaign.module, client.id as "clientId", client.name as client,
       agency.id as "agencyId", agency.name as agency, ${wanted} as wanted, made.leads as delivered,
       count(*) over ()::integer as total
     from campaign
     cross join lateral (${leadsOf('day', '$5', '$6')}) inside
     cross join lateral (${leadsOf('hour', '$4', '$5', isSlow('inside.leads'))}) before
     cross join lateral (${leadsOf('hour', '$6', '$7', isSlow('inside.leads'))}) after
     cross join lateral (select inside.leads + before.leads + after.leads as leads) made
     join company client on client.id = campaign.client_id and client.removed_at is null and client.status = 'active'
     join company agency on agency.id = campaign.agency_id and agency.removed_at is null and agency.status = 'active'
     where campaign.root_id = $1 and ($2::uuid is null or campaign.agency_id = $2)
       and campaign.status = 'active' and campaign.removed_at is null
       and campaign.start_date <= $3::date and campaign.created_at < $4
       and (campaign.end_date is null or campaign.end_date >= $8::date)
       and ${isSlow('made.leads')}
     order by made.leads::float8 / coalesce(${wanted}, 1), campaign.id
     limit ${perPage} offset ${(page - 1) * perPage}`,
    [rootId, agencyId, start, dateOf(from_ms), dateOf(upToDay(from_ms)), dateOf(downToDay(to_ms)), dateOf(to_ms), now],
  )
  return rows
}

const present = (row: Row, reasons: { reason: Reason; count: number }[]) => ({
  leadspeek_api_id: row.campaignId,
  campaignName: row.name,
  leadspeek_type: row.module,
  client_company_id: row.clientId,
  client_company_name: row.client,
  company_id: row.agencyId,
  company_name: row.agency ?? '',
  wanted: row.wanted,
  delivered: row.delivered,
  reasons,
})
