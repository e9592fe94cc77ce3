import { setImmediate as breathe } from 'node:timers/promises'
import type { Reason } from '#contract/leads/reasons.ts'
import type { Campaign, Candidate } from '../resolve/batch.ts'
import { decideVisits } from '../resolve/decide.ts'
import { Facts, type Exclusion } from '../resolve/facts.ts'
import type { DayToRun } from './candidates.ts'
import { limitPeriodOf, windowOf } from './period.ts'
import type { RealLead } from './read-earlier.ts'

export interface Known {
  exclusions: readonly Exclusion[]
  outsiders: ReadonlySet<Candidate>
  /** By the person's id. */
  realLeads: ReadonlyMap<number, readonly RealLead[]>
  /** By the company's domain, where the campaign counts companies. */
  companyLeads: ReadonlyMap<string, readonly RealLead[]>
  /** The campaign's window for companies; none where it counts people alone. */
  companyWindow: string
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
  /** The same of the month's cap. */
  capMet: string[]
}

/**
 * Decides past days by a campaign's rules as if it had run through all of them with nothing of its limit and its cap used: by the very
 * stages that the resolver asks. What depends on the moment is left out: its days, hours and pace, the brake and prepaid money.
 */
export async function runDays(campaign: Campaign, days: readonly DayToRun[], known: Known): Promise<Outcome> {
  const made = new Map<number, number>()
  const madeCompanies = new Map<string, number>()
  const people = new Set<number>()
  const outcome: Outcome = { events: 0, people: 0, leads: 0, byDay: [], reasons: new Map(), limitMet: [], capMet: [] }
  let used = 0
  let period = ''
  let capLeft_e4 = campaign.monthCap_e4
  let month = ''
  for (const day of days) {
    const present = limitPeriodOf(day.date, campaign.limitPeriod)
    if (present !== period) used = 0
    period = present
    const presentMonth = limitPeriodOf(day.date, 'month')
    if (presentMonth !== month) capLeft_e4 = campaign.monthCap_e4
    month = presentMonth
    const facts = new Facts({
      exclusions: known.exclusions,
      outsiders: known.outsiders,
      converted: day.people
        .filter(({ personId, at_ms }) => (known.bought.get(personId) ?? Infinity) <= at_ms)
        .map(({ candidate }) => candidate.inCampaign),
      visited: new Set(),
      earlierLeads: day.people.flatMap(({ personId, at_ms }) => {
        const windowEndsAt_ms = lastEnd(known.realLeads.get(personId), at_ms, made.get(personId))
        return windowEndsAt_ms === null
          ? []
          : [{ campaignId: campaign.id, personId, leadId: String(personId), windowEndsAt_ms }]
      }),
      earlierCompanyLeads: day.people.flatMap(({ candidate: { company }, at_ms }) => {
        if (company === null) return []
        const windowEndsAt_ms = lastEnd(known.companyLeads.get(company), at_ms, madeCompanies.get(company))
        return windowEndsAt_ms === null ? [] : [{ campaignId: campaign.id, company, windowEndsAt_ms }]
      }),
      limitUses: new Map([[campaign.id, used]]),
      capsLeft: new Map(capLeft_e4 === null ? [] : [[campaign.id, capLeft_e4]]),
      allowances: new Map(),
      bursts: new Map(),
      funds: [],
      failedPayers: new Set(),
      now_ms: 0,
    })
    const leads = noteDay(outcome, day, campaign, facts, ({ event, company }) => {
      const ends = (window: string): number => event.receivedAt_ms + windowOf(day.date, window, campaign.timeZone)
      made.set(event.personId!, ends(campaign.reidentification))
      if (company !== null && known.companyWindow !== 'none') madeCompanies.set(company, ends(known.companyWindow))
    })
    for (const { personId } of day.people) people.add(personId)
    used += leads
    if (capLeft_e4 !== null) capLeft_e4 -= leads * campaign.retailPrice_e4
    // Thirty days of a busy site are seconds of work: others are answered in between.
    await breathe()
  }
  return { ...outcome, people: people.size }
}

function noteDay(
  outcome: Outcome,
  day: DayToRun,
  campaign: Campaign,
  facts: Facts,
  keep: (lead: Candidate) => void,
): number {
  const add = (reason: Reason, events: number): void => {
    if (events > 0) outcome.reasons.set(reason, (outcome.reasons.get(reason) ?? 0) + events)
    sum += events
  }
  let sum = 0
  let leads = 0
  const met = new Set<Reason>()
  const eventsOf = new Map(day.people.map(({ personId, events }) => [personId, events]))
  const isAlways = campaign.reidentification === 'always'
  const candidates = day.people.flatMap(({ candidate, events }) =>
    Array.from({ length: isAlways ? events : 1 }, () => candidate),
  )
  for (const { candidate, reason } of decideVisits(candidates, facts, () => 'simulated')) {
    const personId = candidate.event.personId!
    const events = isAlways ? 1 : eventsOf.get(personId)!
    add(reason, reason === 'lead' ? 1 : events)
    met.add(reason)
    if (reason !== 'lead') continue
    leads += 1
    keep(candidate)
    // What else they did on that day brings nobody new.
    if (!isAlways) add('returning', events - 1)
  }
  for (const { reason, events } of day.stopped) add(reason, events)
  if (met.has('limit_reached')) outcome.limitMet.push(day.date)
  if (met.has('cap_reached')) outcome.capMet.push(day.date)
  outcome.byDay.push({ date: day.date, events: sum, leads })
  outcome.events += sum
  outcome.leads += leads
  return leads
}

/** When the last lead before a moment stops counting: one made in truth, or simulated on an earlier day. Null without one. */
function lastEnd(real: readonly RealLead[] | undefined, at_ms: number, simulated: number | undefined): number | null {
  const before = real?.findLast(({ madeAt_ms }) => madeAt_ms <= at_ms)
  return before || simulated !== undefined
    ? Math.max(before?.windowEndsAt_ms ?? -Infinity, simulated ?? -Infinity)
    : null
}
