import type { Pool } from 'pg'

/** Creates the companies of campaigns that were inserted without a tree: leads need an existing payer. Idempotent. */
export async function makeCompaniesOfCampaigns(adminPool: Pool): Promise<void> {
  await adminPool.query(
    `insert into company (id, kind, root_id, agency_id, client_id, name, created_at)
     select distinct on (line.id) line.id, line.kind, root_id, line.agency_id, line.client_id, line.kind, now()
       from campaign cross join lateral (values
         (root_id, 'root', null::uuid, null::uuid),
         (campaign.agency_id, 'agency', campaign.agency_id, null),
         (campaign.client_id, 'client', campaign.agency_id, campaign.client_id)) line (id, kind, agency_id, client_id)
     on conflict (id) do nothing`,
  )
}
