import { hoursOfWeek } from '#contract/campaigns/active-hours.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Campaign, Cap } from './batch.ts'

type Row = Omit<Campaign, 'caps' | 'forbiddenStates' | 'openHours' | 'states' | 'zips'> &
  CapColumns & {
    activeHours: string[]
    forbiddenStates: string[]
    states: string[]
    zips: string[]
  }

interface CapColumns {
  agencyId: string
  /** Null if the campaign has no cap. */
  monthCap_e4: number | null
  monthStart: string
  /** Caps of its client and agency, by the agency's months; null if neither has one. */
  companyCaps: Partial<Record<'client' | 'agency', CompanyCap>> | null
}

type CompanyCap = Pick<Cap, 'most_e4' | 'month' | 'timeZone' | 'setAt'>

/** SQL for the settings that a lead's page explains later; $1 is the agency. Prices are stored on the lead. */
const rules = `jsonb_build_object(
  'timeZone', time_zone, 'startDate', start_date, 'endDate', end_date, 'nationalTargeting', national_targeting,
  'states', states, 'zips', zips, 'requireEmail', require_email, 'requirePhone', require_phone,
  'requireAddress', require_address, 'reidentification', reidentification,
  'reidentificationAcrossClient', reidentification_across_client, 'limitLeads', limit_leads, 'limitPeriod', limit_period)
  || case when active_hours = '{}' then '{}' else jsonb_build_object('activeHours', active_hours) end
  || case when month_cap_cents is null then '{}' else jsonb_build_object('monthCap_cents', month_cap_cents) end
  || coalesce((select jsonb_build_object('clientCap_cents', m.month_cap_cents) from money_cap m
       where m.agency_id = $1 and m.company_id = c.client_id and m.month_cap_cents is not null), '{}')
  || case when spreads_evenly then jsonb_build_object('spreadsEvenly', true) else '{}' end
  || case when module_settings = '{}' then '{}' else jsonb_build_object('module', module, 'moduleSettings', module_settings) end
  || coalesce((select jsonb_build_object('forbiddenStates', b.forbidden_states) from brand b
       where b.company_id = c.agency_id and b.forbidden_states <> '{}'), '{}')
  || case when include_audiences = '{}' and exclude_audiences = '{}' then '{}' else jsonb_build_object('audiences',
       (select jsonb_agg(jsonb_build_object('name', a.name, 'use', case when a.id = any(c.include_audiences) then 'include' else 'exclude' end)
                 order by a.name, a.id)
          from audience a where a.agency_id = $1 and a.id = any(c.include_audiences || c.exclude_audiences))) end`

/** SQL for the settings that stages compare, from `c`; $1 is the agency (required on a cluster) and $2 is now. */
const columns = `
  c.id, c.agency_id as "agencyId", c.client_id as "clientId", c.module, c.module_settings as "moduleSettings",
  c.status = 'active' and c.removed_at is null as "isActive", c.time_zone as "timeZone",
  (extract(epoch from c.start_date::timestamp at time zone c.time_zone) * 1000)::float8 as "startsAt_ms",
  coalesce(extract(epoch from (c.end_date + 1)::timestamp at time zone c.time_zone) * 1000, 'infinity')::float8
    as "endsAt_ms",
  c.active_hours as "activeHours",
  coalesce((select b.forbidden_states from brand b where b.company_id = c.agency_id), '{}') as "forbiddenStates",
  c.national_targeting as "nationalTargeting", c.states, c.zips, c.require_email as "requireEmail",
  c.include_audiences as "includeAudiences", c.exclude_audiences as "excludeAudiences", c.require_phone as "requirePhone", c.require_address as "requireAddress", c.reidentification,
  c.reidentification_across_client as "reidentificationAcrossClient",
  c.limit_leads as "limitLeads", c.spreads_evenly as "spreadsEvenly", c.limit_period as "limitPeriod",
  case when c.limit_period = 'total' then date '1970-01-01'
    else date_trunc(c.limit_period, $2::timestamptz at time zone c.time_zone)::date end as "limitPeriodStart",
  c.month_cap_cents * 100::bigint as "monthCap_e4", date_trunc('month', $2::timestamptz at time zone c.time_zone)::date as "monthStart",
  (select jsonb_object_agg(case when m.client_id is null then 'agency' else 'client' end, jsonb_build_object(
      'most_e4', m.month_cap_cents * 100::bigint, 'setAt', m.updated_at, 'timeZone', agency.time_zone,
      'month', date_trunc('month', $2::timestamptz at time zone agency.time_zone)::date))
     from money_cap m join company agency on agency.id = m.agency_id
    where m.agency_id = $1 and m.company_id in (c.client_id, c.agency_id)
      and m.month_cap_cents is not null) as "companyCaps",
  c.retail_price_e4 as "retailPrice_e4", c.wholesale_price_e4 as "wholesalePrice_e4", c.updated_at as "updatedAt"`

/**
 * Reads the settings that stages compare, by campaign, at `now_ms`. Dates and periods use the campaign's time zone. The same
 * statement stores the settings under their hash, which leads reference, so that exactly what was read is stored. The rows stay
 * locked until the transaction ends: pausing or changing a campaign (`lockCampaign`) waits for the batch, so that no lead
 * follows a confirmed pause.
 */
export async function readCampaigns(
  tx: Tx,
  agencyId: string,
  now_ms: number,
  ids: readonly string[],
): Promise<Map<string, Campaign>> {
  const { rows } = await tx.query<Row>(
    `with setting as (
       select c.*, ${rules} as rules from campaign c where c.agency_id = $1 and c.id = any($3::uuid[])
        order by c.id for key share of c
     ), kept as (
       insert into campaign_rules (agency_id, campaign_id, id, root_id, client_id, rules, first_used_at)
       select agency_id, id, md5(rules::text)::uuid, root_id, client_id, rules, $2 from setting
       on conflict (agency_id, campaign_id, id) do nothing
     )
     select ${columns}, md5(c.rules::text)::uuid as "rulesId"
       from setting c`,
    [agencyId, dateOf(now_ms), ids],
  )
  return new Map(rows.map((row) => [row.id, withSets(row)]))
}

/** One campaign as the stages compare it, running or not. Its settings are not stored. Null if it doesn't exist. */
export async function readCampaignSettings(
  tx: Tx,
  agencyId: string,
  now_ms: number,
  id: string,
): Promise<Campaign | null> {
  const { rows } = await tx.query<Row>(
    `select ${columns}, '' as "rulesId" from campaign c where c.agency_id = $1 and c.id = $3 and c.removed_at is null`,
    [agencyId, dateOf(now_ms), id],
  )
  return rows[0] ? withSets(rows[0]) : null
}

function capsOf(row: Row): Cap[] {
  const { id, clientId, agencyId, companyCaps, retailPrice_e4, wholesalePrice_e4 } = row
  const caps: Cap[] = []
  if (row.monthCap_e4 !== null) {
    const { monthCap_e4: most_e4, monthStart: month, timeZone, updatedAt: setAt } = row
    caps.push({ of: 'campaign', id, clientId, price_e4: retailPrice_e4, most_e4, month, timeZone, setAt })
  }
  const { client, agency } = companyCaps ?? {}
  if (client) caps.push({ of: 'client', id: clientId, clientId, price_e4: retailPrice_e4, ...client })
  if (agency) caps.push({ of: 'agency', id: agencyId, clientId: null, price_e4: wholesalePrice_e4, ...agency })
  return caps
}

const withSets = ({ activeHours, ...row }: Row): Campaign => ({
  ...row,
  caps: capsOf({ activeHours, ...row }),
  openHours: hoursOfWeek(activeHours),
  forbiddenStates: new Set(row.forbiddenStates),
  states: new Set(row.states),
  zips: new Set(row.zips),
})
