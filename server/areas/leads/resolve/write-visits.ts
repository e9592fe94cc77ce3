import { isSuggested } from '#contract/leads/lead.ts'
import { binaryUuids } from '#server/platform/database/binary-arrays.ts'
import { plainArray } from '#server/platform/database/plain-array.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Book } from '#server/areas/ledger/book.ts'
import type { Decision } from './batch.ts'
import { isHidden } from './region.ts'
import { hitsOfRange, rangeValues, type HitRange } from './read-events.ts'

const hour_ms = 3_600_000

/**
 * Writes the visits with their reasons. A duplicate visit makes the batch fail, since resolving a hit twice would count and
 * bill it twice. People who opted out or live where identification is forbidden are stored anonymously.
 */
export async function writeVisits(tx: Tx, book: Book, range: HitRange, decisions: readonly Decision[]): Promise<void> {
  const persons = decisions.map(({ candidate }) => (isHidden(candidate) ? null : candidate.match))
  await tx.query(
    `insert into visit (agency_id, id, root_id, client_id, campaign_id, at, kind, page_url, title, referrer_host,
            visitor_id, session_id, event_name, event_value_cents, person_id, match_key, confidence, reason, cap_of,
            lead_id, search)
     select h.agency_id, h.id, h.root_id, h.client_id, h.campaign_id, h.received_at, h.kind, h.page_url, h.title, h.referrer_host,
            h.visitor_id, h.session_id, h.event_name, h.event_value_cents, d.person_id, d.match_key, d.confidence,
            d.reason, d.cap_of, d.lead_id, h.search
       from unnest($2::uuid[], $3::bigint[], $4::text[], $5::real[], $6::text[], $7::text[], $8::uuid[])
            as d (id, person_id, match_key, confidence, reason, cap_of, lead_id)
       join hit h on h.id = d.id and ${hitsOfRange(9)}`,
    [
      book.agencyId,
      binaryUuids(decisions.map(({ candidate }) => candidate.event.id)),
      // A suggested contact is not the visitor.
      plainArray(persons.map((match) => (match && !isSuggested(match.key) ? match.person.id : null))),
      plainArray(persons.map((match) => match?.key ?? null)),
      plainArray(persons.map((match) => match?.confidence ?? null)),
      plainArray(decisions.map(({ reason }) => reason)),
      plainArray(decisions.map(({ cap }) => cap)),
      binaryUuids(decisions.map(({ leadId }) => leadId)),
      ...rangeValues(range),
    ],
  )
}

/** Counts visits by campaign, hour and reason, in key order so that concurrent writers never deadlock. */
export async function countVisits(tx: Tx, book: Book, decisions: readonly Decision[]): Promise<void> {
  const lines = new Map<string, { decision: Decision; hour_ms: number; count: number }>()
  for (const decision of decisions) {
    const { event } = decision.candidate
    const start_ms = Math.floor(event.receivedAt_ms / hour_ms) * hour_ms
    const key = `${event.clientId} ${event.campaignId} ${start_ms} ${decision.reason}`
    const line = lines.get(key) ?? { decision, hour_ms: start_ms, count: 0 }
    line.count += 1
    lines.set(key, line)
  }
  const inOrder = [...lines].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line)
  await tx.query(
    `insert into visit_count (agency_id, root_id, client_id, campaign_id, hour, reason, count)
     select $1, $2, client_id, campaign_id, to_timestamp(hour_ms / 1000), reason, count
       from unnest($3::uuid[], $4::uuid[], $5::float8[], $6::text[], $7::bigint[])
            as line (client_id, campaign_id, hour_ms, reason, count)
     on conflict (agency_id, client_id, campaign_id, hour, reason)
        do update set count = visit_count.count + excluded.count`,
    [
      book.agencyId,
      book.rootId,
      inOrder.map(({ decision }) => decision.candidate.event.clientId),
      inOrder.map(({ decision }) => decision.candidate.event.campaignId),
      inOrder.map((line) => line.hour_ms),
      inOrder.map(({ decision }) => decision.reason),
      inOrder.map((line) => line.count),
    ],
  )
}
