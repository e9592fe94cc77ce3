import type { Pool } from 'pg'
import { informationOf } from '#server/areas/campaigns/modules/registry.ts'
import { readInformation } from '#server/areas/identity/read-information.ts'
import type { Campaign, LeadInformation } from './batch.ts'
import type { LeadDecision } from './write-leads.ts'

/** The additional information of each lead, limited to the kinds its campaign delivers. */
export async function readLeadInformation(
  identityPool: Pool,
  leads: readonly LeadDecision[],
): Promise<ReadonlyMap<string, LeadInformation>> {
  const kindsOf = new Map<Campaign, readonly string[]>()
  for (const { campaign } of leads.map(({ candidate }) => candidate))
    if (!kindsOf.has(campaign)) kindsOf.set(campaign, informationOf(campaign.module, campaign.moduleSettings))
  const rich = leads.filter(({ candidate }) => kindsOf.get(candidate.campaign)!.length > 0)
  if (rich.length === 0) return new Map()
  const information = await readInformation(
    identityPool,
    rich.map(({ candidate }) => candidate.match.person.id),
    [...new Set([...kindsOf.values()].flat())],
  )
  return new Map(
    rich.map(({ leadId, candidate: { campaign, match } }) => {
      const facts = information.get(match.person.id)
      const kinds = kindsOf.get(campaign)!.filter((kind) => facts?.has(kind))
      return [leadId, Object.fromEntries(kinds.map((kind) => [kind, facts!.get(kind)!]))]
    }),
  )
}
