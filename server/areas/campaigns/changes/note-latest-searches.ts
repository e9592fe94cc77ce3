import { dateOf } from '#server/platform/clock.ts'
import { plainArray } from '#server/platform/database/plain-array.ts'
import type { Tx } from '#server/platform/database/tx.ts'

/**
 * When each campaign's latest search was, in the column of the last hit: to some modules a search is what a hit is to others. A
 * campaign that somebody is saving is left for its next search, since a save must not wait.
 */
export async function noteLatestSearches(
  tx: Tx,
  agencyId: string,
  latestSearches: ReadonlyMap<string, number>,
): Promise<void> {
  await tx.query(
    `update campaign set last_hit_at = greatest(campaign.last_hit_at, search.at)
       from unnest($2::uuid[], $3::timestamptz[]) as search (id, at)
      where campaign.agency_id = $1 and campaign.id = search.id and campaign.id in (
        select id from campaign where agency_id = $1 and id = any ($2::uuid[]) order by id for no key update skip locked)`,
    [agencyId, plainArray([...latestSearches.keys()]), [...latestSearches.values()].map(dateOf)],
  )
}
