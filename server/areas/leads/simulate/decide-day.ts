import type { Campaign, Decision } from '../resolve/batch.ts'
import { decideVisits } from '../resolve/decide.ts'
import type { Facts } from '../resolve/facts.ts'
import type { Stage } from '../resolve/stages.ts'
import type { DayOfPerson, DayToRun } from './candidates.ts'
import type { SimulatedCaps } from './caps.ts'
import { allowanceOf, isEvenlyPaced, quarter_ms, quarterOf } from './hours.ts'

/** Whether every visit becomes its own lead. */
export const makesEachALead = ({ reidentification }: Campaign): boolean => reidentification === 'always'

/** What the stages of a day use, most of which changes during it. */
export interface SimulationState {
  /** The current allowance of campaigns with even pacing; read by the facts. */
  allowances: Map<string, number>
  caps: SimulatedCaps
  /** The stages that are run; the same on every day. */
  order: readonly Stage[]
}

/**
 * Runs the stages in order of arrival. With even pacing or shared caps, the remaining amounts are updated before
 * each quarter of an hour. Searches are all decided at `now_ms`.
 */
export function decideDay(
  campaign: Campaign,
  people: readonly DayOfPerson[],
  facts: Facts,
  { allowances, caps, order }: SimulationState,
  now_ms: number,
): Decision[] {
  const decide = (some: readonly DayOfPerson[], at_ms: number): Decision[] => {
    facts.setCapsLeft(caps.leftAt(at_ms))
    const candidates = makesEachALead(campaign)
      ? some.flatMap(({ candidate, events }) => Array.from({ length: events }, () => candidate))
      : some.map(({ candidate }) => candidate)
    const decisions = decideVisits(candidates, facts, () => 'simulated', order)
    caps.takeLeads(decisions.filter(({ reason }) => reason === 'lead').length)
    return decisions
  }
  const isOneMoment = people.some(({ candidate }) => candidate.event.search !== null)
  if (isOneMoment || !(isEvenlyPaced(campaign) || caps.isShared)) return decide(people, now_ms)
  return inQuarters(people).flatMap(({ quarter, some }) => {
    if (isEvenlyPaced(campaign)) allowances.set(campaign.id, allowanceOf(quarter, campaign))
    return decide(some, quarter * quarter_ms)
  })
}

interface Quarter {
  quarter: number
  some: DayOfPerson[]
}

function inQuarters(people: readonly DayOfPerson[]): Quarter[] {
  const quarters: Quarter[] = []
  for (const one of people) {
    const quarter = quarterOf(one.first_ms)
    const last = quarters.at(-1)
    if (last?.quarter === quarter) last.some.push(one)
    else quarters.push({ quarter, some: [one] })
  }
  return quarters
}

/** The people of a day plus those left over from earlier days who didn't search again, highest scores first. */
export function withWaiting(people: readonly DayOfPerson[], waiting: readonly DayOfPerson[]): readonly DayOfPerson[] {
  if (waiting.length === 0) return people
  const each = new Map([...waiting, ...people].map((one) => [one.personId, one]))
  const score = ({ candidate }: DayOfPerson): number => candidate.event.search?.score ?? 0
  return [...each.values()].toSorted((a, b) => score(b) - score(a))
}

/** People whose searches came while the campaign was closed; they are offered again. */
export function leftOver({ people }: DayToRun, decisions: readonly Decision[]): DayOfPerson[] {
  const outsideHours = new Set(
    decisions.filter(({ reason }) => reason === 'outside_hours').map(({ candidate }) => candidate),
  )
  return people
    .filter(({ candidate }) => candidate.event.search !== null && outsideHours.has(candidate))
    .map((one) => ({ ...one, events: 1 }))
}
