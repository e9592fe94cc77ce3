import type { Candidate, Decision } from './batch.ts'
import type { Facts } from './facts.ts'
import { stages, type Stage } from './stages.ts'

/**
 * Decides a batch, hit by hit in their order: the first stage that stops a visit gives its reason, and what passes all of
 * them is a lead. A conversion marks its person first, and so never becomes a lead itself: who has just bought is the
 * client's already. Pure but for what `facts` learns; `leadIds` gives ids for the leads in order.
 */
export function decideVisits(
  candidates: readonly Candidate[],
  facts: Facts,
  leadIds: () => string,
  order: readonly Stage[] = stages(),
): Decision[] {
  return candidates.map((candidate) => {
    if (isConversion(candidate)) facts.markConverted(candidate)
    const stop = order.find((stage) => stage.stops(candidate, facts))
    if (stop) {
      const leadId = stop.reason === 'returning' ? facts.leadReturnedTo(candidate) : null
      return { candidate, reason: stop.reason, leadId, limitUsed: null }
    }
    const leadId = leadIds()
    return { candidate, reason: 'lead', leadId, limitUsed: facts.takeLead(candidate, leadId) }
  })
}

/** A conversion that counts: of somebody known who has not opted out, on an allowed host, by no bot. */
export const isConversion = ({ hit, match, optedOut }: Candidate): boolean =>
  hit.kind === 'conversion' && match !== null && !optedOut
