import { setImmediate as breathe } from 'node:timers/promises'
import type { Reason } from '#contract/leads/reasons.ts'
import type { FoundPerson } from '#server/areas/identity/public.ts'
import type { Campaign, Candidate } from '../resolve/batch.ts'
import { decideVisits } from '../resolve/decide.ts'
import { Facts, type EarlierLead, type Exclusion } from '../resolve/facts.ts'
import type { PastDay, PersonDay } from './past.ts'
import { limitPeriodOf, windowOf } from './period.ts'
import type { RealLead } from './read-earlier.ts'

export interface Known {
  persons: ReadonlyMap<number, FoundPerson>
  exclusions: readonly Exclusion[]
  realLeads: ReadonlyMap<number, readonly RealLead[]>
  /** When they bought, by person. */
  bought: ReadonlyMap<number, number>
}

export interface Outcome {
  events: number
  people: number
  leads: number
  byDay: { date: string; events: number; leads: number }[]
  reasons: Map<Reason, number>
  /** The days on which an event found the limit reached, in order. */
  limitMet: string[]
}

/**
 * Decides past days by a campaign's rules as if it had run through all of them with nothing of its limit used: by the very
 * stages that the resolver asks. What depends on the moment is left out: its schedule, the brake and prepaid money.
 */
export async function runDays(campaign: Campaign, days: readonly PastDay[], known: Known): Promise<Outcome> {
  const running: Campaign = { ...campaign, isActive: true, startsAt_ms: -Infinity, endsAt_ms: Infinity }
  const made = new Map<number, EarlierLead>()
  const people = new Set<number>()
  const outcome: Outcome = { events: 0, people: 0, leads: 0, byDay: [], reasons: new Map(), limitMet: [] }
  let used = 0
  let period = ''
  for (const day of days) {
    const present = limitPeriodOf(day.date, campaign.limitPeriod)
    if (present !== period) used = 0
    period = present
    const candidates = day.people.flatMap((one) => candidatesOf(running, one, known))
    const facts = new Facts({
      exclusions: known.exclusions,
      converted: day.people
        .filter(({ personId, at_ms }) => (known.bought.get(personId) ?? Infinity) <= at_ms)
        .map(({ personId }) => `${campaign.id} ${personId}`),
      visited: new Set(),
      earlierLeads: earlierLeadsOf(day, campaign, known, made),
      limitUses: new Map([[campaign.id, used]]),
      bursts: new Map(),
      funds: [],
    })
    const leads = noteDay(outcome, day, campaign, candidates, facts, (personId, at_ms) => {
      const windowEndsAt_ms = at_ms + windowOf(day.date, campaign.reidentification, campaign.timeZone)
      made.set(personId, { campaignId: campaign.id, personId, leadId: String(personId), windowEndsAt_ms })
    })
    for (const { personId } of day.people) people.add(personId)
    used += leads
    // Thirty days of a busy site are seconds of work: others are answered in between.
    await breathe()
  }
  return { ...outcome, people: people.size }
}

function noteDay(
  outcome: Outcome,
  day: PastDay,
  campaign: Campaign,
  candidates: readonly Candidate[],
  facts: Facts,
  keep: (personId: number, at_ms: number) => void,
): number {
  const add = (reason: Reason, events: number): void => {
    if (events > 0) outcome.reasons.set(reason, (outcome.reasons.get(reason) ?? 0) + events)
    sum += events
  }
  let sum = 0
  let leads = 0
  let isMet = false
  const eventsOf = new Map(day.people.map(({ personId, events }) => [personId, events]))
  const isAlways = campaign.reidentification === 'always'
  for (const { candidate, reason } of decideVisits(candidates, facts, () => 'simulated')) {
    const personId = candidate.event.personId!
    const events = isAlways ? 1 : eventsOf.get(personId)!
    add(reason, reason === 'lead' ? 1 : events)
    if (reason === 'limit_reached') isMet = true
    if (reason !== 'lead') continue
    leads += 1
    keep(personId, candidate.event.receivedAt_ms)
    // What else they did on that day brings nobody new.
    if (!isAlways) add('returning', events - 1)
  }
  for (const { reason, events } of day.stopped) add(reason, events)
  if (isMet) outcome.limitMet.push(day.date)
  outcome.byDay.push({ date: day.date, events: sum, leads })
  outcome.events += sum
  outcome.leads += leads
  return leads
}

/** A person's day is one event, but where each of their events may become a lead. */
function candidatesOf(campaign: Campaign, one: PersonDay, { persons }: Known): Candidate[] {
  const person = persons.get(one.personId) ?? null
  const candidate: Candidate = {
    event: {
      id: '',
      tx: 0,
      clientId: campaign.clientId,
      campaignId: campaign.id,
      kind: 'view',
      mark: null,
      hashes: [],
      receivedAt_ms: one.at_ms,
      eventValue_cents: null,
      cookie: null,
      personId: one.personId,
      search: one.search,
    },
    campaign,
    hasKey: true,
    optedOut: person?.optedOut ?? false,
    match: person && { person, key: one.search ? 'signal' : 'cookie', confidence: 1 },
    inCampaign: `${campaign.id} ${one.personId}`,
    inClient: `${campaign.clientId} ${one.personId}`,
  }
  return Array.from({ length: campaign.reidentification === 'always' ? one.events : 1 }, () => candidate)
}

/** For each person of the day the lead that still counts: simulated on an earlier day, or made in truth before. */
function earlierLeadsOf(
  day: PastDay,
  campaign: Campaign,
  { realLeads }: Known,
  made: ReadonlyMap<number, EarlierLead>,
): EarlierLead[] {
  return day.people.flatMap(({ personId, at_ms }) => {
    const real = realLeads.get(personId)?.findLast(({ madeAt_ms }) => madeAt_ms <= at_ms)
    const simulated = made.get(personId)
    const end_ms = Math.max(real?.windowEndsAt_ms ?? -Infinity, simulated?.windowEndsAt_ms ?? -Infinity)
    return real || simulated
      ? [{ campaignId: campaign.id, personId, leadId: String(personId), windowEndsAt_ms: end_ms }]
      : []
  })
}
