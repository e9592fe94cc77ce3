import { dateOf } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { createFiles } from '#server/platform/files.ts'
import type { Platform } from '#server/platform/platform.ts'
import { removeOrphans } from '#server/platform/remove-orphans.ts'
import { filePrefix } from './lead-exports.ts'

const atOnce = 100

/**
 * Removes lead files requested before an instant, and orphaned files of crashed
 * attempts and purged companies.
 */
export async function removeLeadExports(platform: Platform, before_ms: number): Promise<void> {
  const { rows: roots } = await platform.appPool.query<{ root_id: string }>(
    'select distinct root_id from host where agency_id is null',
  )
  const rootIds = roots.map(({ root_id: rootId }) => rootId)
  for (const rootId of rootIds) while ((await removeSome(platform, rootId, before_ms)) === atOnce);
  await removeOrphans(platform, { prefix: filePrefix, rootIds }, findNamed)
}

/** Deletes rows before files: a file without a row is found as an orphan, but a row without a file would be offered. */
async function removeSome(platform: Platform, rootId: string, before_ms: number): Promise<number> {
  const exports = await inScope(platform.appPool, { kind: 'root', rootId }, async (tx) => {
    const { rows } = await tx.query<{ agencyId: string; id: string; key: string | null }>(
      `select agency_id as "agencyId", id, file_key as key from lead_export
        where root_id = $1 and created_at < $2 order by created_at limit ${atOnce}`,
      [rootId, dateOf(before_ms)],
    )
    for (const { agencyId, id } of rows)
      await tx.query('delete from lead_export where agency_id = $1 and id = $2', [agencyId, id])
    return rows
  })
  const files = createFiles(platform.config)
  for (const { key } of exports) if (key !== null) await files.remove(key)
  return exports.length
}

async function findNamed(tx: Tx, rootId: string, keys: readonly string[]): Promise<string[]> {
  const { rows } = await tx.query<{ key: string }>(
    'select file_key as key from lead_export where root_id = $1 and file_key = any ($2)',
    [rootId, keys],
  )
  return rows.map(({ key }) => key)
}
