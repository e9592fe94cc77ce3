import type { Tx } from '#server/platform/database/tx.ts'
import type { Book } from './book.ts'

/**
 * Ends what still waits for a destination that is removed or turned off: dead with the cause, kept for a later resend.
 * An attempt in progress may still succeed and is then stored as delivered.
 */
export async function endWaiting(
  tx: Tx,
  book: Book,
  destinationId: string,
  cause: 'destination_removed' | 'destination_disabled',
): Promise<void> {
  await tx.query(
    `update delivery set status = 'dead', next_attempt_at = null, leased_until = null, last_error_code = $4
     where root_id = $1 and agency_id = $2 and destination_id = $3 and status = 'waiting'`,
    [book.rootId, book.agencyId, destinationId, cause],
  )
}
