/**
 * SQL of a delivery's id. It is built from the lead's timestamp and a hash of lead and destination (`md5` of their ids
 * as text, concatenated): still a UUIDv7 and always the same, so that a delivery is found by its key.
 */
export const deliveryIdOf = (leadId: string, digits: string): string =>
  `(left(${leadId}::text, 14) || '7' || substr(${digits}, 1, 3) || '-8' || substr(${digits}, 4, 3) || '-' || substr(${digits}, 7, 12))::uuid`

/**
 * SQL that joins a lead's delivery to a destination by its key. `offset 0` keeps the subquery with the id separate:
 * under row-level security an index is only used for plain columns, and anything else reads the whole table.
 */
export const joinDelivery = (agencyId: string, lead: string): string => `
  cross join lateral (select md5(${lead}.id::text || destination.id::text) as digits) as hash
  cross join lateral (select ${deliveryIdOf(`${lead}.id`, 'hash.digits')} as id offset 0) as made
  join delivery on delivery.agency_id = ${agencyId} and delivery.id = made.id`

/**
 * SQL for the keys of deliveries that leads (`$2`) of an agency (`$1`) have or would have, one per destination of their campaigns.
 * Rows are then looked up by key: as a join, a planner without statistics would read all deliveries for each lead.
 */
export const keysOfLeads = `
  select lead.id as "leadId", lead.email, destination.id as "destinationId", destination.client_id as "clientId",
         destination.campaign_id as "campaignId", ${deliveryIdOf('lead.id', 'hash.digits')} as id
  from lead
  join destination on destination.agency_id = $1 and destination.campaign_id = lead.campaign_id
  cross join lateral (select md5(lead.id::text || destination.id::text) as digits) as hash
  where lead.agency_id = $1 and lead.id = any($2::uuid[])`
