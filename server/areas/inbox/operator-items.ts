import { kindOf, markOf } from './item-sql.ts'

/** SQL for what needs the operator's decision, by agency. $1 and $2 are the operator, $3 the instant. */
export const operatorItems = `
  -- Here agencies are what clients are to an agency.
  client as (
    select company.id, company.name from company
     where company.root_id = $1 and company.kind = 'agency' and company.removed_at is null),
  item as (
    select ${kindOf('shares_claimed')}, share_claim.agency_id as subject_id, share_claim.agency_id as client_id,
        null::uuid as campaign_id, min(share_claim.claimed_at) as since, ${markOf('max(share_claim.claimed_at)')} as mark,
        count(*)::integer as count, null::text as cause, null::text as service,
        null::uuid as lead_id, null::uuid as person_id
      from share_claim
     where share_claim.root_id = $1 and share_claim.state = 'waiting' and share_claim.claimed_at <= $3
     group by share_claim.agency_id
    union all
    select ${kindOf('bursts_reported')}, burst_void.agency_id, burst_void.agency_id, null, min(burst_void.asked_at),
        ${markOf('max(burst_void.asked_at)')}, count(*)::integer, null, null, null, null
      from burst_void
     where burst_void.root_id = $1 and burst_void.credited_at is null and burst_void.asked_at <= $3
     group by burst_void.agency_id)`
