import type { z } from 'zod'
import type { BodyOf } from '../core/operation.ts'
import type { Plain } from '../core/wire-names.ts'
import type { CampaignDetail, campaignChange, campaignCreation } from './campaign.ts'
import { plainFieldOf, wireFieldOf } from './field-names.ts'
import type {
  createDeveloperCampaign,
  DeveloperCampaignDetail,
  setDeveloperCampaignLimit,
} from './developer-campaigns.ts'

// Converts campaigns between the developer API's names and those of the product's own calls.

const writeAlerts = ({
  alert_shares,
  alert_cents,
  alert_payer,
}: Pick<BodyOf<typeof setDeveloperCampaignLimit>, 'alert_shares' | 'alert_cents' | 'alert_payer'>) => ({
  alert_shares,
  alert_cents: alert_cents === null ? 0 : alert_cents,
  alert_payer,
})

export const writeCreation = (
  body: BodyOf<typeof createDeveloperCampaign>,
): Plain<z.output<typeof campaignCreation>> => ({
  companyId: body.client_id,
  campaignName: body.name,
  module: body.module,
  siteUrl: body.site_url,
  timezone: body.time_zone,
  startDate: body.start_date,
  endDate: body.end_date === null ? '' : body.end_date,
  leadLimit: body.limit_leads,
  limitPeriod: body.limit_period,
  month_cap_cents: body.month_cap_cents === null ? 0 : body.month_cap_cents,
  ...writeAlerts(body),
  reportSentTo: body.report_recipients?.join('\n'),
  keyword: body.keywords?.join('\n'),
})

export const writeLimit = (
  id: string,
  body: BodyOf<typeof setDeveloperCampaignLimit>,
): Plain<z.output<typeof campaignChange>> => ({
  campaignId: id,
  leadLimit: body.limit_leads,
  limitPeriod: body.limit_period,
  month_cap_cents: body.month_cap_cents === null ? 0 : body.month_cap_cents,
  ...writeAlerts(body),
})

const fieldNames: Readonly<Record<string, string>> = {
  companyId: 'client_id',
  campaignName: 'name',
  module: 'module',
  siteUrl: 'site_url',
  timezone: 'time_zone',
  startDate: 'start_date',
  endDate: 'end_date',
  leadLimit: 'limit_leads',
  limitPeriod: 'limit_period',
  reportSentTo: 'report_recipients',
  keyword: 'keywords',
}

/** The developer API's name of a field that an error refers to. */
export const developerFieldOf = (name: string): string => fieldNames[plainFieldOf(name)] ?? wireFieldOf(name)

const fieldsOfCreation: ReadonlySet<string> = new Set([
  ...Object.values(fieldNames),
  'month_cap_cents',
  'alert_shares',
  'alert_cents',
  'alert_payer',
])

/** The same for a new campaign: fields its module also requires do not exist there, so the error names the module. */
export const developerFieldOfCreation = (name: string): string => {
  const field = developerFieldOf(name)
  return fieldsOfCreation.has(field) ? field : 'module'
}

export const readDetail = (campaign: CampaignDetail): DeveloperCampaignDetail => ({
  id: campaign.campaignId,
  client_id: campaign.company_id,
  name: campaign.campaignName,
  module: campaign.module,
  status: campaign.status,
  site_url: campaign.siteUrl,
  time_zone: campaign.timezone,
  start_date: campaign.startDate,
  end_date: campaign.endDate === '' ? null : campaign.endDate,
  limit_leads: campaign.leadLimit,
  limit_period: campaign.limitPeriod,
  month_cap_cents: campaign.month_cap_cents === 0 ? null : campaign.month_cap_cents,
  alert_shares: campaign.alert_shares,
  alert_cents: campaign.alert_cents === 0 ? null : campaign.alert_cents,
  alert_payer: campaign.alert_payer,
  created_at: campaign.created_at,
  updated_at: campaign.updated_at,
  pixel_key: campaign.pixel_key,
  blockers: campaign.blockers.map(({ field, message }) => ({ field: developerFieldOf(field), message })),
})
