import { modules } from '#contract/campaigns/modules.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { notFound } from '#server/platform/failure.ts'
import { findModule } from '../modules/registry.ts'
import { readCampaign } from '../queries.ts'
import { criteriaOf, type SignalCampaign } from './read-signal-campaigns.ts'

/** The source of a campaign's events, whether or not it is running. */
export type CampaignSource =
  | { kind: 'signals'; campaign: SignalCampaign }
  | {
      kind: 'visits'
      clientId: string
      /** The client's other campaigns whose pixels report from the same site. */
      besides: readonly { id: string; name: string }[]
    }

const pixelModules = modules.filter((module) => findModule(module)?.events.source === 'visits')

export async function readEventSource(tx: Tx, agencyId: string, id: string): Promise<CampaignSource> {
  const campaign = await readCampaign(tx, agencyId, id)
  if (!campaign) throw notFound()
  const { rootId, clientId, timeZone, siteHosts } = campaign
  const criteria = criteriaOf(campaign.module, campaign.moduleSettings)
  if (criteria) return { kind: 'signals', campaign: { rootId, agencyId, clientId, id, timeZone, criteria } }
  const { rows } = await tx.query<{ id: string; name: string }>(
    `select id, name from campaign
      where agency_id = $1 and client_id = $2 and id <> $3 and removed_at is null and site_hosts && $4 and module = any($5)
      order by id`,
    [agencyId, clientId, id, siteHosts, pixelModules],
  )
  return { kind: 'visits', clientId, besides: rows }
}
