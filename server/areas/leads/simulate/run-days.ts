import { setImmediate as breathe } from 'node:timers/promises'
import type { Reason } from '#contract/leads/reasons.ts'
import { startOfDate_ms } from '#server/platform/local-dates.ts'
import type { Campaign, Candidate, Cap, Decision } from '../resolve/batch.ts'
import { Facts, type EarlierCompanyLead, type EarlierLead, type Exclusion } from '../resolve/facts.ts'
import type { Stage } from '../resolve/stages.ts'
import type { SimulatedCaps } from './caps.ts'
import type { DayOfPerson, DayToRun } from './candidates.ts'
import { decideDay, leftOver, makesEachALead, withWaiting } from './decide-day.ts'
import { lastOpenOf } from './hours.ts'
import { limitPeriodOf, windowOf } from './period.ts'
import type { RealLead } from './read-earlier.ts'

export interface Known {
  exclusions: readonly Exclusion[]
  outsiders: ReadonlySet<Candidate>
  /** By person id. */
  realLeads: ReadonlyMap<number, readonly RealLead[]>
  /** By company domain, for a campaign with a company window. */
  companyLeads: ReadonlyMap<string, readonly RealLead[]>
  /** The campaign's company window, if it has one. */
  companyWindow: string
  /** When people converted, by person. */
  bought: ReadonlyMap<number, number>
  caps: SimulatedCaps
  /** The search window. */
  searchWindow_ms: number
  /** The stages, without the one that is left out. */
  order: readonly Stage[]
}

export interface Outcome {
  events: number
  people: number
  leads: number
  byDay: { date: string; events: number; leads: number }[]
  reasons: Map<Reason, number>
  /** The days on which the limit was reached, in order. */
  limitMet: string[]
  /** The same for monthly caps. */
  capsMet: Record<Cap['of'], string[]>
}

const nothingYet = (): Outcome => ({
  events: 0,
  people: 0,
  leads: 0,
  byDay: [],
  reasons: new Map(),
  limitMet: [],
  capsMet: { campaign: [], client: [], agency: [] },
})

/**
 * Decides past days by a campaign's rules, as if it had run throughout with its limit and cap unused, using the resolver's own
 * stages. Ignores what depends on the present: start and end dates, holds and prepaid money. Searches outside the campaign's
 * hours are offered again on the next open day. Pacing doesn't apply to searches, since everyone it delays is offered again
 * by the end of the day.
 */
export async function runDays(campaign: Campaign, days: readonly DayToRun[], inputs: Known): Promise<Outcome> {
  const peopleUntil = new Map<number, number>()
  const madeCompanies = new Map<string, number>()
  const people = new Set<number>()
  const outcome = nothingYet()
  let limitUsed = 0
  let period = ''
  let waiting: readonly DayOfPerson[] = []
  for (const { people: ofDay, ...counts } of days) {
    const start_ms = startOfDate_ms(counts.date, campaign.timeZone)
    const open_ms = lastOpenOf(counts.date, campaign)
    if (open_ms !== null) waiting = waiting.filter(({ at_ms }) => at_ms >= start_ms - inputs.searchWindow_ms)
    const day = { ...counts, people: open_ms === null ? ofDay : withWaiting(ofDay, waiting) }
    const present = limitPeriodOf(day.date, campaign.limitPeriod)
    if (present !== period) limitUsed = 0
    period = present
    const [personWindow_ms, companyWindow_ms] = [campaign.reidentification, inputs.companyWindow].map((window) =>
      windowOf(day.date, window, campaign.timeZone),
    ) as [number, number]
    const allowances = new Map<string, number>()
    // A search becomes a lead whenever the campaign is open.
    const now_ms = open_ms ?? start_ms
    const facts = new Facts({
      exclusions: inputs.exclusions,
      outsiders: inputs.outsiders,
      converted: day.people
        .filter(({ personId, at_ms }) => (inputs.bought.get(personId) ?? Infinity) <= at_ms)
        .map(({ candidate }) => candidate.inCampaign),
      visited: new Set(),
      ...earlierLeadsOf(campaign, day.people, inputs, { people: peopleUntil, companies: madeCompanies }),
      limitUses: new Map([[campaign.id, limitUsed]]),
      capsLeft: new Map(),
      allowances,
      bursts: new Map(),
      funds: [],
      failedPayers: new Set(),
      now_ms,
    })
    const decisions = decideDay(
      campaign,
      day.people,
      facts,
      { allowances, caps: inputs.caps, order: inputs.order },
      now_ms,
    )
    const leads = recordDay(outcome, day, campaign, decisions, ({ event, company }) => {
      peopleUntil.set(event.personId!, event.receivedAt_ms + personWindow_ms)
      if (company !== null && inputs.companyWindow !== 'none')
        madeCompanies.set(company, event.receivedAt_ms + companyWindow_ms)
    })
    waiting = open_ms === null ? [...waiting, ...leftOver(day, decisions)] : []
    for (const { personId } of day.people) people.add(personId)
    limitUsed += leads
    // Thirty days of a busy site take seconds, so yield to other requests in between.
    await breathe()
  }
  return { ...outcome, people: people.size }
}

function recordDay(
  outcome: Outcome,
  day: DayToRun,
  campaign: Campaign,
  decisions: readonly Decision[],
  keep: (lead: Candidate) => void,
): number {
  const add = (reason: Reason, events: number): void => {
    if (events > 0) outcome.reasons.set(reason, (outcome.reasons.get(reason) ?? 0) + events)
    sum += events
  }
  let sum = 0
  let leads = 0
  const reasons = new Set<Reason>()
  const eventsOf = new Map(day.people.map(({ candidate, events }) => [candidate, events]))
  const isAlways = makesEachALead(campaign)
  for (const { candidate, reason, cap } of decisions) {
    const events = isAlways ? 1 : eventsOf.get(candidate)!
    add(reason, reason === 'lead' ? 1 : events)
    reasons.add(reason)
    if (cap !== null && outcome.capsMet[cap].at(-1) !== day.date) outcome.capsMet[cap].push(day.date)
    if (reason !== 'lead') continue
    leads += 1
    keep(candidate)
    // Their other events on that day make no difference.
    if (!isAlways) add('returning', events - 1)
  }
  for (const { reason, events } of day.stopped) add(reason, events)
  if (reasons.has('limit_reached')) outcome.limitMet.push(day.date)
  outcome.byDay.push({ date: day.date, events: sum, leads })
  outcome.events += sum
  outcome.leads += leads
  return leads
}

/** The leads before a day that its people and companies may return to, actual and simulated. */
function earlierLeadsOf(
  campaign: Campaign,
  people: readonly DayOfPerson[],
  inputs: Known,
  ends: { people: ReadonlyMap<number, number>; companies: ReadonlyMap<string, number> },
): { earlierLeads: EarlierLead[]; earlierCompanyLeads: EarlierCompanyLead[] } {
  const earlierLeads: EarlierLead[] = []
  const earlierCompanyLeads: EarlierCompanyLead[] = []
  const campaignId = campaign.id
  for (const { personId, at_ms, candidate } of people) {
    const endsAt_ms = lastEnd(inputs.realLeads.get(personId), at_ms, ends.people.get(personId))
    if (endsAt_ms !== null)
      earlierLeads.push({ campaignId, personId, leadId: String(personId), windowEndsAt_ms: endsAt_ms })
    const { company } = candidate
    if (company === null) continue
    const companyEndsAt_ms = lastEnd(inputs.companyLeads.get(company), at_ms, ends.companies.get(company))
    if (companyEndsAt_ms !== null) earlierCompanyLeads.push({ campaignId, company, windowEndsAt_ms: companyEndsAt_ms })
  }
  return { earlierLeads, earlierCompanyLeads }
}

/** When the window of the last lead before an instant ends, whether actual or simulated on an earlier day. Null without one. */
function lastEnd(
  real: readonly RealLead[] | undefined,
  at_ms: number,
  simulatedEnd: number | undefined,
): number | null {
  const before = real?.findLast(({ madeAt_ms }) => madeAt_ms <= at_ms)
  return before || simulatedEnd !== undefined
    ? Math.max(before?.windowEndsAt_ms ?? -Infinity, simulatedEnd ?? -Infinity)
    : null
}
