import type { Tx } from '#server/platform/database/tx.ts'
import type { ExclusionList } from './exclusion-list.ts'
import { readChanges, type StoredChange } from './read-list.ts'

/** The latest changes of a list, held until the transaction ends: of two who undo at once the second sees the first. */
export async function lockChanges(tx: Tx, list: ExclusionList): Promise<StoredChange[]> {
  await tx.query('select from exclusion_change where agency_id = $1 and list_id = $2 order by id for update', [
    list.agencyId,
    list.listId,
  ])
  return readChanges(tx, list)
}
