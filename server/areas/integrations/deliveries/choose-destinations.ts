import { createHash } from 'node:crypto'
import type { Condition, ConditionField } from '#contract/integrations/conditions.ts'
import { dayAfter } from '#server/platform/local-dates.ts'

/** A destination that does not simply get every lead. */
export interface RoutedDestination {
  id: string
  campaign_id: string
  conditions: Condition[]
  share: number | null
  daily_cap: number | null
  /** The local day on which its next lead is sent, and how many it has on that day. */
  cap_day: string | null
  cap_used: number
  /** The campaign's local date. */
  today: string
  is_off: boolean
}

export type RoutedLead = { id: string; campaign_id: string } & Partial<Record<ConditionField, string | null>>

/** One lead for one destination; `day` is a later one if the cap of today is used up. */
export interface Assignment {
  leadId: string
  destinationId: string
  day: string | null
}

/**
 * Which destinations get which leads, in the order of the leads. Destinations without a share get every lead that fulfills their
 * conditions. Of those with one, exactly one does: the choice follows from the ids of lead and destinations, in proportion to their
 * shares; those that are off or used up for today are passed over while there is another. A lead is never dropped: if all are used up, it
 * is sent on the first day that has room. Counts the leads of each day in the destinations that it is given.
 */
export function chooseDestinations(
  leads: readonly RoutedLead[],
  destinations: readonly RoutedDestination[],
): Assignment[] {
  return leads.flatMap((lead) => {
    const fitting = destinations.filter(
      ({ campaign_id, conditions }) => campaign_id === lead.campaign_id && fulfills(lead, conditions),
    )
    const turn = chooseByShare(
      lead.id,
      fitting.filter(({ share }) => share !== null),
    )
    const receivers = fitting.filter((one) => one.share === null || one === turn)
    return receivers.map((one) => ({ leadId: lead.id, destinationId: one.id, day: takeDay(one) }))
  })
}

/** Upper and lower case are the same, as are addresses that differ in nothing else. */
export function fulfills(lead: RoutedLead, conditions: readonly Condition[]): boolean {
  return conditions.every(({ field, operator, value }) => {
    const has = (lead[field] ?? '').trim().toLowerCase()
    const text = value.toLowerCase()
    switch (operator) {
      case 'present':
        return has !== ''
      case 'absent':
        return has === ''
      case 'equals':
        return has === text
      case 'differs':
        return has !== text
      case 'contains':
        return has.includes(text)
    }
  })
}

function chooseByShare(leadId: string, group: readonly RoutedDestination[]): RoutedDestination | undefined {
  const working = group.filter(({ is_off }) => !is_off)
  const inOrder = (working.length > 0 ? working : group)
    .map((one) => ({ one, rank: rankOf(leadId, one) }))
    .toSorted((first, second) => first.rank - second.rank)
    .map(({ one }) => one)
  return inOrder.find(hasRoomToday) ?? inOrder[0]
}

/** Weighted rendezvous hashing: the lowest rank is a destination's in proportion to its share, whichever others there are. */
function rankOf(leadId: string, { id, share }: RoutedDestination): number {
  const number = createHash('sha256').update(`${leadId} ${id}`).digest().readUInt32BE()
  return -Math.log((number + 1) / (2 ** 32 + 1)) / share!
}

const hasRoomToday = ({ daily_cap, cap_day, cap_used, today }: RoutedDestination): boolean =>
  daily_cap === null || cap_day === null || cap_day < today || (cap_day === today && cap_used < daily_cap)

/** Counts a lead on the first day that has room; null if that is today. */
function takeDay(one: RoutedDestination): string | null {
  if (one.daily_cap === null) return null
  if (one.cap_day === null || one.cap_day < one.today) {
    one.cap_day = one.today
    one.cap_used = 0
  }
  if (one.cap_used >= one.daily_cap) {
    one.cap_day = dayAfter(one.cap_day)
    one.cap_used = 0
  }
  one.cap_used++
  return one.cap_day === one.today ? null : one.cap_day
}
