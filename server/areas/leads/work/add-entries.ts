import type { LeadEntry } from '#contract/leads/lead-work.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Caller, SignedInCall } from '#server/platform/call.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { newId } from '#server/platform/ids.ts'

/** Who changes leads of the object: a caller, or the software of a destination, which is nobody's session. */
export interface Author extends Pick<SignedInCall, 'platform' | 'object'> {
  caller: Pick<Caller, 'userId' | 'kind'> | null
  destinationId?: string
}

export interface NewEntry {
  leadId: string
  clientId: string
  kind: LeadEntry['kind']
  /** Text about the lead, which is erased with its person. */
  note?: string
  from?: string | null
  to?: string | null
  /** The ids of people whom it mentions. */
  mentions?: readonly string[]
}

/** Adds entries to the histories of leads of one agency, in the transaction of the change. Returns their ids. */
export async function addEntries(
  tx: Tx,
  author: Author,
  { rootId, agencyId }: { rootId: string; agencyId: string },
  entries: readonly NewEntry[],
): Promise<string[]> {
  const now_ms = author.platform.clock.now()
  // Sorted, because entries of one instant are shown in the order of their ids.
  const ids = entries.map(() => newId(now_ms)).toSorted()
  await tx.query(
    `insert into lead_entry (agency_id, id, root_id, client_id, lead_id, at, kind, by_id, by_api, destination_id, note, from_key, to_key,
            mentions)
     select $1, made.id, $2, made.client_id, made.lead_id, $3, made.kind, $4, $5, $14, made.note, made.from_key, made.to_key,
            array(select jsonb_array_elements_text(made.mentions))::uuid[]
       from unnest($6::uuid[], $7::uuid[], $8::uuid[], $9::text[], $10::text[], $11::text[], $12::text[], $13::jsonb[])
         as made (id, client_id, lead_id, kind, note, from_key, to_key, mentions)
     returning 1`,
    [
      agencyId,
      rootId,
      dateOf(now_ms),
      author.caller?.userId ?? null,
      author.caller?.kind === 'developer',
      ids,
      entries.map(({ clientId }) => clientId),
      entries.map(({ leadId }) => leadId),
      entries.map(({ kind }) => kind),
      entries.map(({ note = '' }) => note),
      entries.map(({ from = null }) => from),
      entries.map(({ to = null }) => to),
      entries.map(({ mentions = [] }) => JSON.stringify(mentions)),
      author.destinationId ?? null,
    ],
  )
  return ids
}
