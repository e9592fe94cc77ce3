import { z } from 'zod'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { doneWith, line } from '../core/wire.ts'
import { connecting } from './connections.ts'
import { choice, serviceSlug } from './services.ts'

// The options at services, and what a campaign has chosen. The documents name calls for single services; what they name for none
// is listed by `listServiceChoices`, which screens use for all.

const company = { kind: 'company', in: 'params', key: 'company' } as const
const campaign = { kind: 'campaign', in: 'params', key: 'campaign' } as const
const reading = { area: 'integrations', method: 'GET', access: connecting } as const
const companyParams = z.strictObject({ company: id })
const campaignParams = z.strictObject({ campaign: id })
const choices = z.object({ data: z.array(choice) })
const listsAndTags = z.object({ data: z.object({ lists: z.array(choice), tags: z.array(choice) }) })
const words = z.object({ data: z.array(z.string()) })

export const listServiceChoices = operation({
  ...reading,
  id: 'own',
  name: 'listServiceChoices',
  path: '/integration/choices/{company}/{slug}',
  summary:
    'Lists everything that campaigns can choose in a company’s account at any service. Empty until it is connected.',
  params: z.strictObject({ company: id, slug: serviceSlug }),
  answer: z.object({ data: z.object({ lists: z.array(choice), tags: z.array(choice), groups: z.array(choice) }) }),
  errors: ['conflict'],
  object: company,
})

export const getCampaignTags = operation({
  ...reading,
  id: 'C155',
  name: 'getCampaignTags',
  path: '/getcampaigntags/{id}',
  summary: 'Lists the tags sent to Zapier with a campaign’s leads.',
  params: z.strictObject({ id: id.meta({ description: 'The campaign.' }) }),
  answer: words,
  object: { kind: 'campaign', in: 'params', key: 'id' },
})

export const getAgencyWebhook = operation({
  ...reading,
  id: 'C156',
  name: 'getAgencyWebhook',
  path: '/getagencywebhook/{id}',
  summary: 'Reads the default Zapier URL of a company’s campaigns, without its secret part; null for none.',
  params: z.strictObject({ id: id.meta({ description: 'An agency or one of its clients.' }) }),
  answer: z.object({ data: z.object({ account: z.string() }).nullable() }),
  object: { kind: 'company', in: 'params', key: 'id' },
})

export const getAgencyTags = operation({
  ...reading,
  id: 'C157',
  name: 'getAgencyTags',
  path: '/getagencytags/{id}',
  summary: 'Lists the default Zapier tags of a company’s campaigns.',
  params: z.strictObject({ id: id.meta({ description: 'An agency or one of its clients.' }) }),
  answer: words,
  object: { kind: 'company', in: 'params', key: 'id' },
})

export const listKartraChoices = operation({
  ...reading,
  id: 'C159',
  name: 'listKartraChoices',
  path: '/kartra/list/{company}',
  summary: 'Lists the lists and tags of a company’s Kartra account. Empty until it is connected.',
  params: companyParams,
  answer: listsAndTags,
  errors: ['conflict'],
  object: company,
})

export const getKartraListAndTag = operation({
  ...reading,
  id: 'C160',
  name: 'getKartraListAndTag',
  path: '/GetKartraListAndTag/{campaign}',
  summary: 'Reads the Kartra lists and tags chosen for a campaign.',
  params: campaignParams,
  answer: listsAndTags,
  object: campaign,
})

const companyAndCampaign = z.strictObject({
  company: id,
  campaign: z
    .union([z.literal('all'), id])
    .meta({ description: 'A campaign of the company; `all` for the company’s defaults.' }),
})

export const listCrmTags = operation({
  ...reading,
  id: 'C161',
  name: 'listCrmTags',
  path: '/crm/tags/{company}/{campaign}',
  summary: 'Lists the tags of a company’s HighLevel location. Empty until it is connected.',
  params: companyAndCampaign,
  answer: choices,
  errors: ['conflict'],
  object: company,
})

export const getCrmUserTags = operation({
  ...reading,
  id: 'C162',
  name: 'getCrmUserTags',
  path: '/crm/user-tags/{company}/{campaign}',
  summary: 'Reads the HighLevel tags chosen for a campaign or, without one, the defaults.',
  params: companyAndCampaign,
  answer: words,
  object: company,
})

const companyBody = { kind: 'company', in: 'body', key: 'company_id' } as const

export const generateCrmAuthUrl = operation({
  id: 'C163',
  name: 'generateCrmAuthUrl',
  area: 'integrations',
  method: 'POST',
  path: '/crm/generate-auth-url',
  summary:
    'Returns the URL where the owner of a HighLevel location grants access. HighLevel redirects to this host and session only.',
  body: z.strictObject({ company_id: id }),
  answer: doneWith(z.object({ url: z.string() })),
  access: connecting,
  object: companyBody,
  limits: [{ count: 30, perSeconds: 3600, by: 'user' }],
  logged: false,
})

export const disconnectCrm = operation({
  id: 'C164',
  name: 'disconnectCrm',
  area: 'integrations',
  method: 'POST',
  path: '/crm/disconnect',
  summary: 'Removes the access to a HighLevel location. Leads wait until it is connected again.',
  body: z.strictObject({ company_id: id }),
  answer: doneWith(z.object({ status: z.literal('disconnected') })),
  access: connecting,
  object: companyBody,
})

export const listMailboxGroups = operation({
  ...reading,
  id: 'C165',
  name: 'listMailboxGroups',
  path: '/mailbox/groups/{company}',
  summary: 'Lists the groups of a company’s Mailbox Power account. Empty until it is connected.',
  params: companyParams,
  answer: choices,
  errors: ['conflict'],
  object: company,
})

export const getMailboxUserGroups = operation({
  ...reading,
  id: 'C166',
  name: 'getMailboxUserGroups',
  path: '/mailbox/usergroups/{campaign}',
  summary: 'Reads the Mailbox Power groups chosen for a campaign.',
  params: campaignParams,
  answer: words,
  object: campaign,
})

export const listFunnelTags = operation({
  ...reading,
  id: 'C167',
  name: 'listFunnelTags',
  path: '/funnel-builder-v2/company-tags/{company}',
  summary: 'Lists the tags of a company’s ClickFunnels workspace. Empty until it is connected.',
  params: companyParams,
  answer: choices,
  errors: ['conflict'],
  object: company,
})

export const getFunnelCampaignTags = operation({
  ...reading,
  id: 'C168',
  name: 'getFunnelCampaignTags',
  path: '/funnel-builder-v2/campaign-tags/{campaign}',
  summary: 'Reads the ClickFunnels tags chosen for a campaign, by their IDs at ClickFunnels.',
  params: campaignParams,
  answer: words,
  object: campaign,
})

export const makeFunnelTags = operation({
  id: 'C169',
  name: 'makeFunnelTags',
  area: 'integrations',
  method: 'POST',
  path: '/funnel-builder-v2/tags',
  summary: 'Creates missing tags in a ClickFunnels workspace and, if a campaign is given, chooses them for it.',
  body: z.strictObject({
    company_id: id,
    campaign_id: id.optional(),
    tags: z.array(line(100)).min(1).max(20),
  }),
  answer: doneWith(z.array(choice)),
  errors: ['conflict'],
  access: connecting,
  object: companyBody,
  limits: [{ count: 30, perSeconds: 3600, by: 'user' }],
})
