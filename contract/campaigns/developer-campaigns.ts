import { z } from 'zod'
import {
  byDeveloper,
  developerLimits,
  developerList,
  developerPage,
  developerPageOf,
  developerWrite,
} from '../core/developer-list.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { instant, line, localDate } from '../core/wire.ts'
import { limitFrequencies, limitLead, monthCap_cents, maxReportRecipients } from './campaign.ts'
import { timeZone } from '../core/time-zone.ts'
import { email } from '../sign-in/session.ts'
import { siteUrl } from './site-url.ts'
import { alertShares, maxAlert_cents } from './spend-alerts.ts'
import { keywordList } from './keywords.ts'
import { modules, moduleType } from './modules.ts'

const statuses = ['draft', 'active', 'pause', 'stop', 'archived'] as const

/** Maximum leads in a period. */
const limit = {
  limit_leads: limitLead.meta({ description: 'Maximum leads per period.' }),
  limit_period: z.enum(limitFrequencies).meta({ description: '`max` is the whole lifetime of the campaign.' }),
}

const month_cap_cents = monthCap_cents.nullable().meta({
  description:
    'The maximum its leads may cost the client in a calendar month of its time zone, in US cents; null: no cap.',
})

/** Who gets emails about a month's spend (decision 120). */
const alerts = {
  alert_shares: alertShares.meta({
    description:
      'Sends a notification at these shares of `month_cap_cents`, in percent, once a month each; empty: never.',
  }),
  alert_cents: z.int().min(1).max(maxAlert_cents).nullable().meta({
    description:
      'Sends a notification once a month when its leads have cost this much, in US cents; nothing stops. Null: never.',
  }),
  alert_payer: z.boolean().meta({ description: 'Whether the client is also notified.' }),
}
const alertsLeftOut = {
  alert_shares: alerts.alert_shares.optional(),
  alert_cents: alerts.alert_cents.optional(),
  alert_payer: alerts.alert_payer.optional(),
}

const developerCampaign = z.object({
  id,
  client_id: id,
  name: z.string(),
  module: z.enum(modules),
  status: z.enum(statuses),
  site_url: z.string(),
  time_zone: z.string(),
  start_date: z.string(),
  end_date: z.string().nullable(),
  ...limit,
  month_cap_cents,
  ...alerts,
  created_at: instant,
  updated_at: instant,
})
export type DeveloperCampaign = z.output<typeof developerCampaign>

const developerCampaignDetail = developerCampaign.extend({
  pixel_key: z.string(),
  blockers: z
    .array(z.object({ field: z.string(), message: z.string() }))
    .meta({ description: 'What still blocks the campaign from starting.' }),
})
export type DeveloperCampaignDetail = z.output<typeof developerCampaignDetail>

export const listDeveloperCampaigns = operation({
  id: 'own',
  name: 'listDeveloperCampaigns',
  area: 'campaigns',
  ...developerList,
  path: '/v1/developer/campaigns',
  summary: 'Lists campaigns of an agency or a client, newest first. Removed ones are absent.',
  query: z.strictObject({ ...developerPage, status: z.enum(statuses).optional() }),
  answer: developerPageOf(developerCampaign),
  scope: 'campaigns:read',
})

const inPath = { kind: 'campaign', in: 'params', key: 'id' } as const

export const getDeveloperCampaign = operation({
  id: 'own',
  name: 'getDeveloperCampaign',
  area: 'campaigns',
  method: 'GET',
  path: '/v1/developer/campaigns/{id}',
  summary: 'Reads one campaign, with its pixel and what still blocks it from starting.',
  params: z.strictObject({ id }),
  answer: developerCampaignDetail,
  access: byDeveloper,
  object: inPath,
  limits: developerLimits,
  style: 'developer',
  scope: 'campaigns:read',
})

export const createDeveloperCampaign = operation({
  id: 'own',
  name: 'createDeveloperCampaign',
  area: 'campaigns',
  method: 'POST',
  path: '/v1/developer/campaigns',
  summary:
    'Creates a campaign for a client as a draft. Omitted fields get the defaults of a new campaign of this client.',
  body: z.strictObject({
    client_id: id,
    name: line(255),
    module: moduleType,
    site_url: siteUrl.optional(),
    time_zone: timeZone.optional(),
    start_date: localDate.optional(),
    end_date: localDate.nullable().optional().meta({ description: 'Last day; null: no end.' }),
    limit_leads: limit.limit_leads.optional(),
    limit_period: limit.limit_period.optional(),
    month_cap_cents: month_cap_cents.optional(),
    ...alertsLeftOut,
    report_recipients: z.array(email).max(maxReportRecipients).optional(),
    keywords: keywordList.optional().meta({ description: 'Of Search ID campaigns: what people search for.' }),
  }),
  answer: developerCampaignDetail,
  status: 201,
  ...developerWrite,
  object: { kind: 'company', in: 'body', key: 'client_id' },
  scope: 'campaigns:write',
})

export const setDeveloperCampaignStatus = operation({
  id: 'own',
  name: 'setDeveloperCampaignStatus',
  area: 'campaigns',
  method: 'PUT',
  path: '/v1/developer/campaigns/{id}/status',
  summary: 'Starts or pauses a campaign. Starting returns 422 with every blocker while something is missing.',
  params: z.strictObject({ id }),
  body: z.strictObject({ status: z.enum(['active', 'pause']) }),
  answer: developerCampaignDetail,
  errors: ['conflict'],
  ...developerWrite,
  object: inPath,
  scope: 'campaigns:write',
})

export const setDeveloperCampaignLimit = operation({
  id: 'own',
  name: 'setDeveloperCampaignLimit',
  area: 'campaigns',
  method: 'PUT',
  path: '/v1/developer/campaigns/{id}/limit',
  summary: 'Sets a campaign’s lead limit, its monthly spend cap, and who is notified. Omitted fields stay unchanged.',
  params: z.strictObject({ id }),
  body: z.strictObject({ ...limit, month_cap_cents: month_cap_cents.optional(), ...alertsLeftOut }),
  answer: developerCampaignDetail,
  errors: ['conflict'],
  ...developerWrite,
  object: inPath,
  scope: 'campaigns:write',
})
