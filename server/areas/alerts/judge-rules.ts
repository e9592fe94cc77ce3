import type { AlertKind, ChannelKind } from '#contract/alerts/alert-rules.ts'
import { modulesWithPixel, type Module } from '#contract/campaigns/modules.ts'
import type { AgencyIds } from '#server/areas/branding/settle-each-agency.ts'
import type { Tx } from '#server/platform/database/tx.ts'

/** What began to hold since the last look. */
export interface Raised {
  companyId: string
  /** Null if the agency is told. */
  clientId: string | null
  campaignId: string
  module: Module
  campaign: string
  client: string
  threshold: number | null
  /** Somebody gets a mail about it anyway, by the campaign's own settings or because the destination fails. */
  isMailed: boolean
  postsTo: ChannelKind[]
}

const hasPixel = `c.module in (${modulesWithPixel.map((module) => `'${module}'`).join()})`

/** SQL for what each rule holds for, of `watched`: the rule with each campaign that it looks at. $1 is the agency, $3 the instant. */
const judgments: Record<AlertKind, string> = {
  silent: `
    select c.*, c.campaign_id as subject_id, false as is_mailed from watched c
     where ${hasPixel} and c.last_hit_at < $3::timestamptz - c.threshold * interval '1 hour'`,
  no_leads: `
    select c.*, c.campaign_id as subject_id, false as is_mailed from watched c
     where greatest(c.active_since, c.start_date::timestamp at time zone c.time_zone)
             < $3::timestamptz - c.threshold * interval '1 day'
       and not exists (select from lead where lead.agency_id = $1 and lead.campaign_id = c.campaign_id
                          and lead.created_at >= $3::timestamptz - c.threshold * interval '1 day' and lead.kind = 'lead')`,
  // A campaign's own alerts mail its agency, and its payer if that was chosen.
  spending: `
    select c.*, c.campaign_id as subject_id,
        coalesce(cap_use.used_e4, 0) >= c.month_cap_cents::bigint * c.threshold and c.alert_shares <> '{}'
          and (c.rule_client_id is null or c.alert_payer) as is_mailed
      from watched c
      left join cap_use on cap_use.agency_id = $1 and cap_use.of_id = c.campaign_id
        and cap_use.month = date_trunc('month', $3::timestamptz at time zone c.time_zone)::date
      left join limit_use on limit_use.agency_id = $1 and limit_use.campaign_id = c.campaign_id
        and limit_use.period = c.limit_period and c.limit_period in ('month', 'total')
        and limit_use.period_start = case when c.limit_period = 'total' then date '1970-01-01'
          else date_trunc('month', $3::timestamptz at time zone c.time_zone)::date end
     where cap_use.used_e4 >= c.month_cap_cents::bigint * c.threshold
        or limit_use.used * 100::bigint >= c.limit_leads::bigint * c.threshold`,
  deliveries: `
    select c.*, destination.id as subject_id, true as is_mailed from watched c
      join destination on destination.agency_id = $1 and destination.campaign_id = c.campaign_id
     where destination.removed_at is null and (destination.status = 'disabled'
        or destination.status = 'failing' and destination.consecutive_failures >= 5)`,
}

/**
 * Judges one rule for all campaigns of an agency, for itself and each client: ends what no longer holds and returns what is
 * new. Concurrent runs insert each alert once.
 */
export async function judgeRule(
  tx: Tx,
  { rootId, agencyId }: AgencyIds,
  kind: AlertKind,
  now: Date,
): Promise<Raised[]> {
  const { rows } = await tx.query<Raised>(
    `with watched as (
       select rule.company_id, rule.client_id as rule_client_id, rule.threshold, rule.posts_to, c.id as campaign_id, c.name,
           c.client_id, c.module, c.last_hit_at, coalesce(c.active_since, c.created_at) as active_since, c.start_date,
           c.time_zone, c.month_cap_cents, c.alert_shares, c.alert_payer, c.limit_leads, c.limit_period
         from alert_rule rule
         join campaign c on c.agency_id = $1 and (rule.client_id is null or c.client_id = rule.client_id)
        where rule.agency_id = $1 and rule.kind = $2 and rule.is_on and c.status = 'active' and c.removed_at is null
          and (c.end_date < ($3::timestamptz at time zone c.time_zone)::date) is not true),
     judged as materialized (${judgments[kind]}),
     ended as (
       delete from alert where agency_id = $1 and kind = $2
          and not exists (select from judged where judged.company_id = alert.company_id and judged.subject_id = alert.subject_id)),
     raised as (
       insert into alert (agency_id, company_id, kind, subject_id, root_id, client_id, campaign_id, raised_at)
       select $1, judged.company_id, $2, judged.subject_id, $4, judged.rule_client_id, judged.campaign_id, $3 from judged
        order by judged.company_id, judged.subject_id
       on conflict do nothing
       returning company_id, subject_id)
     select judged.company_id as "companyId", judged.rule_client_id as "clientId", judged.campaign_id as "campaignId",
        judged.module, judged.name as campaign, client.name as client, judged.threshold, judged.is_mailed as "isMailed",
        judged.posts_to as "postsTo"
       from raised
       join judged on judged.company_id = raised.company_id and judged.subject_id = raised.subject_id
       join company client on client.id = judged.client_id
      order by judged.company_id, judged.name, judged.campaign_id`,
    [agencyId, kind, now, rootId],
  )
  return rows
}
