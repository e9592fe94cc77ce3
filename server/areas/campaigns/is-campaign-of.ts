import type { Tx } from '#server/platform/database/tx.ts'

/** Whether a campaign, removed or not, is the agency's or the client's: what a list may be narrowed to. */
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
