import { binaryUuids } from '#server/platform/database/binary-arrays.ts'
import { plainArray } from '#server/platform/database/plain-array.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Book } from '#server/areas/ledger/book.ts'
import type { LeadEvent } from './batch.ts'
import type { DeviceLink, Links } from './match-events.ts'

/** The links of these hits' cookies, scoped to the client whose site set them. */
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

/**
 * Writes new links and those that changed person or were seen again. Only the holder of the agency's watermark writes its links,
 * so a link that was missing when read is still missing; no per-row check is needed.
 */
export async function writeLinks(tx: Tx, book: Book, links: readonly DeviceLink[], knownLinks: Links): Promise<void> {
  const inOrder = links.toSorted((a, b) => (a.cookie < b.cookie ? -1 : 1))
  await insertLinks(
    tx,
    book,
    inOrder.filter(({ cookie }) => !knownLinks.has(cookie)),
  )
  await updateLinks(
    tx,
    book,
    inOrder.filter(({ cookie }) => knownLinks.has(cookie)),
  )
}

async function insertLinks(tx: Tx, { agencyId, rootId }: Book, links: readonly DeviceLink[]): Promise<void> {
  if (links.length === 0) return
  await tx.query(
    `insert into device_link (agency_id, client_id, visitor_id, root_id, person_id, first_seen_at, last_seen_at)
     select $1, client_id, visitor_id, $7, person_id, to_timestamp(first_seen_ms / 1000), to_timestamp(last_seen_ms / 1000)
       from unnest($2::uuid[], $3::uuid[], $4::bigint[], $5::float8[], $6::float8[])
            as fresh (client_id, visitor_id, person_id, first_seen_ms, last_seen_ms)
     returning 1`,
    [agencyId, ...columnsOf(links), rootId],
  )
}

async function updateLinks(tx: Tx, { agencyId }: Book, links: readonly DeviceLink[]): Promise<void> {
  if (links.length === 0) return
  await tx.query(
    `update device_link d set person_id = fresh.person_id, first_seen_at = to_timestamp(first_seen_ms / 1000),
            last_seen_at = to_timestamp(last_seen_ms / 1000)
       from unnest($2::uuid[], $3::uuid[], $4::bigint[], $5::float8[], $6::float8[])
            as fresh (client_id, visitor_id, person_id, first_seen_ms, last_seen_ms)
      where d.agency_id = $1 and d.client_id = fresh.client_id and d.visitor_id = fresh.visitor_id`,
    [agencyId, ...columnsOf(links)],
  )
}

const columnsOf = (links: readonly DeviceLink[]): unknown[] => [
  ...cookieArrays(links.map((link) => link.cookie)),
  plainArray(links.map((link) => link.personId)),
  plainArray(links.map((link) => link.firstSeenAt_ms)),
  plainArray(links.map((link) => link.lastSeenAt_ms)),
]

const idLength = 36

/** A cookie key is the client id and the visitor id, separated by a space. */
const cookieArrays = (cookies: readonly string[]): [clientIds: Buffer, visitorIds: Buffer] => [
  binaryUuids(cookies.map((cookie) => cookie.slice(0, idLength))),
  binaryUuids(cookies.map((cookie) => cookie.slice(idLength + 1))),
]
