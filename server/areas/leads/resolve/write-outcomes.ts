import { dateOf } from '#server/platform/clock.ts'
import { plainArray } from '#server/platform/database/plain-array.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Book } from '#server/areas/ledger/book.ts'
import type { Decision } from './batch.ts'

/** Stores the outcome of each offered search, since some are offered again. Visits are not stored here. */
export async function writeOutcomes(tx: Tx, book: Book, now_ms: number, decisions: readonly Decision[]): Promise<void> {
  const searches = decisions.filter(({ candidate }) => candidate.event.search !== null)
  if (searches.length === 0) return
  // If a person has several events, the last one counts.
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
