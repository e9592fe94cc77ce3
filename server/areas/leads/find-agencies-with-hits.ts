import { inScope } from '#server/platform/database/scope.ts'
import type { Platform } from '#server/platform/platform.ts'

/**
 * The agencies with hits after their watermark. Creates missing watermarks for agencies that have a pixel. Queries root by
 * root, because row-level security only shows hits within a scope.
 */
export async function findAgenciesWithHits(platform: Platform): Promise<string[]> {
  const roots = await readRoots(platform)
  const found = await Promise.all(roots.map((rootId) => findOfRoot(platform, rootId)))
  return found.flat()
}

const readRoots = (platform: Platform): Promise<string[]> =>
  inScope(platform.appPool, { kind: 'none' }, async (tx) => {
    await tx.query(
      `insert into resolve_watermark (agency_id, root_id)
       select distinct agency_id, root_id from pixel
       on conflict (agency_id) do nothing`,
    )
    const { rows } = await tx.query<{ root_id: string }>('select distinct root_id from resolve_watermark')
    return rows.map((row) => row.root_id)
  })

async function findOfRoot(platform: Platform, rootId: string): Promise<string[]> {
  const { rows } = await inScope(
    platform.appPool,
    { kind: 'root', rootId },
    (tx) =>
      tx.query<{ agency_id: string }>(
        `select m.agency_id from resolve_watermark m
          where m.root_id = $1 and exists (
            select from hit h where h.agency_id = m.agency_id and (h.tx, h.id) > (m.done_tx, m.done_id))`,
        [rootId],
      ),
    { readOnly: true },
  )
  return rows.map((row) => row.agency_id)
}
