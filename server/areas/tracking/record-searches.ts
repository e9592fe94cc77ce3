import type { SearchFacts, SignalKind } from '#contract/leads/search.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { newIdsInOrder } from '#server/platform/ids.ts'
import { plainArray } from '#server/platform/database/plain-array.ts'
import { signal } from '#server/platform/signals.ts'

/** A person's searches that matched a campaign, as the resolver reads them. */
export interface SearchEvent {
  clientId: string
  campaignId: string
  personId: number
  kind: SignalKind
  /** The time of the newest one. */
  at_ms: number
  search: SearchFacts
}

/** Passes searches to the resolver, alongside the hits of pixels: they are resolved in the order of writing. */
export async function recordSearches(
  tx: Tx,
  book: { rootId: string; agencyId: string },
  now_ms: number,
  events: readonly SearchEvent[],
): Promise<void> {
  if (events.length === 0) return
  await tx.query(
    `insert into hit (agency_id, id, root_id, client_id, campaign_id, received_at, kind, page_url, page_host, title,
            person_id, search)
     select $1, id, $2, client_id, campaign_id, at, kind, '', '', search -> 'phrases' ->> 0, person_id, search
       from unnest($3::uuid[], $4::uuid[], $5::uuid[], $6::timestamptz[], $7::text[], $8::bigint[], $9::jsonb[])
            as fresh (id, client_id, campaign_id, at, kind, person_id, search)
     returning 1`,
    [
      book.agencyId,
      book.rootId,
      plainArray(newIdsInOrder(now_ms, events.length)),
      plainArray(events.map(({ clientId }) => clientId)),
      plainArray(events.map(({ campaignId }) => campaignId)),
      events.map(({ at_ms }) => dateOf(at_ms)),
      plainArray(events.map(({ kind }) => kind)),
      plainArray(events.map(({ personId }) => personId)),
      events.map(({ search }) => JSON.stringify(search)),
    ],
  )
  await signal(tx, { kind: 'hits', agencyIds: [book.agencyId] })
}
