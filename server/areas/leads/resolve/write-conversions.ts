import { plainArray } from '#server/platform/database/plain-array.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Book } from '#server/areas/ledger/book.ts'
import type { Candidate } from './batch.ts'

/** A conversion is attributed to a lead created at most this long before it. */
const attributedFor = '30 days'

/**
 * Stores who converted, and marks the campaign's latest lead of each of them within the previous 30 days with the value. Only a
 * person's first conversion counts. Leads of the same batch must already be written.
 */
export async function writeConversions(tx: Tx, book: Book, conversions: readonly Candidate[]): Promise<void> {
  if (conversions.length === 0) return
  const first = new Map(
    conversions
      .toReversed()
      .map((candidate) => [`${candidate.event.campaignId} ${candidate.match!.person.id}`, candidate]),
  )
  const events = [...first.values()]
  await tx.query(
    `with converted as (
       insert into conversion (agency_id, campaign_id, person_id, root_id, client_id, visit_id, value_cents, at)
       select $1, campaign_id, person_id, $2, client_id, visit_id, value_cents, to_timestamp(at_ms / 1000)
         from unnest($3::uuid[], $4::bigint[], $5::uuid[], $6::uuid[], $7::bigint[], $8::float8[])
              as fresh (campaign_id, person_id, client_id, visit_id, value_cents, at_ms)
       on conflict (agency_id, campaign_id, person_id) do nothing
       returning campaign_id, person_id, client_id, value_cents, at
     ), last_lead as (
       select l.id, converted.at, converted.value_cents
         from converted
        cross join lateral (
          select lead.id from lead
           where lead.agency_id = $1 and lead.client_id = converted.client_id
             and lead.person_id = converted.person_id and lead.campaign_id = converted.campaign_id
             and lead.kind = 'lead' and lead.created_at >= converted.at - interval '${attributedFor}'
           order by lead.created_at desc limit 1
        ) l
     )
     update lead set converted_at = last_lead.at, conversion_value_cents = last_lead.value_cents
       from last_lead
      where lead.agency_id = $1 and lead.id = last_lead.id and lead.converted_at is null`,
    [
      book.agencyId,
      book.rootId,
      plainArray(events.map(({ event }) => event.campaignId)),
      plainArray(events.map(({ match }) => match!.person.id)),
      plainArray(events.map(({ event }) => event.clientId)),
      plainArray(events.map(({ event }) => event.id)),
      plainArray(events.map(({ event }) => event.eventValue_cents)),
      plainArray(events.map(({ event }) => event.receivedAt_ms)),
    ],
  )
}
