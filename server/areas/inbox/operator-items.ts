import { dueSoon_days } from '#contract/privacy/requests.ts'
import { kindOf, markOf, stoppedAddressItems } from './item-sql.ts'

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
     group by burst_void.agency_id
    union all
    -- Only what waits for somebody, of all brands together (areas/privacy/list-requests.ts).
    select ${kindOf('privacy_due')}, $1::uuid, null::uuid, null, min(request.due), ${markOf('max(request.asked_at)')}, count(*)::integer,
        null, null, null, null
      from (
        select due_at as due, received_at as asked_at from privacy_request
         where root_id = $1 and done_at is null and kind <> 'see' and (kind = 'opt_out' or proved_at is not null)
        union all
        select appeal_due_at, appealed_at from privacy_request
         where root_id = $1 and appealed_at is not null and appeal_decided_at is null) request
     where request.due <= $3::timestamptz + interval '${dueSoon_days} days'
    having count(*) > 0
    union all select stopped.*, null::uuid, null::uuid from (${stoppedAddressItems}) stopped)`
