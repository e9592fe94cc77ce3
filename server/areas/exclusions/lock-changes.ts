import type { Tx } from '#server/platform/database/tx.ts'
import type { ExclusionList } from './exclusion-list.ts'
import { readChanges, type StoredChange } from './read-list.ts'

/** Locks the latest changes of a list until the transaction ends, so that the second of two concurrent undos sees the first. */
export async function lockChanges(tx: Tx, list: ExclusionList): Promise<StoredChange[]> {
  await tx.query('select from exclusion_change where agency_id = $1 and list_id = $2 order by id for update', [
    list.agencyId,
    list.listId,
  ])
  return readChanges(tx, list)
}
