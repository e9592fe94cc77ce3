import type { DayTally } from '../update-lead-days.ts'
import type { LeadDecision } from './write-leads.ts'

/** Sums the leads of a batch by campaign and state. All are created at `now_ms`. */
export function tallyDays(leads: readonly LeadDecision[], now_ms: number): DayTally[] {
  const tallies = new Map<string, DayTally>()
  for (const { candidate } of leads) {
    const { id, clientId, module, wholesalePrice_e4, retailPrice_e4 } = candidate.campaign
    const { state } = candidate.match.person
    const key = `${id} ${state ?? ''}`
    const tally = tallies.get(key) ?? {
      clientId,
      campaignId: id,
      module,
      at_ms: now_ms,
      state,
      leads: 0,
      wholesale_e4: 0,
      retail_e4: 0,
    }
    tally.leads += 1
    tally.wholesale_e4 += wholesalePrice_e4
    tally.retail_e4 += retailPrice_e4
    tallies.set(key, tally)
  }
  return [...tallies.values()]
}
