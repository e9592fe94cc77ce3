import { z } from 'zod'
import type { Access } from '../core/access.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { doneWith, line } from '../core/wire.ts'
import { campaignDetail, moduleFieldNames, type CampaignFields } from './campaign.ts'

/** What a copy can take over from its campaign, by form section. Anything not copied starts with its default. */
export const copyParts = [
  'source',
  'places',
  'people',
  'days',
  'limit',
  'price',
  'reports',
  'notices',
  'link',
  'answers',
  'destinations',
  'exclusions',
] as const
export type CopyPart = (typeof copyParts)[number]

/** The fields that make up each part. */
export const fieldsOfPart: Readonly<Record<CopyPart, readonly (keyof CampaignFields)[]>> = {
  source: ['siteUrl', 'thankYouUrl', 'gtmInstalled', ...moduleFieldNames],
  places: ['isNational', 'locationTarget', 'state', 'zip'],
  people: [
    'requiresEmail',
    'requiresPhone',
    'requiresAddress',
    'reidentification',
    'reidentifiesAll',
    'include_audiences',
    'exclude_audiences',
  ],
  days: ['timezone', 'startDate', 'endDate', 'active_hours'],
  limit: ['leadLimit', 'limitPeriod', 'spread_evenly', 'month_cap_cents', 'alert_shares', 'alert_cents', 'alert_payer'],
  price: ['price', 'followsClientPrice'],
  reports: ['reportSentTo', 'reportEvery', 'hidesPhone'],
  notices: ['notifyUserIds', 'notifyAtLeads', 'hasMinimum', 'minimumLeads'],
  link: ['organizationId', 'externalCampaignId'],
  answers: ['answers'],
  // Stored outside the campaign.
  destinations: [],
  exclusions: [],
}

/** Clients only if their agency allows it (OQ-12), which the use case checks. */
const access: Access = {
  agencyOwner: { reach: ['below'] },
  administrator: { reach: ['below'], permission: 'campaign.create' },
  client: { reach: ['own'] },
}

export const copyCampaign = operation({
  id: 'own',
  name: 'copyCampaign',
  area: 'campaigns',
  method: 'POST',
  path: '/leadspeek/client/copy',
  summary:
    'Copies chosen parts of a campaign to a new draft of the same client and module. The copy gets its own pixel, and no leads or money.',
  body: z.strictObject({
    leadspeek_api_id: id,
    campaignName: line(255),
    parts: z.array(z.enum(copyParts)).max(copyParts.length),
  }),
  answer: doneWith(campaignDetail),
  access,
  object: { kind: 'campaign', in: 'body', key: 'leadspeek_api_id' },
})
