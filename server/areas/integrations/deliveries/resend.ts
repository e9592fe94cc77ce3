import { causeTexts } from '#contract/integrations/causes.ts'
import { mostResentAtOnce } from '#contract/integrations/deliveries.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { Failure, notFound } from '#server/platform/failure.ts'
import { lowestUuidAt } from '#server/platform/ids.ts'
import type { Book } from './book.ts'
import { signalDeliveries } from './queue-deliveries.ts'

/** Holds the destination as it is until the end of the transaction. Throws `conflict` when nothing can be sent there. */
async function assertSwitchedOn(tx: Tx, book: Book, destinationId: string): Promise<{ clientId: string }> {
  const { rows } = await tx.query<{ client_id: string; status: string; removed_at: Date | null }>(
    'select client_id, status, removed_at from destination where agency_id = $1 and id = $2 for share',
    [book.agencyId, destinationId],
  )
  const destination = rows[0]
  if (!destination) throw notFound()
  if (destination.removed_at) throw new Failure('conflict', { message: causeTexts.destination_removed })
  if (destination.status === 'disabled') throw new Failure('conflict', { message: causeTexts.destination_disabled })
  return { clientId: destination.client_id }
}

/**
 * Sends one delivery again now, whatever became of it: under its own id and with its own bytes, so that a receiver can
 * tell the repeat. A dead or delivered one gets all its tries anew; one that is being sent this moment is left alone.
 */
export async function resendDelivery(tx: Tx, book: Book, deliveryId: string, now_ms: number): Promise<void> {
  const found = await tx.query<{ destination_id: string; taken_back_at: Date | null }>(
    'select destination_id, taken_back_at from delivery where agency_id = $1 and id = $2',
    [book.agencyId, deliveryId],
  )
  if (!found.rows[0]) throw notFound()
  if (found.rows[0].taken_back_at) throw new Failure('conflict', { message: causeTexts.taken_back })
  const { clientId } = await assertSwitchedOn(tx, book, found.rows[0].destination_id)
  await tx.query(
    `update delivery set status = 'waiting', next_attempt_at = $3, delivered_at = null, leased_until = null,
       attempts = case when status = 'waiting' then attempts else 0 end
     where agency_id = $1 and id = $2 and (leased_until is null or leased_until <= $3) and taken_back_at is null`,
    [book.agencyId, deliveryId, dateOf(now_ms)],
  )
  await signalDeliveries(tx, book, [clientId])
}

export interface Resent {
  count: number
  /** Those beyond what one call may send. */
  remaining: number
}

/** What a destination has missed since an instant. A lead that is gone or was taken back cannot be sent again. */
const missed = `
  select agency_id, id from delivery
  where agency_id = $1 and destination_id = $2 and status = 'dead' and id >= $3
    and ($4::uuid is null or id < $4)
    and last_error_code is distinct from 'lead_missing' and taken_back_at is null`

/** Sends again what a destination has missed since an instant, oldest first, or only counts it. */
export async function resendFailed(
  tx: Tx,
  book: Book,
  destinationId: string,
  options: { since_ms: number; until_ms: number | null; dryRun: boolean },
  now_ms: number,
): Promise<Resent> {
  const { clientId } = await assertSwitchedOn(tx, book, destinationId)
  const { since_ms, until_ms } = options
  const idAt = (at_ms: number): string => lowestUuidAt(Math.max(0, at_ms))
  const values = [book.agencyId, destinationId, idAt(since_ms), until_ms === null ? null : idAt(until_ms)]
  const counted = await tx.query<{ count: number }>(
    `select count(*) as count from (${missed} limit ${2 * mostResentAtOnce}) as counted`,
    values,
  )
  const total = counted.rows[0]!.count
  const count = Math.min(total, mostResentAtOnce)
  if (options.dryRun || count === 0) return { count, remaining: total - count }
  const sent = await tx.query(
    `with chosen as (${missed} order by id limit ${mostResentAtOnce} for update)
     update delivery set status = 'waiting', attempts = 0, next_attempt_at = $5
     from chosen where delivery.agency_id = chosen.agency_id and delivery.id = chosen.id`,
    [...values, dateOf(now_ms)],
  )
  await signalDeliveries(tx, book, [clientId])
  return { count: sent.rowCount ?? 0, remaining: total - count }
}
