import { plainArray } from '#server/platform/database/plain-array.ts'
import type { Tx } from '#server/platform/database/tx.ts'

/** Page URLs of hits, by hit id. */
export async function readPages(
  tx: Tx,
  agencyId: string,
  hitIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await tx.query<{ id: string; page: string }>(
    'select h.id, h.page_url as page from hit h where h.agency_id = $1 and h.id = any($2::uuid[])',
    [agencyId, plainArray([...new Set(hitIds)])],
  )
  return new Map(rows.map(({ id, page }) => [id, page]))
}
