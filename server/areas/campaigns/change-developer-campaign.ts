import type { CampaignDetail } from '#contract/campaigns/campaign.ts'
import type {
  createDeveloperCampaign,
  DeveloperCampaignDetail,
  getDeveloperCampaign,
  setDeveloperCampaignLimit,
  setDeveloperCampaignStatus,
} from '#contract/campaigns/developer-campaigns.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { createCampaign } from './create-campaign.ts'
import { openCampaign } from './open-campaign.ts'
import { setCampaignActive } from './set-campaign-status.ts'
import { updateCampaign } from './update-campaign.ts'

// Campaigns by the developer API: the use cases of the product's own calls, in the developer API's words.

export const handleGetDeveloperCampaign: Handler<typeof getDeveloperCampaign> = async ({ params }, call) =>
  present(await openCampaign(params.id, call))

export const handleCreateDeveloperCampaign: Handler<typeof createDeveloperCampaign> = ({ body }, call) =>
  inOwnWords(() =>
    createCampaign(
      {
        params: {},
        query: {},
        body: {
          companyID: body.client_id,
          campaignName: body.name,
          leadspeekType: body.module,
          urlCode: body.site_url,
          timezone: body.time_zone,
          startdatecampaign: body.start_date,
          enddatecampaign: body.end_date === null ? '' : body.end_date,
          LimitLead: body.limit_leads === null ? 0 : body.limit_leads,
          LimitLeadFreq: body.limit_period,
          reportSentTo: body.report_recipients?.join('\n'),
          keyword: body.keywords?.join('\n'),
        },
      },
      call,
    ),
  )

export const handleSetDeveloperCampaignStatus: Handler<typeof setDeveloperCampaignStatus> = ({ params, body }, call) =>
  inOwnWords(() => setCampaignActive(params.id, body.status, call))

export const handleSetDeveloperCampaignLimit: Handler<typeof setDeveloperCampaignLimit> = ({ params, body }, call) =>
  inOwnWords(() =>
    updateCampaign(
      { leadspeek_api_id: params.id, LimitLead: body.limit_leads ?? 0, LimitLeadFreq: body.limit_period },
      call,
    ),
  )

/** What the product's own calls call a field, and the developer API. */
const fieldNames: Readonly<Record<string, string>> = {
  companyID: 'client_id',
  campaignName: 'name',
  leadspeekType: 'module',
  urlCode: 'site_url',
  timezone: 'time_zone',
  startdatecampaign: 'start_date',
  enddatecampaign: 'end_date',
  LimitLead: 'limit_leads',
  LimitLeadFreq: 'limit_period',
  reportSentTo: 'report_recipients',
  keyword: 'keywords',
}
const fieldOf = (name: string): string => fieldNames[name] ?? name

async function inOwnWords(run: () => Promise<CampaignDetail>): Promise<DeveloperCampaignDetail> {
  try {
    return present(await run())
  } catch (thrown) {
    throw thrown instanceof Failure ? thrown.withFields(fieldOf) : thrown
  }
}

const present = (campaign: CampaignDetail): DeveloperCampaignDetail => ({
  id: campaign.leadspeek_api_id,
  client_id: campaign.company_id,
  name: campaign.campaignName,
  module: campaign.leadspeekType,
  status: campaign.status,
  site_url: campaign.urlCode,
  time_zone: campaign.timezone,
  start_date: campaign.startdatecampaign,
  end_date: campaign.enddatecampaign === '' ? null : campaign.enddatecampaign,
  limit_leads: campaign.LimitLead === 0 ? null : campaign.LimitLead,
  limit_period: campaign.LimitLeadFreq,
  created_at: campaign.created_at,
  updated_at: campaign.updated_at,
  pixel_key: campaign.pixel_key,
  blockers: campaign.blockers.map(({ field, message }) => ({ field: fieldOf(field), message })),
})
