import type { Tx } from '#server/platform/database/tx.ts'
import { Failure } from '#server/platform/failure.ts'
import { readChangesSince } from './read-changes-since.ts'

/** The error for a save based on an outdated version: it says who changed what, and when. */
export async function editConflict(
  tx: Tx,
  thing: { agencyId: string; targetId: string; readAt: Date; updatedAt: Date },
): Promise<Failure> {
  const { names, fields } = await readChangesSince(tx, thing)
  const at = thing.updatedAt.toISOString()
  return new Failure('conflict', {
    change: { current: at, changed_at: at, changed_by: names, changed_fields: fields },
  })
}
