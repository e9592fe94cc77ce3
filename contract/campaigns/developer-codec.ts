import type { z } from 'zod'
import type { BodyOf } from '../core/operation.ts'
import type { CampaignDetail, campaignChange, campaignCreation } from './campaign.ts'
import type {
  createDeveloperCampaign,
  DeveloperCampaignDetail,
  setDeveloperCampaignLimit,
} from './developer-campaigns.ts'

// Campaigns of the developer API in the spelling of the product's own calls, and back.

export const writeCreation = (body: BodyOf<typeof createDeveloperCampaign>): z.output<typeof campaignCreation> => ({
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
})

export const writeLimit = (
  id: string,
  body: BodyOf<typeof setDeveloperCampaignLimit>,
): z.output<typeof campaignChange> => ({
  leadspeek_api_id: id,
  LimitLead: body.limit_leads ?? 0,
  LimitLeadFreq: body.limit_period,
})

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

/** What the developer API calls a field that a refusal names. */
export const developerFieldOf = (name: string): string => fieldNames[name] ?? name

export const readDetail = (campaign: CampaignDetail): DeveloperCampaignDetail => ({
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
  blockers: campaign.blockers.map(({ field, message }) => ({ field: developerFieldOf(field), message })),
})
