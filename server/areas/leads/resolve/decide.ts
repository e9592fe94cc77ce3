import type { Candidate, Decision } from './batch.ts'
import type { Facts } from './facts.ts'
import { isHidden } from './region.ts'
import { ordersByModule, stages, type Stage } from './stages.ts'

/**
 * Decides a batch in hit order. The first stage that stops an event gives the reason; an event that passes all stages becomes
 * a lead. A conversion marks its person first, so it never becomes a lead itself: someone who just bought is already a
 * customer. It only counts for people who visited the site before, so that an outsider can't block a person from becoming a
 * lead just by sending a conversion with their address. Pure except that `facts` learns; `leadIds` yields ids in order.
 */
export function decideVisits(
  candidates: readonly Candidate[],
  facts: Facts,
  leadIds: () => string,
  order: readonly Stage[] = stages(),
): Decision[] {
  const orders = ordersByModule(order)
  return candidates.map((candidate) => {
    const converts = isConversion(candidate) && (facts.isConverted(candidate) || facts.hasVisited(candidate))
    if (converts) facts.markConverted(candidate)
    else if (candidate.event.kind !== 'conversion' && candidate.event.mark === null) facts.markVisited(candidate)
    const { judged, stop } = judge(candidate, orders(candidate), facts)
    if (stop) {
      const leadId = stop.reason === 'returning' ? facts.leadReturnedTo(judged) : null
      const cap = stop.reason === 'cap_reached' ? facts.capMet(judged) : null
      return { candidate: judged, reason: stop.reason, leadId, cap, limitUsed: null, converts }
    }
    const leadId = leadIds()
    const limitUsed = facts.takeLead(judged, leadId)
    return { candidate: judged, reason: 'lead', leadId, cap: null, limitUsed, converts }
  })
}

interface Judged {
  judged: Candidate
  /** The stage that stopped it; undefined for a lead. */
  stop: Stage | undefined
}

/** Of several suggested contacts, the first who passes every stage, or else the one who passed the most. */
function judge(candidate: Candidate, order: readonly Stage[], facts: Facts): Judged {
  let furthest: Judged | undefined
  for (const visit of candidate.contacts.length > 0 ? candidate.contacts : [candidate]) {
    const stop = order.find((stage) => stage.stops(visit, facts))
    if (!furthest || !stop || order.indexOf(stop) > order.indexOf(furthest.stop!)) furthest = { judged: visit, stop }
    if (!stop) break
  }
  return furthest!
}

/** Whether a conversion can count: an identified person, an allowed host, not a bot. */
export const isConversion = (candidate: Candidate): boolean =>
  candidate.event.kind === 'conversion' && candidate.match !== null && !isHidden(candidate)
