import { plainArray } from '#server/platform/database/plain-array.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Book } from '#server/areas/ledger/public.ts'
import type { LeadEvent } from './batch.ts'
import type { DeviceLink } from './match-events.ts'

/** The links of these hits' cookies, each with the client on whose site it was made. */
export async function readLinks(
  tx: Tx,
  agencyId: string,
  events: readonly LeadEvent[],
): Promise<Map<string, DeviceLink>> {
  const cookies = new Set(events.flatMap((event) => (event.cookie && !event.mark ? event.cookie : [])))
  const { rows } = await tx.query<DeviceLink>(
    `select d.client_id || ' ' || d.visitor_id as cookie, d.person_id as "personId",
            date_part('epoch', d.first_seen_at) * 1000 as "firstSeenAt_ms",
            date_part('epoch', d.last_seen_at) * 1000 as "lastSeenAt_ms"
       from unnest($2::uuid[], $3::uuid[]) as asked (client_id, visitor_id)
       join device_link d
         on d.agency_id = $1 and d.client_id = asked.client_id and d.visitor_id = asked.visitor_id`,
    [agencyId, ...cookieArrays([...cookies])],
  )
  return new Map(rows.map((row) => [row.cookie, row]))
}

/** Writes links that are new or came to somebody else, and refreshes those that were seen again. */
export async function writeLinks(tx: Tx, book: Book, links: readonly DeviceLink[]): Promise<void> {
  if (links.length === 0) return
  const inOrder = links.toSorted((a, b) => (a.cookie < b.cookie ? -1 : 1))
  await tx.query(
    `insert into device_link (agency_id, client_id, visitor_id, root_id, person_id, first_seen_at, last_seen_at)
     select $1, client_id, visitor_id, $2, person_id, to_timestamp(first_seen_ms / 1000), to_timestamp(last_seen_ms / 1000)
       from unnest($3::uuid[], $4::uuid[], $5::bigint[], $6::float8[], $7::float8[])
            as fresh (client_id, visitor_id, person_id, first_seen_ms, last_seen_ms)
     on conflict (agency_id, client_id, visitor_id) do update set
       person_id = excluded.person_id, first_seen_at = excluded.first_seen_at, last_seen_at = excluded.last_seen_at`,
    [
      book.agencyId,
      book.rootId,
      ...cookieArrays(inOrder.map((link) => link.cookie)),
      plainArray(inOrder.map((link) => link.personId)),
      plainArray(inOrder.map((link) => link.firstSeenAt_ms)),
      plainArray(inOrder.map((link) => link.lastSeenAt_ms)),
    ],
  )
}

const idLength = 36

/** A cookie's name is its client's id and the visitor's, with a blank between them. */
const cookieArrays = (cookies: readonly string[]): [clientIds: string, visitorIds: string] => [
  plainArray(cookies.map((cookie) => cookie.slice(0, idLength))),
  plainArray(cookies.map((cookie) => cookie.slice(idLength + 1))),
]
