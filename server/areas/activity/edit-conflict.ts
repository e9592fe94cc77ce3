import type { Tx } from '#server/platform/database/tx.ts'
import { Failure } from '#server/platform/failure.ts'

/** How many entries of a book are searched for a conflict: an editor has loaded the form within this many. */
const maxEntries = 1000

type Found = { names: string[]; fields: string[] }

/**
 * Who has changed a thing since it was read, and which of its fields. Only entries that record the resulting
 * `updated_at` count. Names outside the caller's scope are omitted: a client does not learn who works for the operator.
 */
async function readChangesSince(
  tx: Tx,
  { agencyId, targetId, readAt }: { agencyId: string; targetId: string; readAt: Date },
): Promise<Found> {
  const { rows } = await tx.query<{ name: string | null; fields: string[] | null }>(
    `select actor.full_name as name, entry.after -> 'changed' as fields
     from (select * from activity where book_id = $1 order by seq desc limit ${maxEntries}) entry
     left join app_user actor on actor.id = entry.actor_id
     where entry.target_id = $2 and entry.after ->> 'updated_at' > $3
     order by entry.seq`,
    [agencyId, targetId, readAt.toISOString()],
  )
  // The last mention of each name wins: whoever changed it last comes last.
  const names = rows.flatMap(({ name }) => name || []).toReversed()
  return {
    names: [...new Set(names)].toReversed(),
    fields: [...new Set(rows.flatMap(({ fields }) => fields ?? []))],
  }
}

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
