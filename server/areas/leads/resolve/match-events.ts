import type { ReturnedLeads } from '../returned-leads.ts'
import type { FoundPersons } from '#server/areas/identity/find-persons.ts'
import type { Campaign, Candidate, LeadEvent, Match, MatchKey } from './batch.ts'
import { isForbiddenHome } from './region.ts'

const day_ms = 86_400_000
const freshLink_ms = 30 * day_ms
/** A page that hides its origin is rare on a client's site, and the cheapest thing to forge. */
const suspicionOfOrigin = 2

/** A link is used for this long after its browser was last seen, and then deleted. */
export const longestLink_ms = 180 * day_ms
/** A link is refreshed at most once an hour, not for every page view. */
const refreshAfter_ms = 3_600_000

/** Confidence of each kind of match (docs/domain/life-of-a-lead.md). */
const confidences = { exactHash: 0.98, signal: 0.98, freshLink: 0.95, oldLink: 0.85 } as const

/** A first-party cookie of one client's site that was linked to a person. */
export interface DeviceLink {
  cookie: string
  personId: number
  firstSeenAt_ms: number
  lastSeenAt_ms: number
}

export type Links = ReadonlyMap<string, DeviceLink>

/** Placeholder until it is looked up (`read-work.ts`). */
const unknownWork: Candidate['work'] = new Map()
const noContacts: readonly Candidate[] = []

const keyOfLength: Record<number, MatchKey> = { 32: 'md5', 40: 'sha1', 64: 'sha256' }

/** Matches each event by its newest hash that belongs to a person. Events rejected by the collector are not matched. */
export const matchHashes = (events: readonly LeadEvent[], people: FoundPersons): (Match | null)[] =>
  events.map((event) => (event.mark ? null : matchByHash(event, people)))

/**
 * Hashes of identified events that don't belong to the matched person. Their opt-outs must be looked up separately, since a
 * person record only covers its own hashes. An event is identified by another hash or by its cookie, linked earlier or in this
 * batch.
 */
export function hashesOfOthers(
  events: readonly LeadEvent[],
  byHash: readonly (Match | null)[],
  knownLinks: Links,
): Set<string> {
  const linkedCookies = new Set(knownLinks.keys())
  for (const [at, event] of events.entries()) if (byHash[at] && event.cookie) linkedCookies.add(event.cookie)
  const beside = new Set<string>()
  for (const [at, event] of events.entries()) {
    const match = byHash[at]
    const isKnown =
      match || event.companyDomain !== null || (!event.mark && event.cookie && linkedCookies.has(event.cookie))
    for (const hash of isKnown ? event.hashes : []) if (!match?.person.hashes.includes(hash)) beside.add(hash)
  }
  return beside
}

/**
 * Matches each event to a person: by signal, by hash, or by the cookie's link. A hash match links the cookie to the person
 * from then on, including later events of the same batch; events resolved earlier don't change. People who opted out or live
 * where identification is forbidden are never linked. Returns the candidates and the links to write.
 */
export function matchEvents(
  events: readonly LeadEvent[],
  byHash: readonly (Match | null)[],
  of: {
    campaigns: ReadonlyMap<string, Campaign>
    found: FoundPersons
    optedOut: ReadonlySet<string>
    known: Links
    returnedLeads: ReturnedLeads
  },
): { candidates: Candidate[]; links: DeviceLink[] } {
  const links = new Map(of.known)
  const newLinks = new Map<string, DeviceLink>()
  const candidates = events.map((event, at): Candidate => {
    const keepTrusted = (one: Match | null): Match | null => one && of.returnedLeads.trusted(one, event.clientId)
    const exact = keepTrusted(byHash[at] ?? null)
    const link = event.cookie === null ? undefined : links.get(event.cookie)
    const byDevice = event.mark ? null : (matchBySignal(event, of.found) ?? matchByLink(event, link, of.found))
    const match = exact ?? keepTrusted(byDevice)
    const optedOut = match !== null && (match.person.optedOut || event.hashes.some((hash) => of.optedOut.has(hash)))
    const campaign = of.campaigns.get(event.campaignId) ?? null
    const mayLink = exact && !optedOut && !isForbiddenHome(campaign, exact.person)
    if (mayLink && event.cookie !== null && isNews(event, exact, link)) {
      const fresh = linkOf(event, event.cookie, exact, link)
      links.set(event.cookie, fresh)
      newLinks.set(event.cookie, fresh)
    }
    return {
      event,
      campaign,
      hasKey:
        event.hashes.length > 0 ||
        event.personId !== null ||
        byDevice !== null ||
        match !== null ||
        event.companyDomain !== null,
      optedOut,
      match,
      work: unknownWork,
      company: null,
      surge: null,
      suspicion: event.isOriginHidden ? suspicionOfOrigin : 0,
      isPageExcluded: false,
      contacts: noContacts,
      inCampaign: match ? `${event.campaignId} ${match.person.id}` : '',
      inClient: match ? `${event.clientId} ${match.person.id}` : '',
    }
  })
  return { candidates, links: [...newLinks.values()] }
}

function matchByHash(event: LeadEvent, people: FoundPersons): Match | null {
  for (const hash of event.hashes) {
    const person = people.persons.get(people.personOf.get(hash) ?? -1)
    if (person) return { person, key: keyOfLength[hash.length]!, confidence: confidences.exactHash }
  }
  return null
}

function matchBySignal({ personId }: LeadEvent, people: FoundPersons): Match | null {
  const person = personId === null ? undefined : people.persons.get(personId)
  return person ? { person, key: 'signal', confidence: confidences.signal } : null
}

function matchByLink(event: LeadEvent, link: DeviceLink | undefined, people: FoundPersons): Match | null {
  const person = link && people.persons.get(link.personId)
  if (!person) return null
  const age_ms = event.receivedAt_ms - link.lastSeenAt_ms
  if (age_ms > longestLink_ms) return null
  return { person, key: 'cookie', confidence: age_ms < freshLink_ms ? confidences.freshLink : confidences.oldLink }
}

const isNews = (event: LeadEvent, match: Match, link: DeviceLink | undefined): boolean =>
  link?.personId !== match.person.id || event.receivedAt_ms - link.lastSeenAt_ms >= refreshAfter_ms

const linkOf = (event: LeadEvent, cookie: string, match: Match, earlier: DeviceLink | undefined): DeviceLink => ({
  cookie,
  personId: match.person.id,
  firstSeenAt_ms: earlier?.personId === match.person.id ? earlier.firstSeenAt_ms : event.receivedAt_ms,
  lastSeenAt_ms: event.receivedAt_ms,
})
