import { dateOf } from '#server/platform/clock.ts'
import { plainArray } from '#server/platform/database/plain-array.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Book } from '#server/areas/ledger/public.ts'
import type { Decision } from './batch.ts'

/** Notes what became of the people whose searches were offered: some are offered again. Visits leave nothing here. */
export async function writeOutcomes(tx: Tx, book: Book, now_ms: number, decisions: readonly Decision[]): Promise<void> {
  const searches = decisions.filter(({ candidate }) => candidate.event.search !== null)
  if (searches.length === 0) return
  // Of several events of a person, the last one counts.
  const last = new Map(
    searches.map((one) => [`${one.candidate.event.campaignId} ${one.candidate.event.personId}`, one] as const),
  )
  const each = [...last.values()]
  await tx.query(
    `update search_match m set outcome = done.reason, offered_at = $2
       from unnest($3::uuid[], $4::bigint[], $5::text[]) as done (campaign_id, person_id, reason)
      where m.agency_id = $1 and m.campaign_id = done.campaign_id and m.person_id = done.person_id`,
    [
      book.agencyId,
      dateOf(now_ms),
      plainArray(each.map(({ candidate }) => candidate.event.campaignId)),
      plainArray(each.map(({ candidate }) => candidate.event.personId!)),
      plainArray(each.map(({ reason }) => reason)),
    ],
  )
}
