import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { groupBy } from '#server/platform/group-by.ts'

/** A claimed delivery that belongs to a digest and has no body yet. */
interface DueInDigest {
  agency_id: string
  id: string
  destination_id: string
}

/** The most leads per email, so that mail clients show it whole; the rest goes into the next one. */
const maxInDigest = 200

/**
 * Other due deliveries of the destination are bundled with the carrier, whether claimed with it or still in the queue.
 * Deliveries that were already bundled with one of them move along.
 */
const join = `
  with due as (
    select id from delivery
    where root_id = $1 and agency_id = $2 and destination_id = $3 and status = 'waiting' and id <> $4
      and digest_at is not null and body is null and carried_by is null
      and (id = any($5::uuid[]) or (next_attempt_at <= $6 and (leased_until is null or leased_until <= $6)))
    order by id = any($5::uuid[]) desc, next_attempt_at, id
    limit $7
    for update skip locked)
  update delivery set carried_by = $4, next_attempt_at = null, leased_until = null
  from due where delivery.agency_id = $2 and delivery.id = due.id`

const adopt = `
  update delivery set carried_by = $2
  where agency_id = $1 and carried_by = any($3::uuid[]) and status = 'waiting'`

/**
 * Bundles due digest leads into one email per destination (decision 93): the oldest delivery carries the others, for
 * good. Runs in the claiming transaction, so that a takeover after a crash finds the same email. Returns the carriers;
 * the other deliveries are no longer claimed.
 */
export async function bundleDigests(
  tx: Tx,
  rootId: string,
  now_ms: number,
  claimed: readonly DueInDigest[],
): Promise<ReadonlySet<string>> {
  const carriers = new Set<string>()
  for (const deliveries of groupBy(claimed, ({ destination_id }) => destination_id).values()) {
    const [carrier, ...others] = deliveries.toSorted((one, other) => (one.id < other.id ? -1 : 1))
    const { agency_id: agencyId, destination_id: destinationId, id } = carrier!
    const otherIds = others.map((other) => other.id)
    await tx.query(join, [rootId, agencyId, destinationId, id, otherIds, dateOf(now_ms), maxInDigest - 1])
    if (otherIds.length > 0) await tx.query(adopt, [agencyId, id, otherIds])
    carriers.add(id)
  }
  return carriers
}

/** The leads in each carrier's email, oldest first. */
export async function readCarried(
  tx: Tx,
  agencyId: string,
  carrierIds: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  const { rows } = await tx.query<{ carrier: string; lead_id: string }>(
    `select coalesce(carried_by, id) as carrier, lead_id from delivery
      where agency_id = $1 and status = 'waiting' and (id = any($2::uuid[]) or carried_by = any($2::uuid[]))
      order by id`,
    [agencyId, carrierIds],
  )
  return new Map(
    [...groupBy(rows, ({ carrier }) => carrier)].map(([carrier, ofCarrier]) => [
      carrier,
      ofCarrier.map((row) => row.lead_id),
    ]),
  )
}

/** Ended while their email was on its way, because its recipients were removed or the destination was paused. */
const endedOnTheWay = `delivery.status = 'dead' and delivery.last_error_code in ('destination_disabled', 'destination_removed')`

/**
 * Bundled deliveries end like their carrier: delivered or dead. An attempt that lost its lease ends nothing. Returns
 * the ended deliveries by carrier.
 */
export async function endCarried(
  tx: Tx,
  agencyId: string,
  carriers: readonly { id: string; status: 'delivered' | 'dead' }[],
): Promise<ReadonlyMap<string, string[]>> {
  const { rows } = await tx.query<{ id: string; carrier: string }>(
    `update delivery set status = carrier.status, attempts = carrier.attempts, last_error_code = carrier.last_error_code,
            delivered_at = carrier.delivered_at, next_attempt_at = null
       from unnest($2::uuid[], $3::text[]) as made (id, status)
       join delivery carrier on carrier.agency_id = $1 and carrier.id = made.id and carrier.status = made.status
      where delivery.agency_id = $1 and delivery.carried_by = made.id
        and (delivery.status = 'waiting' or (made.status = 'delivered' and ${endedOnTheWay}))
      returning delivery.id, delivery.carried_by as carrier`,
    [agencyId, carriers.map(({ id }) => id), carriers.map(({ status }) => status)],
  )
  return new Map(
    [...groupBy(rows, ({ carrier }) => carrier)].map(([carrier, ofCarrier]) => [
      carrier,
      ofCarrier.map(({ id }) => id),
    ]),
  )
}

/**
 * Removes deliveries from emails that are not sent yet, before these deliveries end: stored emails are rebuilt without
 * them, and deliveries that one of them carried wait on their own again.
 */
export async function leaveMails(tx: Tx, agencyId: string, deliveryIds: string, now: Date): Promise<void> {
  await tx.query(
    `with gone as (
       select id, carried_by from delivery
        where agency_id = $1 and id = any($2::uuid[]) and digest_at is not null and taken_back_at is null
     ), touched as (
       select carried_by as id from gone where carried_by is not null
       union
       select id from delivery where agency_id = $1 and carried_by = any(array(select id from gone)))
     update delivery set body = null,
            carried_by = case when carried_by in (select id from gone) then null else carried_by end,
            next_attempt_at = case when carried_by in (select id from gone) and status = 'waiting' then $3 else next_attempt_at end
      where agency_id = $1 and id = any(array(select id from touched))`,
    [agencyId, deliveryIds, now],
  )
}
