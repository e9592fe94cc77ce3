import type { Tx } from '#server/platform/database/tx.ts'
import type { TenantPath } from '#server/platform/http/call.ts'

/** Where a campaign lies in the tree, if the scope sees it; removed ones are absent. */
export async function findCampaign(tx: Tx, id: string): Promise<TenantPath | null> {
  const { rows } = await tx.prepared<{ rootId: string; agencyId: string; clientId: string }>(
    'find-campaign',
    `select root_id as "rootId", agency_id as "agencyId", client_id as "clientId" from campaign
      where id = $1 and removed_at is null`,
    [id],
  )
  return rows[0] ?? null
}

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
