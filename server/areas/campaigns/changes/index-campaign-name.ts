import type { Tx } from '#server/platform/database/tx.ts'

/**
 * Updates the search index of campaign names. Call it when a campaign is added, removed or renamed.
 */
export async function indexCampaignName(tx: Tx, agencyId: string, id: string): Promise<void> {
  await tx.query('delete from name_start where agency_id = $1 and of_id = $2', [agencyId, id])
  await tx.query(
    `insert into name_start (agency_id, of_id, start, root_id, client_id, kind, name)
     select campaign.agency_id, campaign.id, start, campaign.root_id, campaign.client_id, 'campaign', campaign.name
       from campaign, name_starts(campaign.name) start
      where campaign.agency_id = $1 and campaign.id = $2 and campaign.removed_at is null
     on conflict (agency_id, of_id, start) do nothing`,
    [agencyId, id],
  )
}
