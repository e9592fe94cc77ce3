import type { Pool } from 'pg'
import type { Condition } from '#contract/audiences/definition.ts'
import { isSuggested } from '#contract/leads/lead.ts'
import { readAudiences, type StoredAudience } from '#server/areas/audiences/read-audiences.ts'
import type { FoundPerson } from '#server/areas/identity/find-persons.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Campaign, Candidate } from '../resolve/batch.ts'
import { conditionsOf, isMember, type Known } from './judge.ts'
import { readKnown } from './read-known.ts'

/** What the evaluation needs. */
export interface Judging {
  tx: Tx
  identityPool: Pool
  agencyId: string
  now_ms: number
  /** Page URLs of events being resolved, by event; empty if they are already stored. */
  readPages: ((eventIds: readonly string[]) => Promise<ReadonlyMap<string, string>>) | null
  /** `hold` if leads are made by it: no audience is then changed before they are. */
  audiences: 'read' | 'hold'
}

const usesAudiences = (campaign: Campaign | null): campaign is Campaign =>
  campaign !== null && campaign.includeAudiences.length + campaign.excludeAudiences.length > 0

const nobody: ReadonlySet<Candidate> = new Set()
/** Batch size, so that statements stay short. */
const portion = 10_000

/**
 * Finds people outside their campaign's audiences: in none of the included, or in an excluded one. Counts stored visits
 * and, in order, those of the same batch, including the current one. Runs no query if no
 * campaign uses audiences.
 */
export async function findOutsiders(
  judging: Judging,
  candidates: readonly Candidate[],
): Promise<ReadonlySet<Candidate>> {
  const asking = candidates.filter(({ campaign, match, optedOut }) => match && !optedOut && usesAudiences(campaign))
  if (asking.length === 0) return nobody
  const ids = new Set(asking.flatMap(({ campaign }) => [...campaign!.includeAudiences, ...campaign!.excludeAudiences]))
  const audiences = await readAudiences(judging.tx, judging.agencyId, [...ids], judging.audiences)
  const facts = await readAll(judging, audiences, asking)
  const asksForPages = [...facts.keys()].some(({ kind }) => kind === 'visited')
  const pages =
    judging.readPages && asksForPages ? await judging.readPages(candidates.map(({ event }) => event.id)) : null
  return walk(candidates, audiences, facts, pages)
}

async function readAll(
  judging: Judging,
  audiences: readonly StoredAudience[],
  asking: readonly Candidate[],
): Promise<Known> {
  const all = new Map<Condition, Map<number, number>>()
  for (const { clientId, definition } of audiences) {
    const persons = asking.flatMap(({ event, match }) => (event.clientId === clientId ? match!.person : []))
    const byId = [...new Map(persons.map((person) => [person.id, person]))]
    for (let at = 0; at < byId.length; at += portion) {
      const some: ReadonlyMap<number, FoundPerson> = new Map(byId.slice(at, at + portion))
      for (const [condition, counts] of await readKnown({ ...judging, clientId }, definition, some)) {
        const before = all.get(condition)
        if (before) for (const [id, times] of counts) before.set(id, times)
        else all.set(condition, new Map(counts))
      }
    }
  }
  return all
}

/** Processes events in order, since each counts for the later ones. */
function walk(
  candidates: readonly Candidate[],
  audiences: readonly StoredAudience[],
  facts: Known,
  pages: ReadonlyMap<string, string> | null,
): Set<Candidate> {
  const byId = new Map(audiences.map((audience) => [audience.id, audience]))
  const counts = new Map<Condition, Map<number, number>>()
  const besides = (condition: Condition, personId: number): number => counts.get(condition)?.get(personId) ?? 0
  const outside = new Set<Candidate>()
  for (const candidate of candidates) {
    const { event, campaign, match } = candidate
    if (!match) continue
    const page = isOwnPage(candidate) ? pages?.get(event.id) : undefined
    if (page !== undefined)
      for (const one of audiences) if (one.clientId === event.clientId) note(counts, one, page, match)
    if (!usesAudiences(campaign)) continue
    const isIn = (id: string): boolean => {
      const audience = byId.get(id)
      return audience !== undefined && isMember(audience.definition, facts, match.person.id, besides)
    }
    const { includeAudiences, excludeAudiences } = campaign
    const isInside = (includeAudiences.length === 0 || includeAudiences.some(isIn)) && !excludeAudiences.some(isIn)
    if (!isInside) outside.add(candidate)
  }
  return outside
}

/** A page viewed by this person. Suggested contacts are excluded, since someone else made the visit. */
const isOwnPage = ({ event, match }: Candidate): boolean =>
  event.kind !== 'conversion' && event.search === null && event.mark === null && !isSuggested(match!.key)

function note(
  seen: Map<Condition, Map<number, number>>,
  { definition }: StoredAudience,
  page: string,
  match: NonNullable<Candidate['match']>,
): void {
  const address = page.toLowerCase()
  for (const condition of conditionsOf(definition)) {
    if (condition.kind !== 'visited' || !address.includes(condition.page.toLowerCase())) continue
    const counts = seen.get(condition) ?? new Map<number, number>()
    counts.set(match.person.id, (counts.get(match.person.id) ?? 0) + 1)
    seen.set(condition, counts)
  }
}
