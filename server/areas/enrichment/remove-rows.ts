import { dateOf } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { EnrichmentRow } from './enrichments.ts'

const listsAtOnce = 20

/** Removes the rows of lists that were made before an instant: they hold people's data (SEC-10). What was paid stays. */
export async function removeEnrichmentRows(platform: Platform, before_ms: number): Promise<void> {
  const { rows: roots } = await platform.appPool.query<{ root_id: string }>(
    'select distinct root_id from host where agency_id is null',
  )
  for (const { root_id: rootId } of roots) while ((await removeSome(platform, rootId, before_ms)) === listsAtOnce);
}

const removeSome = (platform: Platform, rootId: string, before_ms: number): Promise<number> =>
  inScope(platform.appPool, { kind: 'root', rootId }, async (tx) => {
    const { rows } = await tx.query<{ agencyId: string; id: string }>(
      `select agency_id as "agencyId", id from enrichment
        where root_id = $1 and rows_removed_at is null and created_at < $2
        order by created_at limit ${listsAtOnce} for update skip locked`,
      [rootId, dateOf(before_ms)],
    )
    for (const one of rows) await removeRows(tx, one, platform.clock.now())
    return rows.length
  })

/** What is left of a list is what was matched and paid. */
export async function removeRows(
  tx: Tx,
  { agencyId, id }: Pick<EnrichmentRow, 'agencyId' | 'id'>,
  now_ms: number,
): Promise<void> {
  await tx.query('delete from enrichment_row where agency_id = $1 and enrichment_id = $2', [agencyId, id])
  await tx.query('update enrichment set rows_removed_at = $3 where agency_id = $1 and id = $2', [
    agencyId,
    id,
    dateOf(now_ms),
  ])
}
