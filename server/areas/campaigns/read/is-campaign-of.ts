import type { Tx } from '#server/platform/database/tx.ts'

/** Whether a campaign, removed or not, belongs to the agency or client; used to validate list filters. */
export async function isCampaignOf(
  tx: Tx,
  owner: { agencyId: string; clientId: string | null },
  id: string,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    'select 1 from campaign where agency_id = $1 and id = $2 and ($3::uuid is null or client_id = $3)',
    [owner.agencyId, id, owner.clientId],
  )
  return rowCount === 1
}
