import { kindOf, mentionItems } from './item-sql.ts'

/** SQL for what waits for a client's own people. $1 and $2 are the operator and the agency, $3 the instant, $4 the client. */
export const clientItems = `
  client as (select company.id, company.name from company where company.id = $4),
  item as (
    select ${kindOf('action_due')}, lead.id as subject_id, lead.client_id, lead.campaign_id,
        lead.next_action_date::timestamp at time zone own.time_zone as since,
        greatest(0, lead.next_action_date - date '1970-01-01')::bigint as mark, 0 as count, null::text as cause,
        null::text as service, lead.id as lead_id, lead.assignee_id as person_id
      from lead
      join company own on own.id = $4
      join app_user assignee on assignee.id = lead.assignee_id and assignee.client_id = $4
     where lead.agency_id = $2 and lead.client_id = $4 and lead.root_id = $1
       and lead.next_action_date <= ($3::timestamptz at time zone own.time_zone)::date
    union all
    ${mentionItems('client_id = $4')})`
