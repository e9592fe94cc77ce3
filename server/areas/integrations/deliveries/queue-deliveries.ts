import { dateOf } from '#server/platform/clock.ts'
import { binaryUuids } from '#server/platform/database/binary-arrays.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { signal } from '#server/platform/signals.ts'
import type { Book, LeadToDeliver } from './book.ts'
import { deliveryIdOf } from './delivery-id.ts'
import { routeLeads } from './route-leads.ts'

/** PostgreSQL rejects notifications of 8,000 bytes or more; 150 ids fit. */
const idsInOneSignal = 150

/**
 * When a destination's next digest after `base.at` is due in its campaign's time zone: the next full hour, 8 a.m., or Monday
 * 8 a.m.; null if each lead is sent on its own. Computed in local time, so that days of 23 or 25 hours end at the
 * right local time.
 */
const nextDigest = `
  case when $7::boolean or destination.digest = 'lead' then null
       when destination.digest = 'hour' then date_trunc('hour', base.at, destination.digest_zone) + interval '1 hour'
       when destination.digest = 'day' then
         (date_trunc('day', base.at at time zone destination.digest_zone - interval '8 hours')
           + interval '1 day 8 hours') at time zone destination.digest_zone
       else (date_trunc('week', base.at at time zone destination.digest_zone - interval '8 hours')
           + interval '7 days 8 hours') at time zone destination.digest_zone end`

/**
 * A destination that is turned off gets a dead delivery, so that nothing is lost and turning it on again can send what
 * was missed.
 */
const insertWith = (due: string, routed = '', where = ''): string => `
  insert into delivery (agency_id, id, root_id, client_id, campaign_id, lead_id, destination_id,
                        status, next_attempt_at, last_error_code, created_at, digest_at)
  select $1, made.id, $2, lead.client_id, lead.campaign_id, lead.id, destination.id,
         case when destination.status = 'disabled' then 'dead' else 'waiting' end,
         case when destination.status = 'disabled' then null else coalesce(digest.due_at, base.at) end,
         case when destination.status = 'disabled' then 'destination_disabled' end,
         $3, digest.due_at
  from unnest($4::uuid[], $5::uuid[], $6::uuid[]) as lead (id, client_id, campaign_id)
  join destination on destination.agency_id = $1 and destination.campaign_id = lead.campaign_id
                  and destination.removed_at is null
  ${routed}
  cross join lateral (select ${due} as at) as base
  cross join lateral (select ${nextDigest} as due_at) as digest
  cross join lateral (select md5(lead.id::text || destination.id::text) as digits offset 0) as hash
  cross join lateral (select ${deliveryIdOf('lead.id', 'hash.digits')} as id) as made
  ${where}
  on conflict (agency_id, id) do nothing returning case when status = 'waiting' then 1 end as waits`

const insert = insertWith('$3::timestamptz')

/** Destinations that do not get every lead ($8) get those that are listed for them, some of which wait for another day. */
const insertRouted = insertWith(
  'greatest($3::timestamptz, route.due_at)',
  `left join unnest($9::uuid[], $10::uuid[], $11::timestamptz[]) as route (lead_id, destination_id, due_at)
    on route.lead_id = lead.id and route.destination_id = destination.id`,
  'where destination.id <> all($8::uuid[]) or route.lead_id is not null',
)

/**
 * Inserts one delivery for each destination of the leads, in the transaction that creates the leads, so that neither
 * exists without the other. Idempotent: a lead and a destination always give the same delivery. Returns how many are
 * on their way; those of destinations that are turned off wait for them. Leads that someone waits for, such as test leads, skip the digest.
 */
export async function queueDeliveries(
  tx: Tx,
  book: Book,
  nowMs: number,
  leads: readonly LeadToDeliver[],
  isAwaited = false,
): Promise<number> {
  if (leads.length === 0) return 0
  // Somebody who waits for a test sees what each destination says.
  const routes = isAwaited ? null : await routeLeads(tx, book, nowMs, leads)
  const inserts = await tx.query<{ waits: 1 | null }>(routes ? insertRouted : insert, [
    book.agencyId,
    book.rootId,
    dateOf(nowMs),
    binaryUuids(leads.map((lead) => lead.leadId)),
    binaryUuids(leads.map((lead) => lead.clientId)),
    binaryUuids(leads.map((lead) => lead.campaignId)),
    isAwaited,
    ...(routes ? [routes.routed, routes.leadIds, routes.destinationIds, routes.dueAt] : []),
  ])
  if (inserts.rows.length > 0) await signalDeliveries(tx, book, [...new Set(leads.map((lead) => lead.clientId))])
  return inserts.rows.filter(({ waits }) => waits !== null).length
}

/** Wakes the delivery workers and open views of these clients' deliveries, after the commit. */
export async function signalDeliveries(tx: Tx, book: Book, clientIds: readonly string[]): Promise<void> {
  for (let from = 0; from < clientIds.length; from += idsInOneSignal) {
    await signal(tx, { kind: 'deliveries', ...book, clientIds: clientIds.slice(from, from + idsInOneSignal) })
  }
}
