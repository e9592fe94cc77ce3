import { lowestUuidAt } from '#server/platform/ids.ts'
import { plainArray } from '#server/platform/database/plain-array.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Book } from '#server/areas/ledger/book.ts'
import type { Candidate } from './batch.ts'

/** How far back pages of a session that stayed anonymous until its conversion are searched. */
const anonymous_ms = 24 * 3_600_000

/**
 * Which of these converting visitors were on the client's site before: the person at any time, or the cookie on the same day,
 * since many people only give their address when they buy. A batch without conversions runs no query.
 */
export async function readVisited(
  tx: Tx,
  book: Book,
  conversions: readonly Candidate[],
  now_ms: number,
): Promise<ReadonlySet<string>> {
  if (conversions.length === 0) return new Set()
  const byPerson = await tx.query<{ key: string }>(
    `select distinct asked.client_id || ' ' || asked.person_id as key
       from unnest($2::uuid[], $3::bigint[]) as asked (client_id, person_id)
      where exists (select from visit v where v.agency_id = $1 and v.client_id = asked.client_id
                     and v.person_id = asked.person_id and v.kind <> 'conversion')`,
    [
      book.agencyId,
      plainArray(conversions.map(({ event }) => event.clientId)),
      plainArray(conversions.map(({ match }) => match!.person.id)),
    ],
  )
  const conversionKeys = new Set(byPerson.rows.map(({ key }) => key))
  const open = conversions.filter(({ event, inClient }) => event.cookie !== null && !conversionKeys.has(inClient))
  for (const key of await readCookies(tx, book, open, now_ms)) conversionKeys.add(key)
  return conversionKeys
}

async function readCookies(tx: Tx, book: Book, open: readonly Candidate[], now_ms: number): Promise<string[]> {
  if (open.length === 0) return []
  const { rows } = await tx.query<{ key: string }>(
    `select distinct v.client_id || ' ' || v.visitor_id as key from visit v
      where v.agency_id = $1 and v.client_id = any($2::uuid[]) and v.id >= $4 and v.kind <> 'conversion'
        and v.client_id || ' ' || v.visitor_id = any($3) and v.reason not in ('host_not_allowed', 'no_origin')`,
    [
      book.agencyId,
      [...new Set(open.map(({ event }) => event.clientId))],
      open.map(({ event }) => event.cookie),
      lowestUuidAt(now_ms - anonymous_ms),
    ],
  )
  return rows.map(({ key }) => key)
}
