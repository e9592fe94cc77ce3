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
  clientId: string
  visitorId: string
  personId: number
  firstSeenAt_ms: number
  lastSeenAt_ms: number
}

export const linkKey = (link: { clientId: string; visitorId: string | null }): string =>
  `${link.clientId} ${link.visitorId}`

const keyOfLength: Record<number, MatchKey> = { 32: 'md5', 40: 'sha1', 64: 'sha256' }

/**
 * Finds each hit's person: by the newest of its hashes that somebody has, else by the cookie's link. A hash that matches
 * links the cookie to its person from then on, for the hits behind it in the same batch too; what was resolved earlier
 * stays with whom it was. Nobody who opted out is linked. Returns the candidates, and the links to write.
 */
export function matchHits(
  hits: readonly Hit[],
  campaigns: ReadonlyMap<string, Campaign>,
  found: FoundPersons,
  optedOut: ReadonlySet<string>,
  known: ReadonlyMap<string, DeviceLink>,
): { candidates: Candidate[]; links: DeviceLink[] } {
  const links = new Map(known)
  const changed = new Map<string, DeviceLink>()
  const candidates = hits.map((hit) => {
    const campaign = campaigns.get(hit.campaignId) ?? null
    if (hit.mark) return { hit, campaign, hasKey: hit.hashes.length > 0, optedOut: false, match: null }
    const key = linkKey(hit)
    const link = hit.visitorId === null ? undefined : links.get(key)
    const byHash = matchByHash(hit, found)
    const match = byHash ?? matchByLink(hit, link, found)
    const isOut = match !== null && (match.person.optedOut || hit.hashes.some((hash) => optedOut.has(hash)))
    if (byHash && !isOut && hit.visitorId !== null && isNews(hit, byHash, link)) {
      const fresh = linkOf(hit, hit.visitorId, byHash, link)
      links.set(key, fresh)
      changed.set(key, fresh)
    }
    return { hit, campaign, hasKey: hit.hashes.length > 0 || match !== null, optedOut: isOut, match }
  })
  return { candidates, links: [...changed.values()] }
}

/**
 * Hashes that came with somebody and are not known as theirs: whether these have opted out must be asked for, while persons
 * say it of their own. Somebody is known by another hash of the hit or by its cookie, linked earlier or in this batch.
 */
export function hashesBeside(
  hits: readonly Hit[],
  found: FoundPersons,
  known: ReadonlyMap<string, DeviceLink>,
): Set<string> {
  const matches = new Map(hits.filter((hit) => !hit.mark).map((hit) => [hit, matchByHash(hit, found)]))
  const linked = new Set(known.keys())
  for (const [hit, match] of matches) if (match) linked.add(linkKey(hit))
  const beside = new Set<string>()
  for (const [hit, match] of matches) {
    if (!match && !linked.has(linkKey(hit))) continue
    for (const hash of hit.hashes) if (!match?.person.hashes.includes(hash)) beside.add(hash)
  }
  return beside
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

const linkOf = (hit: Hit, visitorId: string, match: Match, earlier: DeviceLink | undefined): DeviceLink => ({
  clientId: hit.clientId,
  visitorId,
  personId: match.person.id,
  firstSeenAt_ms: earlier?.personId === match.person.id ? earlier.firstSeenAt_ms : hit.receivedAt_ms,
  lastSeenAt_ms: hit.receivedAt_ms,
})
