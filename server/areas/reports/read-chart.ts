import type { CampaignStatus } from '#contract/campaigns/campaign.ts'
import { reportTimeZone } from '#contract/leads/report-time-zone.ts'
import { maxNamed, type readReportChart } from '#contract/reports/dashboard.ts'
import { listScopeOf, assertKnownClient, type ListScope } from '#server/areas/tenants/list-scope.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { comparedSums, comparisonOf, isCovered, lastComparedDays } from './comparison.ts'
import { daysBefore, today } from './days.ts'
import { holdsEnriched, readEnriched } from './enriched.ts'
import { addUp, daysOf, nothing, presenterOf, readLeadDays, type Sums } from './lead-days.ts'
import { moduleOf } from './module-of.ts'
import { readSources } from './read-sources.ts'
import { periodOf, type Period } from './report-period.ts'

interface StateRow {
  state: string
  name: string
  leads: number
  compared_leads: number
  previous_leads: number
}

interface CampaignSums extends Sums {
  campaignId: string
  campaignName: string
  company_name: string
  status: CampaignStatus
  ended: boolean
}

/** The dashboard's figures (C116), from `lead_day` and `lead_source_day`. The cost grows with the days, not with the leads. */
export const handleReadReportChart: Handler<typeof readReportChart> = async ({ params, query }, call) => {
  const now = today(call.platform.clock)
  const at = dateOf(call.platform.clock.now())
  const period = periodOf(params, now)
  const audience = listScopeOf(call.object!, params.clientId)
  const module = moduleOf(query.moduleType)
  const { days, recent, states, sources, campaigns, existing, covers } = await call.inScope(async (tx) => {
    await assertKnownClient(tx, audience)
    return {
      days: await readDays(tx, audience, module, period.previousStart, period.end),
      recent: await readDays(tx, audience, module, daysBefore(now, 1), now),
      states: await readStates(tx, audience, module, period),
      sources: await readSources(tx, audience, module, period),
      campaigns: await readCampaigns(tx, audience, module, period, at),
      existing: await countExisting(tx, audience, module, at),
      covers: await isCovered(tx, audience.agencyId, ownerOf(audience), module, period),
    }
  })
  const present = presenterOf(call)
  const perDay = daysOf(days, period)
  const { compared, previous } = comparedSums<Sums>(perDay, period, nothing)
  return {
    start: period.start,
    end: period.end,
    time_zone: reportTimeZone,
    leads_today: recent.get(now)?.leads ?? 0,
    leads_yesterday: recent.get(daysBefore(now, 1))?.leads ?? 0,
    active_campaigns: existing.active,
    has_campaigns: existing.hasAny,
    total: present(addUp(perDay)),
    comparison: comparisonOf(period, covers),
    compared: present(compared),
    previous: present(previous),
    days: perDay.map((day) => ({ date: day.date, ...present(day), previous: present(day.previous) })),
    states,
    sources,
    campaigns: campaigns.map(({ campaignId, campaignName, company_name, status, ended, ...sums }) => ({
      campaignId,
      campaignName,
      company_name,
      status,
      ended,
      ...present(sums),
    })),
  }
}

const ownerOf = ({ agencyId, clientId }: ListScope): string => clientId ?? agencyId

async function readDays(
  tx: Tx,
  audience: ListScope,
  module: string | null,
  first: string,
  last: string,
): Promise<Map<string, Sums>> {
  const days = await readLeadDays(tx, { agencyId: audience.agencyId, ofId: ownerOf(audience), module }, first, last)
  const lists = holdsEnriched(module) ? await readEnriched(tx, audience, first, last) : []
  for (const { date, retail_e4, wholesale_e4 } of lists)
    days.set(date, addUp([days.get(date) ?? nothing, { leads: 0, retail_e4, wholesale_e4, enriched_e4: retail_e4 }]))
  return days
}

async function readStates(tx: Tx, audience: ListScope, module: string | null, period: Period): Promise<StateRow[]> {
  const last = lastComparedDays(period)
  const { rows } = await tx.query<StateRow>(
    `select counted.*, coalesce(us_state.name, counted.state) as name
     from (
       select state, coalesce(sum(leads) filter (where day >= $4::date), 0)::bigint as leads,
         coalesce(sum(leads) filter (where day >= $4::date and day <= $7::date), 0)::bigint as compared_leads,
         coalesce(sum(leads) filter (where day < $4::date and day <= $8::date), 0)::bigint as previous_leads
       from lead_day
       where agency_id = $1 and of_id = $2 and ($3::text is null or module = $3) and state > ''
         and day >= $5::date and day <= $6::date
       group by state
       order by leads desc, state limit ${maxNamed}) counted
     left join us_state on us_state.code = counted.state
     where counted.leads > 0 order by counted.leads desc, counted.state`,
    [
      audience.agencyId,
      ownerOf(audience),
      module,
      period.start,
      period.previousStart,
      period.end,
      last.now,
      last.before,
    ],
  )
  return rows
}

/** Whether the last day has passed in the campaign's zone; null without a last day. */
const isOver = (parameter: string): string =>
  `campaign.end_date < (${parameter}::timestamptz at time zone campaign.time_zone)::date`

async function readCampaigns(
  tx: Tx,
  { agencyId, clientId }: ListScope,
  module: string | null,
  { start, end }: Period,
  at: Date,
): Promise<CampaignSums[]> {
  const { rows } = await tx.query<CampaignSums>(
    `select campaign.id as "campaignId", campaign.name as "campaignName", client.name as company_name,
       campaign.status, made.leads, made.retail_e4, made.wholesale_e4, 0 as enriched_e4,
       campaign.status in ('active', 'pause') and ${isOver('$6')} is true as ended
     from campaign
     cross join lateral (
       select sum(leads)::bigint as leads, sum(retail_e4)::bigint as retail_e4, sum(wholesale_e4)::bigint as wholesale_e4
         from lead_day
        where lead_day.agency_id = campaign.agency_id and of_id = campaign.id and lead_day.module = campaign.module
          and state = '' and day >= $4::date and day <= $5::date) made
     join company client on client.id = campaign.client_id
     where campaign.agency_id = $1 and ($2::uuid is null or campaign.client_id = $2) and campaign.removed_at is null
       and ($3::text is null or campaign.module = $3) and made.leads > 0
     order by made.leads desc, campaign.id limit ${maxNamed}`,
    [agencyId, clientId, module, start, end, at],
  )
  return rows
}

async function countExisting(
  tx: Tx,
  { rootId, agencyId, clientId }: ListScope,
  module: string | null,
  at: Date,
): Promise<{ active: number; hasAny: boolean }> {
  const theirs = `from campaign where root_id = $1 and agency_id = $2 and ($3::uuid is null or client_id = $3)
    and ($4::text is null or module = $4) and removed_at is null`
  const { rows } = await tx.query<{ active: number; hasAny: boolean }>(
    `select exists (select ${theirs}) as "hasAny",
       (select count(*)::integer ${theirs} and status = 'active' and ${isOver('$5')} is not true) as active`,
    [rootId, agencyId, clientId, module, at],
  )
  return rows[0]!
}
