import type { Module } from '#contract/campaigns/modules.ts'
import type { Tx } from '#server/platform/database/tx.ts'

export interface ActiveCampaign {
  id: string
  name: string
  module: Module
}

const most = 100

/** The first 100 active campaigns of an agency or one of its clients, by module and name. */
export async function readActiveCampaigns(
  tx: Tx,
  agencyId: string,
  clientId: string | null,
  module: Module | null = null,
): Promise<ActiveCampaign[]> {
  const { rows } = await tx.query<ActiveCampaign>(
    `select id, name, module from campaign
      where agency_id = $1 and status = 'active' and removed_at is null
        and ($2::uuid is null or client_id = $2) and ($3::text is null or module = $3)
      order by module, name, id limit ${most}`,
    [agencyId, clientId, module],
  )
  return rows
}
