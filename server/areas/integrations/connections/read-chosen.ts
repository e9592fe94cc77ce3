import type { IntegrationDetails, ServiceSlug } from '#contract/integrations/services.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { CampaignPath } from '../deliveries/book.ts'
import { findConnection, type Owner } from './connection-row.ts'

/** A campaign's settings for a service; empty if it doesn't send there. */
export async function readChosen(
  tx: Tx,
  { agencyId, campaignId }: Pick<CampaignPath, 'agencyId' | 'campaignId'>,
  kind: ServiceSlug,
): Promise<IntegrationDetails> {
  const { rows } = await tx.query<{ details: IntegrationDetails }>(
    `select details from destination
     where agency_id = $1 and campaign_id = $2 and kind = $3 and removed_at is null limit 1`,
    [agencyId, campaignId, kind],
  )
  return rows[0]?.details ?? {}
}

/** The defaults for a company's campaigns. */
export const readDefaults = async (tx: Tx, owner: Owner, kind: ServiceSlug): Promise<IntegrationDetails> =>
  (await findConnection(tx, owner, kind))?.details ?? {}
