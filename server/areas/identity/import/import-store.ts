import type { ImportMapping, ImportRow } from '#contract/identity/imports.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Tx } from '#server/platform/database/tx.ts'

/** A stored import. Counts are saved after every batch, so that progress can be shown. */
export interface StoredImport extends Omit<ImportRow, 'created_at'> {
  root_id: string
  file_key: string
  created_at: Date
  file_removed_at: Date | null
}

const columns = `id, root_id, file_name, status, columns, mapping, rows_total, rows_done, rows_new, rows_changed, rows_same,
  rows_invalid, rows_opted_out, problems, values_unread, unread, delimiter, encoding, error, file_key, created_at, file_removed_at`

export async function readImport(tx: Tx, id: string): Promise<StoredImport> {
  const { rows } = await tx.query<StoredImport>(`select ${columns} from identity_import where id = $1`, [id])
  if (!rows[0]) throw new Error('the import no longer exists')
  return rows[0]
}

export async function readImports(
  tx: Tx,
  rootId: string,
  page: number,
  perPage: number,
): Promise<{ rows: StoredImport[]; total: number }> {
  const { rows } = await tx.query<StoredImport>(
    `select ${columns} from identity_import where root_id = $1 order by created_at desc, id desc limit $2 offset $3`,
    [rootId, perPage, (page - 1) * perPage],
  )
  // A root has few imports, a handful a week, so counting is cheap.
  const counts = await tx.query<{ total: number }>('select count(*) as total from identity_import where root_id = $1', [
    rootId,
  ])
  return { rows, total: counts.rows[0]!.total }
}

/** Changes an import's status, but only from one of the given statuses. Throws `conflict` otherwise. */
export async function moveImport(
  tx: Tx,
  id: string,
  from: readonly ImportRow['status'][],
  to: ImportRow['status'],
  mapping?: ImportMapping,
): Promise<void> {
  const { rowCount } = await tx.query(
    `update identity_import set status = $3, mapping = coalesce($4, mapping), error = null, rows_done = 0,
       rows_new = case when $3 = 'checking' then 0 else rows_new end
     where id = $1 and status = any($2) and file_removed_at is null`,
    [id, from, to, mapping ? JSON.stringify(mapping) : null],
  )
  if (rowCount === 0) throw new Failure('conflict', { message: 'This import is being worked on or done already.' })
}

export const presentImport = ({
  root_id: _root,
  file_key: _key,
  file_removed_at: _removed,
  ...row
}: StoredImport): ImportRow => ({
  ...row,
  created_at: row.created_at.toISOString(),
})
