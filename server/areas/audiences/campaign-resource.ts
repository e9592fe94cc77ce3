import { maxLinkedCampaigns, type getCampaignResource } from '#contract/audiences/organizations.ts'
import type { CampaignStatus } from '#contract/campaigns/campaign.ts'
import { notFound } from '#server/platform/failure.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { readOrganization } from './organizations.ts'

interface TiedLine {
  id: string
  name: string
  status: CampaignStatus
  ended: boolean
  leads: number
  allLeads: number
}

/** C090: the campaigns here that feed an external one, or a whole organization. Their lead counts are stored. */
export const handleCampaignResource: Handler<typeof getCampaignResource> = async ({ params }, call) => {
  const agencyId = call.object!.agencyId!
  return call.inScope(async (tx) => {
    const organization = await readOrganization(tx, agencyId, params.org)
    const externalId = params.campaign === 'all' ? null : params.campaign
    const campaign = organization?.campaigns.find((one) => one.externalCampaignId === externalId)
    if (!organization || (externalId !== null && !campaign)) throw notFound()
    const { rows } = await tx.query<TiedLine>(
      `select campaign.id, campaign.name, campaign.status,
         campaign.status in ('active', 'pause')
           and coalesce(campaign.end_date < ($4::timestamptz at time zone campaign.time_zone)::date, false) as ended, coalesce(made.leads, 0) as leads,
         coalesce(sum(made.leads) over (), 0)::integer as "allLeads"
       from campaign left join lead_count made on made.agency_id = campaign.agency_id and made.of_id = campaign.id
         and made.grain = 'ever' and made.start_at = 'epoch'
       where campaign.agency_id = $1 and campaign.marketing_organization_id = $2 and ($3::uuid is null or campaign.marketing_campaign_id = $3)
         and campaign.removed_at is null
       order by campaign.name, campaign.id limit ${maxLinkedCampaigns}`,
      [agencyId, params.org, externalId, dateOf(call.platform.clock.now())],
    )
    return {
      result: 'success' as const,
      message: '',
      data: {
        organization,
        campaign: campaign ?? null,
        campaigns: rows.map((row) => ({
          campaignId: row.id,
          campaignName: row.name,
          status: row.status,
          ended: row.ended,
          leads: row.leads,
        })),
        leads: rows[0]?.allLeads ?? 0,
      },
    }
  })
}
