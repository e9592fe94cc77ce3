import type { Candidate, Decision } from './batch.ts'
import type { Facts } from './facts.ts'
import { isHidden } from './region.ts'
import { ordersByModule, stages, type Stage } from './stages.ts'

/**
 * Decides a batch, hit by hit in their order: the first stage that stops a visit gives its reason, and what passes all of
 * them is a lead. A conversion marks its person first, and so never becomes a lead itself: who has just bought is the
 * client's already. It counts for somebody who was on the site before: an outsider who knows an address cannot keep its
 * person from becoming a lead by a conversion alone. Pure but for what `facts` learns; `leadIds` gives ids for the leads in order.
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
  /** Where it ended; none for a lead. */
  stop: Stage | undefined
}

/** Of several contacts who may be suggested the first who passes every stage, else the one who came furthest. */
function judge(candidate: Candidate, order: readonly Stage[], facts: Facts): Judged {
  let furthest: Judged | undefined
  for (const judged of candidate.contacts.length > 0 ? candidate.contacts : [candidate]) {
    const stop = order.find((stage) => stage.stops(judged, facts))
    if (!furthest || !stop || order.indexOf(stop) > order.indexOf(furthest.stop!)) furthest = { judged, stop }
    if (!stop) break
  }
  return furthest!
}

/** A conversion that may count: of somebody known who may be identified, on an allowed host, by no bot. */
export const isConversion = (candidate: Candidate): boolean =>
  candidate.event.kind === 'conversion' && candidate.match !== null && !isHidden(candidate)
