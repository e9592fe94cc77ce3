import type { Module } from '#contract/campaigns/modules.ts'
import type { VisitDetail } from '#contract/leads/lead.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { notFound } from '#server/platform/failure.ts'
import { presentVisit, type Visit } from './present.ts'
import { selectVisits } from './visit-query.ts'
import { stagesOfVisit } from './visit-stages.ts'

/** One visit in full: where it ended, and the stages before and after. */
export async function openVisit(id: string, call: SignedInCall): Promise<VisitDetail> {
  const agencyId = call.object!.agencyId!
  const { visit, place } = await call.inScope(async (tx) => {
    const ofId = ['visit.agency_id = $1', 'visit.id = $2']
    const { rows } = await tx.query<Visit>(selectVisits(ofId, 1), [agencyId, id])
    const visit = rows[0]
    if (!visit) throw notFound()
    const places = await tx.query<{ module: Module; clientName: string }>(
      `select campaign.module, client.name as "clientName" from campaign
         left join company client on client.id = campaign.client_id
        where campaign.agency_id = $1 and campaign.id = $2`,
      [agencyId, visit.campaignId],
    )
    const place = places.rows[0]
    // A campaign that was purged took its rules along.
    if (!place) throw notFound()
    return { visit, place }
  })
  return {
    ...presentVisit(visit, call.caller),
    company_name: place.clientName,
    module: place.module,
    stages: stagesOfVisit(place.module, visit),
  }
}
