import { z } from 'zod'
import type { Access } from '../core/access.ts'
import { id, idOrAll } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { groupSegment } from '../companies/groups.ts'
import { doneAnswer, doneWith, flag, searchText, unusedSegment } from '../core/wire.ts'
import { campaignChange, campaignCreation, campaignDetail, campaignRow, campaignStatuses } from './campaign.ts'
import { moduleFilter, modules, moduleType } from './modules.ts'
import { campaignReaders } from './readers.ts'

/** Clients only if their agency allows it (OQ-12), which the use case checks. */
const writing = (flagName: 'create' | 'update' | 'delete'): Access => ({
  agencyOwner: { reach: ['below'] },
  administrator: { reach: ['below'], permission: `campaign.${flagName}` },
  client: { reach: ['own'] },
})

const inBody = { kind: 'campaign', in: 'body', key: 'leadspeek_api_id' } as const

const campaignSortKeys = ['campaignName', 'created_at'] as const

export const listCampaigns = operation({
  id: 'C080',
  name: 'listCampaigns',
  area: 'campaigns',
  method: 'GET',
  path: '/leadspeek/client/{group}/{type}/{companyID}/{clientID}/{sort}/{order}/{search}',
  summary: 'Lists campaigns of one client, or of all clients of an agency. Archived ones are included only on request.',
  params: z.strictObject({
    group: groupSegment.meta({ description: 'Only campaigns of clients in this group.' }),
    type: moduleFilter,
    companyID: id,
    clientID: idOrAll,
    sort: z.enum(['', 'all', 'none', ...campaignSortKeys]).default('all'),
    order: z.enum(['', 'all', 'none', 'asc', 'desc']).default('all'),
    search: searchText,
  }),
  query: pageQuery.extend({
    view: unusedSegment,
    CampaignStatus: z
      .enum(['', 'all', 'ended', ...campaignStatuses])
      .default('all')
      .meta({ description: '`active` and `pause` exclude campaigns whose last day has passed, which are `ended`.' }),
  }),
  answer: pageOf(campaignRow),
  access: campaignReaders,
  object: { kind: 'company', in: 'params', key: 'companyID' },
})

export const getCampaign = operation({
  id: 'C089',
  name: 'getCampaign',
  area: 'campaigns',
  method: 'GET',
  path: '/leadspeek/getcampaign/{id}',
  summary: 'Reads one campaign with all its settings.',
  params: z.strictObject({ id }),
  answer: doneWith(campaignDetail),
  access: campaignReaders,
  object: { kind: 'campaign', in: 'params', key: 'id' },
})

export const createCampaign = operation({
  id: 'C081',
  name: 'createCampaign',
  area: 'campaigns',
  method: 'POST',
  path: '/leadspeek/client/create',
  summary: 'Creates a campaign as a draft, with its own pixel key.',
  body: campaignCreation,
  answer: doneWith(campaignDetail),
  access: writing('create'),
  object: { kind: 'company', in: 'body', key: 'companyID' },
})

export const readNewCampaign = operation({
  id: 'own',
  name: 'readNewCampaign',
  area: 'campaigns',
  method: 'GET',
  path: '/leadspeek/newcampaign/{companyID}/{leadspeekType}',
  summary: 'Reads the defaults for a client’s new campaign: site, limit, days and price.',
  params: z.strictObject({ companyID: id, leadspeekType: moduleType }),
  answer: doneWith(
    campaignDetail.pick({
      urlCode: true,
      LimitLead: true,
      LimitLeadFreq: true,
      startdatecampaign: true,
      enddatecampaign: true,
      timezone: true,
      CostSet: true,
      CostSetAdvanced: true,
      priceMinimum: true,
      priceMaximum: true,
      notify_choices: true,
      questions: true,
    }),
  ),
  access: writing('create'),
  object: { kind: 'company', in: 'params', key: 'companyID' },
})

export const updateCampaign = operation({
  id: 'C082',
  name: 'updateCampaign',
  area: 'campaigns',
  method: 'PUT',
  path: '/leadspeek/client/update',
  summary: 'Updates a campaign. Omitted fields stay unchanged.',
  body: campaignChange,
  answer: doneWith(campaignDetail),
  errors: ['conflict'],
  access: writing('update'),
  object: inBody,
})

export const updateLocalCampaign = operation({
  id: 'C083',
  name: 'updateLocalCampaign',
  area: 'campaigns',
  method: 'PUT',
  path: '/leadspeek/client/local/update',
  summary: 'Updates a Site ID campaign. Omitted fields stay unchanged.',
  body: campaignChange,
  answer: doneWith(campaignDetail),
  errors: ['conflict'],
  access: writing('update'),
  object: inBody,
})

export const updateLocatorCampaign = operation({
  id: 'C084',
  name: 'updateLocatorCampaign',
  area: 'campaigns',
  method: 'PUT',
  path: '/leadspeek/client/locator/update',
  summary: 'Updates a Search ID campaign. Omitted fields stay unchanged.',
  body: campaignChange,
  answer: doneWith(campaignDetail),
  errors: ['conflict'],
  access: writing('update'),
  object: inBody,
})

export const updateEnhanceCampaign = operation({
  id: 'own',
  name: 'updateEnhanceCampaign',
  area: 'campaigns',
  method: 'PUT',
  path: '/leadspeek/client/enhance/update',
  summary: 'Updates an Enhance ID campaign. Omitted fields stay unchanged.',
  body: campaignChange,
  answer: doneWith(campaignDetail),
  errors: ['conflict'],
  access: writing('update'),
  object: inBody,
})

export const updateB2bCampaign = operation({
  id: 'own',
  name: 'updateB2bCampaign',
  area: 'campaigns',
  method: 'PUT',
  path: '/leadspeek/client/b2b/update',
  summary: 'Updates a B2B ID campaign. Omitted fields stay unchanged.',
  body: campaignChange,
  answer: doneWith(campaignDetail),
  errors: ['conflict'],
  access: writing('update'),
  object: inBody,
})

export const setCampaignActive = operation({
  id: 'C085',
  name: 'setCampaignActive',
  area: 'campaigns',
  method: 'PUT',
  path: '/leadspeek/client/activepause',
  summary: 'Starts or pauses a campaign. Starting returns 422 with every blocker while something is missing.',
  body: z.strictObject({ leadspeek_api_id: id, status: z.enum(['active', 'pause']) }),
  answer: doneWith(campaignDetail),
  access: writing('update'),
  object: inBody,
})

export const removeCampaign = operation({
  id: 'C086',
  name: 'removeCampaign',
  area: 'campaigns',
  method: 'PUT',
  path: '/leadspeek/client/remove',
  summary: 'Removes a campaign permanently: its pixel stops, its leads stay. An active one must be paused first.',
  body: z.strictObject({ leadspeek_api_id: id }),
  answer: doneAnswer,
  errors: ['conflict'],
  access: writing('delete'),
  object: inBody,
})

export const archiveCampaign = operation({
  id: 'C087',
  name: 'archiveCampaign',
  area: 'campaigns',
  method: 'PUT',
  path: '/leadspeek/client/archive',
  summary: 'Archives a campaign, or unarchives it as paused. An active one must be paused first.',
  body: z.strictObject({ leadspeek_api_id: id, archived: flag }),
  answer: doneWith(campaignDetail),
  errors: ['conflict'],
  access: writing('update'),
  object: inBody,
})

export const checkCampaignActive = operation({
  id: 'C091',
  name: 'checkCampaignActive',
  area: 'campaigns',
  method: 'POST',
  path: '/leadspeek/check-campaign-active',
  summary: 'Lists the active campaigns of an agency’s clients or of one client, by module (R230), up to 100.',
  body: z.strictObject({
    companyID: id,
    leadspeekType: z.enum(['', 'all', ...modules]).default('all'),
    /** The type of company that is named. */
    userType: z.enum(['', 'agency', 'userdownline', 'client']).default(''),
  }),
  answer: z.object({
    result: z.literal('success'),
    message: z.string(),
    active_campaign_id: z.array(id),
    data: z.array(z.object({ leadspeek_api_id: id, campaignName: z.string(), leadspeekType: z.enum(modules) })),
  }),
  access: campaignReaders,
  object: { kind: 'company', in: 'body', key: 'companyID' },
})
