import { editConflict } from '#server/areas/activity/edit-conflict.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'

/**
 * The time of change for a row that this transaction has locked: later than its last change, so that no two changes
 * have the same time. Throws `conflict` if the row was changed after the user read it.
 */
export async function timeOfChange(
  tx: Tx,
  call: SignedInCall,
  row: { agencyId: string; id: string; updatedAt: Date; readAt: string | undefined },
): Promise<Date> {
  const { agencyId, id: targetId, updatedAt } = row
  if (row.readAt !== undefined && Date.parse(row.readAt) !== updatedAt.getTime())
    throw await editConflict(tx, { agencyId, targetId, readAt: new Date(row.readAt), updatedAt })
  return dateOf(Math.max(call.platform.clock.now(), updatedAt.getTime() + 1))
}
