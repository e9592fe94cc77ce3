import { dateOf } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { createFiles } from '#server/platform/files.ts'
import type { Platform } from '#server/platform/platform.ts'
import { removeOrphans } from '#server/platform/remove-orphans.ts'

const atOnce = 100
/** The prefix of all import files, so that orphans can be found. */
export const importFilePrefix = 'import-'
/** No file is read for this long: a job's attempts are used up after four days. */
const givenUpAfter_ms = 7 * 86_400_000

/**
 * Deletes uploaded files that were created before a given time, because they hold personal data (SEC-10). Files being
 * read are left to a later run, unless they are too old for that. Their imports remain and say so.
 * Files whose imports were never stored are deleted, too.
 */
export async function removeImportFiles(platform: Platform, before_ms: number): Promise<void> {
  const { rows: roots } = await platform.appPool.query<{ root_id: string }>(
    'select distinct root_id from host where agency_id is null',
  )
  const rootIds = roots.map(({ root_id: rootId }) => rootId)
  for (const rootId of rootIds) while ((await removeSome(platform, rootId, before_ms)) === atOnce);
  await removeOrphans(platform, { prefix: importFilePrefix, rootIds }, findNamed)
}

async function findNamed(tx: Tx, rootId: string, keys: readonly string[]): Promise<string[]> {
  const { rows } = await tx.query<{ key: string }>(
    'select file_key as key from identity_import where root_id = $1 and file_key = any ($2)',
    [rootId, keys],
  )
  return rows.map(({ key }) => key)
}

/** Deletes files before updating rows, so that an interrupted run finds them again. */
async function removeSome(platform: Platform, rootId: string, before_ms: number): Promise<number> {
  const files = createFiles(platform.config)
  return inScope(platform.appPool, { kind: 'root', rootId }, async (tx) => {
    const { rows } = await tx.query<{ id: string; file_key: string }>(
      `select id, file_key from identity_import
       where root_id = $1 and created_at < $2 and file_removed_at is null
         and (status not in ('checking', 'activating') or created_at < $3)
       order by created_at limit ${atOnce} for update skip locked`,
      [rootId, dateOf(before_ms), dateOf(before_ms - givenUpAfter_ms)],
    )
    for (const { file_key } of rows) await files.remove(file_key)
    await tx.query(
      `update identity_import set file_removed_at = $2, status = case when status = 'active' then status else 'failed' end,
         error = case when status = 'active' then error else $3 end
       where id = any ($1)`,
      [rows.map(({ id }) => id), dateOf(platform.clock.now()), fileRemovedText],
    )
    return rows.length
  })
}

export const fileRemovedText = 'The file was removed a day after its upload. Upload it again.'
