import { sentences } from '#contract/core/sentences.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { invalid } from '#server/platform/failure.ts'

/** The external organization and campaign a campaign is linked to. */
export interface OrganizationLink {
  organizationId: string | null
  externalCampaignId: string | null
}

/** Throws unless a client's campaign may be linked this way. Locks the targets, so that neither is removed. */
export async function checkLink(tx: Tx, agencyId: string, clientId: string, link: OrganizationLink): Promise<void> {
  const { organizationId, externalCampaignId } = link
  if (organizationId === null) {
    if (externalCampaignId !== null) throw invalid('externalCampaignId', sentences.organizationOfCampaign)
    return
  }
  const organization = await tx.query(
    'select from marketing_organization where agency_id = $1 and id = $2 and client_id = $3 for share',
    [agencyId, organizationId, clientId],
  )
  if (!organization.rowCount) throw invalid('organizationId', sentences.noSuchOrganization)
  if (externalCampaignId === null) return
  const campaign = await tx.query(
    'select from marketing_campaign where agency_id = $1 and id = $2 and organization_id = $3 for share',
    [agencyId, externalCampaignId, organizationId],
  )
  if (!campaign.rowCount) throw invalid('externalCampaignId', sentences.noSuchExternalCampaign)
}
