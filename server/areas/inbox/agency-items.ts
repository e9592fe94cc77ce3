import { modulesWithPixel } from '#contract/campaigns/modules.ts'
import { pixelSilentAfter_hours } from '#contract/reports/dashboard.ts'
import { readBrokenSince } from '#server/areas/mails/mail-domain/read-broken-since.ts'
import { countUnmatched } from '#server/areas/payments/reconciliation/count-unmatched.ts'
import { readNeedsSince } from '#server/areas/payments/accounts/tell-needs.ts'
import { findFailedPayouts } from '#server/areas/payments/payouts/find-failed.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { kindOf, markOf, mentionItems, stoppedAddressItems, type InboxQuery } from './item-sql.ts'

/** Only these modules have a pixel that can be silent. */
const hasPixel = `module in (${modulesWithPixel.map((module) => `'${module}'`).join()})`

const inUse = `campaign.removed_at is null and campaign.status not in ('archived', 'stop')`

/**
 * SQL for everything that needs attention in an agency at an instant, plus new leads, one row each. $1 and $2 are
 * the operator and the agency, $3 the instant, $4 since when a pixel counts as silent, $5 to $7 declined charges by company, $8 to $10
 * unmatched transactions of its gateway account,
 * $11 to $13 returned refunds, $14 and $15 returned payouts, $16 since when records of its email's domain are wrong,
 * $17 since when its payment account waits for something.
 */
export const agencyItems = `
  client as (
    select company.id, company.name from company
     where company.root_id = $1 and company.agency_id = $2 and company.kind = 'client' and company.removed_at is null),
  active as (
    select campaign.id, campaign.client_id, campaign.module, campaign.last_hit_at, campaign.limit_leads,
        campaign.limit_given_at,
        campaign.limit_period, campaign.time_zone, campaign.month_cap_cents, campaign.retail_price_e4, campaign.wholesale_price_e4,
        date_trunc('month', $3::timestamptz at time zone campaign.time_zone)::date as month,
        case campaign.limit_period when 'total' then date '1970-01-01'
          else date_trunc(campaign.limit_period, $3::timestamptz at time zone campaign.time_zone)::date end as period_start
      from campaign
     where campaign.root_id = $1 and campaign.agency_id = $2 and campaign.status = 'active' and campaign.removed_at is null
       and (campaign.end_date < ($3::timestamptz at time zone campaign.time_zone)::date) is not true),
  plain as (
    select ${kindOf('delivery_paused')}, destination.id as subject_id, destination.client_id, destination.campaign_id,
        coalesce(destination.paused_at, destination.failing_since, destination.created_at) as since,
        ${markOf('coalesce(destination.paused_at, destination.failing_since, destination.created_at)')} as mark,
        0 as count, destination.last_error_code as cause, null::text as service
      from destination
      join campaign on campaign.agency_id = destination.agency_id and campaign.id = destination.campaign_id and ${inUse}
     where destination.agency_id = $2 and destination.status = 'disabled' and destination.removed_at is null
    union all
    select ${kindOf('delivery_failing')}, destination.id, destination.client_id, destination.campaign_id,
        destination.failing_since, ${markOf('coalesce(destination.failing_since, destination.created_at)')},
        0, destination.last_error_code, null
      from destination
      join campaign on campaign.agency_id = destination.agency_id and campaign.id = destination.campaign_id and ${inUse}
     where destination.agency_id = $2 and destination.status = 'failing' and destination.removed_at is null
    union all
    select ${kindOf('connection_lost')}, connection.id, connection.client_id, null, connection.updated_at,
        ${markOf('connection.updated_at')}, 0, connection.cause, connection.kind
      from connection where connection.agency_id = $2 and connection.status = 'reconnect'
    union all
    select ${kindOf('payment_declined')}, coalesce(declined.client_id, $2), declined.client_id, null, declined.at,
        ${markOf('declined.at')}, declined.count, null, null
      from unnest($5::uuid[], $6::timestamptz[], $7::integer[]) as declined (client_id, at, count)
    union all
    select ${kindOf('money_unmatched')}, $2, null, null, unmatched.at, ${markOf('unmatched.last_at')}, unmatched.count, null, null
      from unnest($8::timestamptz[], $9::timestamptz[], $10::integer[]) as unmatched (at, last_at, count)
    union all
    select ${kindOf('refund_returned')}, returned.id, returned.client_id, null, returned.at, ${markOf('returned.at')},
        0, null, null
      from unnest($11::uuid[], $12::uuid[], $13::timestamptz[]) as returned (id, client_id, at)
    union all
    select ${kindOf('payout_failed')}, failed.id, null, null, failed.at, ${markOf('failed.at')}, 0, null, null
      from unnest($14::uuid[], $15::timestamptz[]) as failed (id, at)
    union all
    select ${kindOf('mail_records_broken')}, $2, null, null, broken.at, ${markOf('broken.at')}, 0, null, null
      from (select $16::timestamptz as at) broken where broken.at is not null
    union all
    select ${kindOf('account_needs')}, $2, null, null, needs.at, ${markOf('needs.at')}, 0, null, null
      from (select $17::timestamptz as at) needs where needs.at is not null
    union all ${stoppedAddressItems}
    union all
    select ${kindOf('payment_disputed')}, dispute.id, dispute.client_id, null, dispute.opened_at, ${markOf('dispute.opened_at')},
        0, null, null
      from dispute
     where dispute.agency_id = $2 and dispute.client_id is not null and dispute.state in ('warning', 'needs_response')
       and (dispute.evidence_state is null or dispute.evidence_state = 'failed')
    union all
    select ${kindOf('leads_returned')}, lead_return.client_id, lead_return.client_id, null, min(lead_return.requested_at),
        ${markOf('max(lead_return.requested_at)')}, count(*)::integer, null, null
      from lead_return where lead_return.agency_id = $2 and lead_return.state = 'pending' group by lead_return.client_id
    union all
    select ${kindOf('leads_held')}, lead_hold.campaign_id, lead_hold.client_id, lead_hold.campaign_id, lead_hold.held_at,
        ${markOf('lead_hold.held_at')}, lead_hold.leads, null, null
      from lead_hold
      join campaign on campaign.agency_id = lead_hold.agency_id and campaign.id = lead_hold.campaign_id and ${inUse}
     where lead_hold.agency_id = $2 and lead_hold.released_at is null
    union all
    -- How many of its leads since the burst began look forged: those can be voided.
    select ${kindOf('leads_apart')}, apart_hold.campaign_id, apart_hold.client_id, apart_hold.campaign_id, apart_hold.held_at,
        ${markOf('apart_hold.held_at')}, forged.leads, null, null
      from apart_hold
      join campaign on campaign.agency_id = apart_hold.agency_id and campaign.id = apart_hold.campaign_id and ${inUse}
     cross join lateral (
       select count(*)::integer as leads from lead
        where lead.agency_id = apart_hold.agency_id and lead.campaign_id = apart_hold.campaign_id
          and lead.created_at >= apart_hold.burst_from and lead.kind = 'lead' and lead.suspicion > 0) forged
     where apart_hold.agency_id = $2 and apart_hold.released_at is null
    union all
    select ${kindOf('funds_empty')}, prepaid_balance.id, prepaid_balance.client_id, prepaid_balance.campaign_id,
        prepaid_balance.emptied_at, ${markOf('prepaid_balance.emptied_at')}, 0, null, null
      from prepaid_balance
      join active on active.id = prepaid_balance.campaign_id
     where prepaid_balance.agency_id = $2 and prepaid_balance.emptied_at is not null and prepaid_balance.leads_to_buy > 0
    union all
    select ${kindOf('campaign_silent')}, id, client_id, id, last_hit_at, ${markOf('last_hit_at')}, 0, null, null
      from active where ${hasPixel} and last_hit_at < $4
    union all
    select ${kindOf('remove_by_hand')}, take_back.client_id, take_back.client_id, null, min(take_back.asked_at),
        ${markOf('max(coalesce(take_back.manual_at, take_back.asked_at))')}, count(*)::integer, null, null
      from take_back where take_back.agency_id = $2 and take_back.status = 'manual' group by take_back.client_id
    union all
    -- Those of a client's own people are reminders for them.
    select ${kindOf('next_action_due')}, lead.id, lead.client_id, lead.campaign_id,
        lead.next_action_date::timestamp at time zone agency.time_zone,
        greatest(0, lead.next_action_date - date '1970-01-01')::bigint, 0, null, null
      from lead
      join company agency on agency.id = $2
      left join app_user assignee on assignee.id = lead.assignee_id
     where lead.agency_id = $2 and lead.next_action_date <= ($3::timestamptz at time zone agency.time_zone)::date
       and assignee.client_id is null
    union all
    -- What the agency's own rules hold for.
    select ${kindOf('no_leads')}, alert.subject_id, campaign.client_id, campaign.id, alert.raised_at, ${markOf('alert.raised_at')}, 0, null, null
      from alert join active campaign on campaign.id = alert.campaign_id
     where alert.agency_id = $2 and alert.company_id = $2 and alert.kind = 'no_leads'
    union all
    select ${kindOf('limit_near')}, alert.subject_id, campaign.client_id, campaign.id, alert.raised_at, ${markOf('alert.raised_at')}, 0, null, null
      from alert join active campaign on campaign.id = alert.campaign_id
     where alert.agency_id = $2 and alert.company_id = $2 and alert.kind = 'spending'
    union all
    -- Raising a limit and meeting it again is another occurrence in the same period.
    select ${kindOf('limit_met')}, active.id, active.client_id, active.id,
        case active.limit_period when 'total' then null else active.period_start::timestamp at time zone active.time_zone end,
        (active.period_start - date '1970-01-01')::bigint * 10000000 + active.limit_leads,
        active.limit_leads, null, null
      from active
      join limit_use on limit_use.agency_id = $2 and limit_use.campaign_id = active.id
        and limit_use.period = active.limit_period
        and limit_use.period_start = active.period_start
     where limit_use.used >= active.limit_leads
    union all
    -- Nobody chose it: a migration did, because the campaign had none.
    select ${kindOf('limit_given')}, id, client_id, id, limit_given_at, ${markOf('limit_given_at')}, limit_leads, null, null
      from active where limit_given_at is not null
    union all
    -- So is raising a cap.
    select ${kindOf('cap_met')}, active.id, active.client_id, active.id, active.month::timestamp at time zone active.time_zone,
        (active.month - date '1970-01-01')::bigint * 10000000 + active.month_cap_cents, 0, null, null
      from active
      join cap_use on cap_use.agency_id = $2 and cap_use.of_id = active.id and cap_use.month = active.month
     where active.retail_price_e4 > greatest(0, active.month_cap_cents * 100::bigint - cap_use.used_e4)
    union all
    -- A client's, or the agency's own.
    select ${kindOf('cap_met')}, cap.company_id, cap.client_id, null, cap.month::timestamp at time zone cap.time_zone,
        (cap.month - date '1970-01-01')::bigint * 10000000 + cap.month_cap_cents, 0, null, null
      from (
        select money_cap.company_id, money_cap.client_id, money_cap.month_cap_cents, agency.time_zone,
            date_trunc('month', $3::timestamptz at time zone agency.time_zone)::date as month
          from money_cap join company agency on agency.id = $2
         where money_cap.agency_id = $2 and money_cap.root_id = $1 and money_cap.month_cap_cents is not null) cap
      join cap_use on cap_use.agency_id = $2 and cap_use.of_id = cap.company_id and cap_use.month = cap.month
     where exists (
       select from active
        where (cap.client_id is null or active.client_id = cap.client_id)
          and case when cap.client_id is null then active.wholesale_price_e4 else active.retail_price_e4 end
            > greatest(0, cap.month_cap_cents * 100::bigint - cap_use.used_e4))
    union all
    -- How many leads a client has ever had: those beyond what was looked at are new.
    select ${kindOf('new_leads')}, client.id, client.id, null, null, made.leads, 0, null, null
      from client
      cross join lateral (
        select lead_count.leads from lead_count
         where lead_count.agency_id = $2 and lead_count.of_id = client.id and lead_count.grain = 'ever'
        offset 0) made
     where made.leads > 0),
  item as (
    select plain.kind, plain.rank, plain.subject_id, plain.client_id, plain.campaign_id, plain.since, plain.mark, plain.count,
        plain.cause, plain.service, lead.id as lead_id, lead.assignee_id as person_id
      from plain
      left join lead on lead.agency_id = $2 and lead.id = plain.subject_id and plain.kind = 'next_action_due'
    union all
    ${mentionItems('client_id is null')})`

/** The parameters of an agency's items. Charges and the like are not distributed on a cluster, so they are queried separately. */
export async function agencyValuesOf(tx: Tx, { rootId, agencyId, now_ms }: InboxQuery): Promise<unknown[]> {
  // A declined top-up isn't tried again: the next one of its balance takes its place.
  const { rows } = await tx.query<{ clientId: string | null; at: Date; count: number }>(
    `select client_id as "clientId", max(coalesce(moved_at, created_at)) as at, count(*)::integer as count
       from charge
      where root_id = $1 and agency_id = $2 and status = 'declined'
        and not exists (select from charge next where next.agency_id = $2 and next.balance_id = charge.balance_id
                           and (next.created_at, next.id) > (charge.created_at, charge.id))
      group by client_id`,
    [rootId, agencyId],
  )
  const entries = await countUnmatched(tx, { rootId, agencyId, now_ms })
  // Refunds not repeated since; only the agency's, which has to do it.
  const { rows: refunds } = await tx.query<{ id: string; clientId: string; at: Date }>(
    `select r.id, r.client_id as "clientId", r.ended_at as at from refund r
      where r.root_id = $1 and r.agency_id = $2 and r.client_id is not null and r.state = 'failed' and r.number is not null
        and not exists (select from refund again where again.agency_id = r.agency_id and again.charge_id = r.charge_id
                           and again.created_at >= r.ended_at and again.state <> 'failed')`,
    [rootId, agencyId],
  )
  const payouts = await findFailedPayouts(tx, { rootId, agencyId })
  return [
    rootId,
    agencyId,
    dateOf(now_ms),
    dateOf(now_ms - (await readSilence_hours(tx, agencyId)) * 3_600_000),
    rows.map(({ clientId }) => clientId),
    rows.map(({ at }) => at),
    rows.map(({ count }) => count),
    entries.map(({ at }) => at),
    entries.map(({ lastAt }) => lastAt),
    entries.map(({ count }) => count),
    refunds.map(({ id }) => id),
    refunds.map(({ clientId }) => clientId),
    refunds.map(({ at }) => at),
    payouts.map(({ id }) => id),
    payouts.map(({ at }) => at),
    await readBrokenSince(tx, agencyId),
    await readNeedsSince(tx, agencyId),
  ]
}

/** After how long the agency counts a pixel as silent: as its own rule says, if it has one. */
async function readSilence_hours(tx: Tx, agencyId: string): Promise<number> {
  const { rows } = await tx.query<{ threshold: number }>(
    `select threshold from alert_rule where agency_id = $1 and company_id = $1 and kind = 'silent' and is_on`,
    [agencyId],
  )
  return rows[0]?.threshold ?? pixelSilentAfter_hours
}
