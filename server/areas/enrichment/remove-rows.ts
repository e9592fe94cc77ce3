import { dateOf } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Platform } from '#server/platform/platform.ts'
import { settleEach } from '#server/platform/settle-each.ts'
import type { EnrichmentRow } from './enrichments.ts'

const listsAtOnce = 100

type List = Pick<EnrichmentRow, 'agencyId' | 'id'>

interface OldList extends List {
  /** The creation time in the database's text format, with microseconds. */
  at: string
}

/**
 * Deletes the rows of lists that were created before a given time, because they hold personal data (SEC-10). Purchases
 * are kept. Each list has its own transaction, so that a failure or a long list doesn't block others.
 */
export async function removeEnrichmentRows(platform: Platform, before_ms: number): Promise<void> {
  const { rows: roots } = await platform.appPool.query<{ root_id: string }>(
    'select distinct root_id from host where agency_id is null',
  )
  for (const { root_id: rootId } of roots) {
    let last: OldList | undefined
    do {
      const lists: OldList[] = await findOld(platform, rootId, before_ms, last)
      await settleEach(platform, 'rows of an enriched list could not be removed', lists, (list) =>
        removeOld(platform, rootId, list),
      )
      last = lists.length < listsAtOnce ? undefined : lists.at(-1)
    } while (last)
  }
}

const findOld = (platform: Platform, rootId: string, before_ms: number, last?: OldList): Promise<OldList[]> =>
  inScope(
    platform.appPool,
    { kind: 'root', rootId },
    async (tx) => {
      const { rows } = await tx.query<OldList>(
        `select agency_id as "agencyId", id, created_at::text as at from enrichment
          where root_id = $1 and rows_removed_at is null and created_at < $2
            and ($4::uuid is null or (created_at, id) > ($3::timestamptz, $4::uuid))
          order by created_at, id limit ${listsAtOnce}`,
        [rootId, dateOf(before_ms), last?.at ?? null, last?.id ?? null],
      )
      return rows
    },
    { readOnly: true },
  )

/** Does nothing if another process is removing them or has done so. */
const removeOld = (platform: Platform, rootId: string, list: List): Promise<void> =>
  inScope(platform.appPool, { kind: 'agency', rootId, agencyId: list.agencyId }, async (tx) => {
    const { rowCount } = await tx.query(
      'select from enrichment where agency_id = $1 and id = $2 and rows_removed_at is null for update skip locked',
      [list.agencyId, list.id],
    )
    if (rowCount === 1) await removeRows(tx, list, platform.clock.now())
  })

/** Keeps the list's match results and payment. */
export async function removeRows(tx: Tx, { agencyId, id }: List, now_ms: number): Promise<void> {
  await tx.query('delete from enrichment_row where agency_id = $1 and enrichment_id = $2', [agencyId, id])
  await tx.query('update enrichment set rows_removed_at = $3 where agency_id = $1 and id = $2', [
    agencyId,
    id,
    dateOf(now_ms),
  ])
}
