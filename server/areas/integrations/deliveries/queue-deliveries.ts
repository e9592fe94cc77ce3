import { dateOf } from '#server/platform/clock.ts'
import { binaryUuids } from '#server/platform/database/binary-arrays.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { signal } from '#server/platform/signals.ts'
import type { Book, LeadToDeliver } from './book.ts'
import { deliveryIdOf } from './delivery-id.ts'

/** PostgreSQL rejects notifications of 8,000 bytes or more; 150 ids fit. */
const idsInOneSignal = 150

/**
 * When a destination's next digest after $3 is due in its campaign's time zone: the next full hour, 8 a.m., or Monday
 * 8 a.m.; null if each lead is sent on its own. Computed in local time, so that days of 23 or 25 hours end at the
 * right local time.
 */
const nextDigest = `
  case when $7::boolean or destination.digest = 'lead' then null
       when destination.digest = 'hour' then date_trunc('hour', $3::timestamptz, destination.digest_zone) + interval '1 hour'
       when destination.digest = 'day' then
         (date_trunc('day', $3::timestamptz at time zone destination.digest_zone - interval '8 hours')
           + interval '1 day 8 hours') at time zone destination.digest_zone
       else (date_trunc('week', $3::timestamptz at time zone destination.digest_zone - interval '8 hours')
           + interval '7 days 8 hours') at time zone destination.digest_zone end`

/**
 * A destination that is turned off gets a dead delivery, so that nothing is lost and turning it on again can send what
 * was missed.
 */
const insert = `
  insert into delivery (agency_id, id, root_id, client_id, campaign_id, lead_id, destination_id,
                        status, next_attempt_at, last_error_code, created_at, digest_at)
  select $1, made.id, $2, lead.client_id, lead.campaign_id, lead.id, destination.id,
         case when destination.status = 'disabled' then 'dead' else 'waiting' end,
         case when destination.status = 'disabled' then null else coalesce(digest.due_at, $3::timestamptz) end,
         case when destination.status = 'disabled' then 'destination_disabled' end,
         $3, digest.due_at
  from unnest($4::uuid[], $5::uuid[], $6::uuid[]) as lead (id, client_id, campaign_id)
  join destination on destination.agency_id = $1 and destination.campaign_id = lead.campaign_id
                  and destination.removed_at is null
  cross join lateral (select ${nextDigest} as due_at) as digest
  cross join lateral (select md5(lead.id::text || destination.id::text) as digits offset 0) as hash
  cross join lateral (select ${deliveryIdOf('lead.id', 'hash.digits')} as id) as made
  on conflict (agency_id, id) do nothing returning case when status = 'waiting' then 1 end as waits`

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
  const inserts = await tx.query<{ waits: 1 | null }>(insert, [
    book.agencyId,
    book.rootId,
    dateOf(nowMs),
    binaryUuids(leads.map((lead) => lead.leadId)),
    binaryUuids(leads.map((lead) => lead.clientId)),
    binaryUuids(leads.map((lead) => lead.campaignId)),
    isAwaited,
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
