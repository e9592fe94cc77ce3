import type { Tx } from '#server/platform/database/tx.ts'
import type { ExclusionList } from './exclusion-list.ts'
import { readState, type ListState } from './read-list.ts'

const keyOf = ({ listId }: ExclusionList): string => `exclusions ${listId}`

/** Until this transaction ends, the list is neither purged nor is a change of it undone: an upload is added to it. */
export const holdChanges = (tx: Tx, list: ExclusionList): Promise<unknown> =>
  tx.query('select pg_advisory_xact_lock_shared(hashtextextended($1, 0))', [keyOf(list)])

/**
 * Locks the changes of a list until the transaction ends, and waits for uploads that are being added: the second of
 * two concurrent undos sees the first, and a purge sees the upload. A list without changes has no row to lock.
 */
export async function lockChanges(tx: Tx, list: ExclusionList): Promise<ListState> {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [keyOf(list)])
  await tx.query('select from exclusion_change where agency_id = $1 and list_id = $2 order by id for update', [
    list.agencyId,
    list.listId,
  ])
  return readState(tx, list)
}
