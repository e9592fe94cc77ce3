import { causeTexts, type Cause } from '#contract/integrations/causes.ts'
import { maxResentAtOnce } from '#contract/integrations/deliveries.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { Failure, invalid, notFound } from '#server/platform/failure.ts'
import { groupBy } from '#server/platform/group-by.ts'
import { lowestUuidAt } from '#server/platform/ids.ts'
import type { Book } from './book.ts'
import { signalDeliveries } from './queue-deliveries.ts'

interface SwitchedOn {
  clientId: string
  campaignId: string
}

/** Locks the destination until the end of the transaction. Throws `conflict` if nothing can be sent there. */
async function assertSwitchedOn(tx: Tx, book: Book, destinationId: string): Promise<SwitchedOn> {
  const { rows } = await tx.query<{
    client_id: string
    campaign_id: string
    status: string
    removed_at: Date | null
  }>('select client_id, campaign_id, status, removed_at from destination where agency_id = $1 and id = $2 for share', [
    book.agencyId,
    destinationId,
  ])
  const destination = rows[0]
  if (!destination) throw notFound()
  if (destination.removed_at) throw new Failure('conflict', { message: causeTexts.destination_removed })
  if (destination.status === 'disabled') throw new Failure('conflict', { message: causeTexts.destination_disabled })
  return { clientId: destination.client_id, campaignId: destination.campaign_id }
}

/** Individually chosen deliveries, and the client they must belong to. */
interface Chosen {
  ids: readonly string[]
  /** Null for any client of the agency. */
  clientId: string | null
}

interface LeftOut {
  /** Null for deliveries in progress. */
  cause: Cause | null
  count: number
}

export interface Resend {
  count: number
  /** What is not sent, by cause. */
  leftOut: LeftOut[]
}

/**
 * A finished digest is not sent again as it was: those of its leads that are chosen form a new one. A digest that
 * still waits keeps its body.
 */
export const leaveDigest = `
  body = case when digest_at is not null and delivery.status <> 'waiting' then null else body end,
  carried_by = case when delivery.status <> 'waiting' then null else carried_by end`

/** Locked in id order and before deliveries, as everywhere. */
const destinationsOf = `
  select id from destination
  where agency_id = $1 and id in (select destination_id from delivery where agency_id = $1 and id = any($2::uuid[]))
  order by id for share`

const chosenOf = `
  select delivery.id, delivery.client_id,
         case when destination.removed_at is not null then 'destination_removed'
              when destination.status = 'disabled' then 'destination_disabled'
              when delivery.taken_back_at is not null then 'taken_back'
              when delivery.status = 'dead' and delivery.last_error_code = 'lead_missing' then 'lead_missing' end as cause,
         -- Bundled deliveries are sent with their carrier.
         coalesce(delivery.leased_until > $4, false) or (delivery.status = 'waiting' and delivery.carried_by is not null) as sending
  from delivery join destination on destination.agency_id = $1 and destination.id = delivery.destination_id
  where delivery.agency_id = $1 and delivery.id = any($2::uuid[]) and ($3::uuid is null or delivery.client_id = $3)
  order by delivery.id for update of delivery`

/**
 * Sends chosen deliveries again now, whatever their status, or only counts them. Ids and bodies stay the same, so that
 * receivers can deduplicate. Dead and delivered ones get all their attempts again. What can't be sent, or is in
 * progress, is returned with its cause. A missing delivery fails the whole call.
 */
export async function resendDeliveries(
  tx: Tx,
  book: Book,
  { ids, clientId }: Chosen,
  dryRun: boolean,
  now_ms: number,
): Promise<Resend> {
  await tx.query(destinationsOf, [book.agencyId, ids])
  const { rows } = await tx.query<{ id: string; client_id: string; cause: Cause | null; sending: boolean }>(chosenOf, [
    book.agencyId,
    ids,
    clientId,
    dateOf(now_ms),
  ])
  if (rows.length < new Set(ids).size) throw invalid('delivery_ids', 'A selected delivery no longer exists.')
  const blockedRows = rows.filter(({ cause, sending }) => cause !== null || sending)
  const leftOut = [...groupBy(blockedRows, ({ cause }) => cause)].map(([cause, ofCause]) => ({
    cause,
    count: ofCause.length,
  }))
  const resends = rows.filter((row) => !blockedRows.includes(row))
  if (dryRun || resends.length === 0) return { count: resends.length, leftOut }
  await tx.query(
    `update delivery set status = 'waiting', next_attempt_at = $3, delivered_at = null, leased_until = null,
       attempts = case when status = 'waiting' then attempts else 0 end, ${leaveDigest}
     where agency_id = $1 and id = any($2::uuid[])`,
    [book.agencyId, resends.map(({ id }) => id), dateOf(now_ms)],
  )
  await signalDeliveries(tx, book, [...new Set(resends.map((row) => row.client_id))])
  return { count: resends.length, leftOut }
}

/** Sends one delivery again. Throws `conflict` if it can't be sent; a delivery in progress is left alone. */
export async function resendDelivery(tx: Tx, book: Book, deliveryId: string, now_ms: number): Promise<void> {
  const { leftOut } = await resendDeliveries(tx, book, { ids: [deliveryId], clientId: null }, false, now_ms)
  const cause = leftOut[0]?.cause
  if (cause) throw new Failure('conflict', { message: causeTexts[cause] })
}

export interface Resent {
  count: number
  /** How many exceed the limit of one call. */
  remaining: number
  /** The last delivery of this call; the cursor for the next one. */
  next: string | null
}

/** Leads that are gone or were taken back can't be sent again. */
export const mayBeResent = `last_error_code is distinct from 'lead_missing' and taken_back_at is null`

/**
 * What a destination missed since a given time, or everything it was sent. Dead deliveries are indexed by destination,
 * the others by campaign.
 */
const toReplay = (alsoDelivered: boolean): string => `
  select agency_id, id from delivery
  where agency_id = $1 and destination_id = $2 and campaign_id = $3 and id >= $4
    and ($5::uuid is null or id < $5) and ($6::uuid is null or id > $6)
    and status ${alsoDelivered ? `in ('dead', 'delivered')` : `= 'dead'`}
    and ${mayBeResent}`

export interface ReplayRequest {
  since_ms: number
  until_ms: number | null
  /** Continue after this delivery. */
  after: string | null
  alsoDelivered: boolean
  dryRun: boolean
}

/** Resends what a destination missed since a given time, oldest first, or only counts it. */
export async function resendFailed(
  tx: Tx,
  book: Book,
  destinationId: string,
  request: ReplayRequest,
  now_ms: number,
): Promise<Resent> {
  const { clientId, campaignId } = await assertSwitchedOn(tx, book, destinationId)
  const idAt = (at_ms: number): string => lowestUuidAt(Math.max(0, at_ms))
  const until = request.until_ms === null ? null : idAt(request.until_ms)
  const values = [book.agencyId, destinationId, campaignId, idAt(request.since_ms), until, request.after]
  const selection = toReplay(request.alsoDelivered)
  const counts = await tx.query<{ count: number }>(
    `select count(*) as count from (${selection} limit ${2 * maxResentAtOnce}) as counted`,
    values,
  )
  const total = counts.rows[0]!.count
  const count = Math.min(total, maxResentAtOnce)
  if (request.dryRun || count === 0) return { count, remaining: total - count, next: null }
  const resends = await tx.query<{ id: string }>(
    `with chosen as (${selection} order by id limit ${maxResentAtOnce} for update)
     update delivery set status = 'waiting', attempts = 0, next_attempt_at = $7, delivered_at = null, ${leaveDigest}
     from chosen where delivery.agency_id = chosen.agency_id and delivery.id = chosen.id
     returning delivery.id`,
    [...values, dateOf(now_ms)],
  )
  await signalDeliveries(tx, book, [clientId])
  const last = resends.rows.reduce((most, { id }) => (id > most ? id : most), '')
  return { count: resends.rows.length, remaining: total - count, next: total > count && last !== '' ? last : null }
}
