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

/** More destinations than any campaign has; tells the planner that a lead has few. */
const mostOfLead = 1_000

/** SQL of the deliveries of each preceding `lead` row, one for each destination of its campaign, by their keys. */
export const deliveriesOfLead = (agencyId: string): string => `lateral (
  select delivery.* from destination ${joinDelivery(agencyId, 'lead')}
  where destination.agency_id = ${agencyId} and destination.campaign_id = lead.campaign_id
  order by delivery.id limit ${mostOfLead})`
