import { plainArray } from '#server/platform/database/plain-array.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Book } from '#server/areas/ledger/book.ts'
import { lowestUuidAt } from '#server/platform/ids.ts'
import type { Candidate } from './batch.ts'
import type { Burst } from './facts.ts'
import type { Links } from './match-events.ts'

// A pixel's key is public, and nothing in a hit authenticates a visitor (decision 34). Some hits look like a program's more
// than others do: the more they look so, the sooner a campaign's suspicious leads are held, apart from the others.

/** A visitor whose first hit carries an address: real after a click in a mail, and what a flood of made-up visitors does. */
const suspicionOfCookie = 1

const youngCookie_ms = 10_000
/** How far back a cookie's earlier visits are looked for. */
const lookBack_ms = 24 * 3_600_000
/** Cookies are looked up once a campaign has had this part of a burst: until then they cost nothing. */
const partBeforeLookUp = 5

const isAboutHash = ({ match }: Candidate): boolean =>
  match !== null && (match.key === 'md5' || match.key === 'sha1' || match.key === 'sha256')

/**
 * Adds to the suspicion of candidates whose cookie is a few seconds old and carries a hash. One statement for a batch, and
 * none while its campaigns make few leads.
 */
export async function addSuspicion(
  tx: Tx,
  book: Book,
  now_ms: number,
  candidates: readonly Candidate[],
  { bursts, links }: { bursts: ReadonlyMap<string, Burst>; links: Links },
): Promise<void> {
  const strangers = candidates.filter(
    (one) =>
      isAboutHash(one) && one.event.kind !== 'conversion' && !isLinked(one, links) && bursts.has(one.event.campaignId),
  )
  const suspects = inBusyCampaigns(strangers, bursts)
  if (suspects.length === 0) return
  const firstSeen = await readFirstSeen(tx, book, now_ms, suspects)
  for (const { event } of candidates) {
    if (event.cookie !== null && event.mark === null && event.receivedAt_ms < (firstSeen.get(event.cookie) ?? Infinity))
      firstSeen.set(event.cookie, event.receivedAt_ms)
  }
  for (const one of suspects) {
    const { cookie, receivedAt_ms } = one.event
    const since_ms = cookie === null ? receivedAt_ms : firstSeen.get(cookie)!
    if (receivedAt_ms - since_ms < youngCookie_ms) one.suspicion += suspicionOfCookie
  }
}

/** The client knew this browser before. */
function isLinked({ event }: Candidate, links: Links): boolean {
  const link = event.cookie === null ? undefined : links.get(event.cookie)
  return link !== undefined && event.receivedAt_ms - link.firstSeenAt_ms >= youngCookie_ms
}

function inBusyCampaigns(candidates: readonly Candidate[], bursts: ReadonlyMap<string, Burst>): Candidate[] {
  const counts = new Map<string, number>()
  for (const { event } of candidates) counts.set(event.campaignId, (counts.get(event.campaignId) ?? 0) + 1)
  return candidates.filter(({ event }) => {
    const burst = bursts.get(event.campaignId)!
    const some = burst.leads + burst.suspicion + counts.get(event.campaignId)!
    return some >= burst.most / partBeforeLookUp
  })
}

/** When these cookies' earlier visits of the client's site began. Hits of other sites and of programs say nothing. */
async function readFirstSeen(
  tx: Tx,
  book: Book,
  now_ms: number,
  candidates: readonly Candidate[],
): Promise<Map<string, number>> {
  const cookies = [...new Set(candidates.flatMap(({ event }) => event.cookie ?? []))]
  const { rows } = await tx.query<{ cookie: string; firstSeen_ms: number }>(
    `select v.client_id || ' ' || v.visitor_id as cookie, date_part('epoch', min(v.at)) * 1000 as "firstSeen_ms" from visit v
      where v.agency_id = $1 and v.client_id = any($2::uuid[]) and v.id >= $3
        and v.visitor_id = any($4::uuid[]) and v.reason not in ('host_not_allowed', 'no_origin')
      group by v.client_id, v.visitor_id`,
    [
      book.agencyId,
      plainArray([...new Set(candidates.map(({ event }) => event.clientId))]),
      lowestUuidAt(now_ms - lookBack_ms),
      plainArray(cookies.map((cookie) => cookie.slice(cookie.indexOf(' ') + 1))),
    ],
  )
  return new Map(rows.map(({ cookie, firstSeen_ms }) => [cookie, Math.round(firstSeen_ms)]))
}
