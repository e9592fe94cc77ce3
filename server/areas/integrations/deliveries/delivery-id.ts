/**
 * SQL of a delivery's id. It is made of the lead's time and a hash of lead and destination (`md5` of their ids as texts, one
 * behind the other): still a UUIDv7, and the same at every repeat, so that a delivery is found by its key.
 */
export const deliveryIdOf = (leadId: string, digits: string): string =>
  `(left(${leadId}::text, 14) || '7' || substr(${digits}, 1, 3) || '-8' || substr(${digits}, 4, 3) || '-' || substr(${digits}, 7, 12))::uuid`

/** More destinations than any campaign has: tells the planner that a lead has few. */
const mostOfLead = 1_000

/**
 * SQL of the deliveries of one lead, which lie together since they begin with its time: no index is by lead, and none has to be.
 * `leadId` is of a table before it.
 */
export const deliveriesOfLead = (agencyId: string, leadId: string, columns: string): string => `lateral (
  select ${columns} from delivery
  where delivery.agency_id = ${agencyId} and delivery.lead_id = ${leadId}
    and delivery.id >= (left(${leadId}::text, 14) || '7000-8000-000000000000')::uuid
    and delivery.id <= (left(${leadId}::text, 14) || '7fff-8fff-ffffffffffff')::uuid
  order by delivery.id limit ${mostOfLead})`
