import type { LeadTally } from '../update-lead-counts.ts'
import type { LeadDecision } from './write-leads.ts'

/** Sums the leads of a batch by campaign. All are created at `now_ms`. */
export function tallyLeads(leads: readonly LeadDecision[], now_ms: number): LeadTally[] {
  const tallies = new Map<string, LeadTally>()
  for (const { candidate } of leads) {
    const { id, clientId, wholesalePrice_e4, retailPrice_e4 } = candidate.campaign
    const tally = tallies.get(id) ?? {
      clientId,
      campaignId: id,
      at_ms: now_ms,
      leads: 0,
      tests: 0,
      wholesale_e4: 0,
      retail_e4: 0,
    }
    tally.leads += 1
    tally.wholesale_e4 += wholesalePrice_e4
    tally.retail_e4 += retailPrice_e4
    tallies.set(id, tally)
  }
  return [...tallies.values()]
}
