import type { FoundPersons } from '#server/areas/identity/public.ts'
import type { Campaign, Candidate, Hit, Match, MatchKey } from './batch.ts'

const day_ms = 86_400_000
const freshLink_ms = 30 * day_ms
const longestLink_ms = 180 * day_ms
/** A link is not written anew for every page that a visitor turns. */
const refreshAfter_ms = 3_600_000

/** Confidence of each way to a person (docs/domain/life-of-a-lead.md). */
const confidences = { exactHash: 0.98, freshLink: 0.95, oldLink: 0.85 } as const

/** A first-party cookie of one client's site that showed itself to be a person's. */
export interface DeviceLink {
  cookie: string
  personId: number
  firstSeenAt_ms: number
  lastSeenAt_ms: number
}

export type Links = ReadonlyMap<string, DeviceLink>

const keyOfLength: Record<number, MatchKey> = { 32: 'md5', 40: 'sha1', 64: 'sha256' }

/** Each hit's person by the newest of its hashes that somebody has; none for a hit with a mark. */
export const matchHashes = (hits: readonly Hit[], found: FoundPersons): (Match | null)[] =>
  hits.map((hit) => (hit.mark ? null : matchByHash(hit, found)))

/**
 * Hashes that came with somebody and are not known as theirs: whether these have opted out must be asked for, while persons
 * say it of their own. Somebody is known by another hash of the hit or by its cookie, linked earlier or in this batch.
 */
export function hashesBeside(hits: readonly Hit[], byHash: readonly (Match | null)[], known: Links): Set<string> {
  const linked = new Set(known.keys())
  for (const [at, hit] of hits.entries()) if (byHash[at] && hit.cookie) linked.add(hit.cookie)
  const beside = new Set<string>()
  for (const [at, hit] of hits.entries()) {
    const match = byHash[at]
    const isKnown = match || (!hit.mark && hit.cookie && linked.has(hit.cookie))
    for (const hash of isKnown ? hit.hashes : []) if (!match?.person.hashes.includes(hash)) beside.add(hash)
  }
  return beside
}

/**
 * Finds each hit's person: by hash, else by the cookie's link. A hash that matches links the cookie to its person from
 * then on, for the hits behind it in the same batch too; what was resolved earlier stays with whom it was. Nobody who
 * opted out is linked. Returns the candidates, and the links to write.
 */
export function matchHits(
  hits: readonly Hit[],
  byHash: readonly (Match | null)[],
  of: {
    campaigns: ReadonlyMap<string, Campaign>
    found: FoundPersons
    optedOut: ReadonlySet<string>
    known: Links
  },
): { candidates: Candidate[]; links: DeviceLink[] } {
  const links = new Map(of.known)
  const changed = new Map<string, DeviceLink>()
  const candidates = hits.map((hit, at): Candidate => {
    const exact = byHash[at] ?? null
    const link = hit.cookie === null ? undefined : links.get(hit.cookie)
    const match = exact ?? (hit.mark ? null : matchByLink(hit, link, of.found))
    const optedOut = match !== null && (match.person.optedOut || hit.hashes.some((hash) => of.optedOut.has(hash)))
    if (exact && !optedOut && hit.cookie !== null && isNews(hit, exact, link)) {
      const fresh = linkOf(hit, hit.cookie, exact, link)
      links.set(hit.cookie, fresh)
      changed.set(hit.cookie, fresh)
    }
    return {
      hit,
      campaign: of.campaigns.get(hit.campaignId) ?? null,
      hasKey: hit.hashes.length > 0 || match !== null,
      optedOut,
      match,
      inCampaign: match ? `${hit.campaignId} ${match.person.id}` : '',
      inClient: match ? `${hit.clientId} ${match.person.id}` : '',
    }
  })
  return { candidates, links: [...changed.values()] }
}

function matchByHash(hit: Hit, found: FoundPersons): Match | null {
  for (const hash of hit.hashes) {
    const person = found.persons.get(found.personOf.get(hash) ?? -1)
    if (person) return { person, key: keyOfLength[hash.length]!, confidence: confidences.exactHash }
  }
  return null
}

function matchByLink(hit: Hit, link: DeviceLink | undefined, found: FoundPersons): Match | null {
  const person = link && found.persons.get(link.personId)
  if (!person) return null
  const age_ms = hit.receivedAt_ms - link.lastSeenAt_ms
  if (age_ms > longestLink_ms) return null
  return { person, key: 'cookie', confidence: age_ms < freshLink_ms ? confidences.freshLink : confidences.oldLink }
}

const isNews = (hit: Hit, match: Match, link: DeviceLink | undefined): boolean =>
  link?.personId !== match.person.id || hit.receivedAt_ms - link.lastSeenAt_ms >= refreshAfter_ms

const linkOf = (hit: Hit, cookie: string, match: Match, earlier: DeviceLink | undefined): DeviceLink => ({
  cookie,
  personId: match.person.id,
  firstSeenAt_ms: earlier?.personId === match.person.id ? earlier.firstSeenAt_ms : hit.receivedAt_ms,
  lastSeenAt_ms: hit.receivedAt_ms,
})
