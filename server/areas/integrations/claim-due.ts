import { dateOf } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Platform } from '#server/platform/platform.ts'
import { buildBodies } from './build-bodies.ts'

/** A delivery that this process may try now, for as long as the lease lasts. */
export interface Claimed {
  rootId: string
  agencyId: string
  clientId: string
  id: string
  leadId: string
  destinationId: string
  kind: 'email' | 'webhook'
  url: string | null
  secretSealed: string | null
  recipients: readonly string[]
  failing: boolean
  attempts: number
  /** Null when the lead is gone. */
  body: string | null
  leasedUntil: Date
}

/** How long a try may take before another worker may take it over: twice the longest time-out, and a bit. */
export const lease_ms = 30_000

/** Tries at one destination at a time, in all processes; one that fails gets half, so that it holds up less. */
const atOneDestination = { ok: 2, failing: 1 } as const

/**
 * Steps from destination to destination that has waiting deliveries, without reading their queues; takes the oldest due
 * ones of each, as many as the destination may have under way. Leased rows are due again when their lease ends, which is
 * all that a crash needs.
 */
const claim = `
  with recursive queue as (
    (select agency_id, destination_id from delivery
     where root_id = $1 and status = 'waiting' order by agency_id, destination_id limit 1)
    union all
    select next.agency_id, next.destination_id
    from queue cross join lateral (
      select agency_id, destination_id from delivery
      where root_id = $1 and status = 'waiting'
        and (agency_id, destination_id) > (queue.agency_id, queue.destination_id)
      order by agency_id, destination_id limit 1) as next
  ), due as (
    select ready.agency_id, ready.id, destination.id as destination_id
    from queue
    join destination on destination.agency_id = queue.agency_id and destination.id = queue.destination_id
                    and destination.status = $3
    cross join lateral (
      select count(*) as count from delivery
      where root_id = $1 and agency_id = queue.agency_id and destination_id = queue.destination_id
        and leased_until is not null and leased_until > $2) as busy
    cross join lateral (
      select agency_id, id, next_attempt_at from delivery
      where root_id = $1 and agency_id = queue.agency_id and destination_id = queue.destination_id
        and status = 'waiting' and next_attempt_at <= $2
      order by next_attempt_at, id
      limit greatest(0, $4 - busy.count)
      for update skip locked) as ready
    order by ready.next_attempt_at, ready.id
    limit $5
  )
  update delivery set leased_until = $6, next_attempt_at = $6
  from due join destination on destination.agency_id = due.agency_id and destination.id = due.destination_id
  where delivery.agency_id = due.agency_id and delivery.id = due.id
  returning delivery.agency_id, delivery.client_id, delivery.id, delivery.lead_id, delivery.destination_id,
            destination.kind, destination.url, destination.secret_sealed, destination.recipients,
            delivery.attempts, delivery.body`

interface ClaimedRow {
  agency_id: string
  client_id: string
  id: string
  lead_id: string
  destination_id: string
  kind: 'email' | 'webhook'
  url: string | null
  secret_sealed: string | null
  recipients: string[]
  attempts: number
  body: string | null
}

/** One claim at a time in each root's deliveries: two could each count the same tries under way and start too many. */
const takeTurn = (tx: Tx, rootId: string): Promise<unknown> =>
  tx.query("select pg_advisory_xact_lock(hashtextextended('deliveries ' || $1, 0))", [rootId])

/** Claims due deliveries of a root's destinations that are fine, or of those that fail; at most so many. */
export function claimDue(
  platform: Platform,
  rootId: string,
  status: keyof typeof atOneDestination,
  most: number,
): Promise<Claimed[]> {
  return inScope(platform.appPool, { kind: 'root', rootId }, async (tx) => {
    await takeTurn(tx, rootId)
    const now_ms = platform.clock.now()
    const leasedUntil = dateOf(now_ms + lease_ms)
    const claimed = await tx.prepared<ClaimedRow>('claim-deliveries', claim, [
      rootId,
      dateOf(now_ms),
      status,
      atOneDestination[status],
      most,
      leasedUntil,
    ])
    const bodies = await buildBodies(
      tx,
      rootId,
      claimed.rows
        .filter(({ body }) => body === null)
        .map((row) => ({ agencyId: row.agency_id, id: row.id, leadId: row.lead_id, kind: row.kind })),
    )
    return claimed.rows.map((row) => ({
      rootId,
      agencyId: row.agency_id,
      clientId: row.client_id,
      id: row.id,
      leadId: row.lead_id,
      destinationId: row.destination_id,
      kind: row.kind,
      url: row.url,
      secretSealed: row.secret_sealed,
      recipients: row.recipients,
      failing: status === 'failing',
      attempts: row.attempts,
      body: row.body ?? bodies.get(row.id) ?? null,
      leasedUntil,
    }))
  })
}
