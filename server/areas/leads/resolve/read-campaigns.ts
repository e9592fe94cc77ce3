import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Campaign } from './batch.ts'

type Row = Omit<Campaign, 'states' | 'zips'> & { states: string[]; zips: string[] }

/** The settings as a lead's page explains them later. Prices are on the lead itself. */
const rules = `jsonb_build_object(
  'timeZone', time_zone, 'startDate', start_date, 'endDate', end_date, 'nationalTargeting', national_targeting,
  'states', states, 'zips', zips, 'requireEmail', require_email, 'requirePhone', require_phone,
  'requireAddress', require_address, 'reidentification', reidentification,
  'reidentificationAcrossClient', reidentification_across_client, 'limitLeads', limit_leads, 'limitPeriod', limit_period)
  || case module_settings when '{}' then '{}' else jsonb_build_object('module', module, 'moduleSettings', module_settings) end`

/**
 * The settings that stages compare, by campaign, at `now_ms`. Days become instants, and periods begin, in the campaign's
 * own time zone. The settings as they are now are kept under their hash, which leads name: in the same statement, so that
 * they are the very ones that were read. The one place where this area reads the campaigns' table.
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
     ), kept as (
       insert into campaign_rules (agency_id, campaign_id, id, root_id, client_id, rules, first_used_at)
       select agency_id, id, md5(rules::text)::uuid, root_id, client_id, rules, $2 from setting
       on conflict (agency_id, campaign_id, id) do nothing
     )
     select id, client_id as "clientId", module, module_settings as "moduleSettings", md5(rules::text)::uuid as "rulesId",
            status = 'active' and removed_at is null as "isActive", time_zone as "timeZone",
            (extract(epoch from start_date::timestamp at time zone time_zone) * 1000)::float8 as "startsAt_ms",
            coalesce(extract(epoch from (end_date + 1)::timestamp at time zone time_zone) * 1000, 'infinity')::float8
              as "endsAt_ms",
            national_targeting as "nationalTargeting", states, zips, require_email as "requireEmail",
            require_phone as "requirePhone", require_address as "requireAddress", reidentification,
            reidentification_across_client as "reidentificationAcrossClient",
            limit_leads as "limitLeads", limit_period as "limitPeriod",
            case limit_period when 'total' then date '1970-01-01'
              else date_trunc(limit_period, $2::timestamptz at time zone time_zone)::date end as "limitPeriodStart",
            retail_price_e4 as "retailPrice_e4", wholesale_price_e4 as "wholesalePrice_e4", updated_at as "updatedAt"
       from setting`,
    [agencyId, dateOf(now_ms), ids],
  )
  return new Map(rows.map((row) => [row.id, { ...row, states: new Set(row.states), zips: new Set(row.zips) }]))
}
