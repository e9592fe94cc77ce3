import { z } from 'zod'
import type { Access, PermissionFlag } from '../core/access.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { sentences } from '../core/sentences.ts'
import type { Plain } from '../core/wire-names.ts'
import { doneAnswer, doneWith, flag, instant } from '../core/wire.ts'

/** The owner of a list. Visits are checked in this order. */
export const exclusionLevels = ['root', 'agency', 'client', 'campaign'] as const
export type ExclusionLevel = (typeof exclusionLevels)[number]

/** Polling interval for progress (K059). */
export const pollEvery_ms = 2_000
/** How long the last change of a list can be undone. */
export const undoFor_ms = 24 * 3_600_000

export const defaultGraceDays = 3
export const maxGraceDays = 30

/** T133. */
export const submittedText = 'Your Suppression file has been Submitted, Thank you!'

const rowCount = z.int().min(0)

const job = z.object({
  id,
  filename: z.string(),
  percentage: z.int().min(0).max(100),
  current_row: rowCount,
  total_row: rowCount,
})
export type ExclusionJob = z.output<typeof job>

const jobs = { jobProgress: z.array(job), jobDone: z.array(job) }

const change = z.object({
  id,
  kind: z.enum(['upload', 'purge']),
  filename: z.string().meta({ description: 'File name of an upload; empty for a purge.' }),
  total_row: rowCount,
  addresses: rowCount.meta({ description: 'Number of addresses added to the list or purged from it.' }),
  credited_leads: rowCount,
  credited_retail: z.number().meta({ description: 'In dollars.' }),
  created_at: instant,
  done_at: instant.nullable().meta({ description: 'When it took effect.' }),
  undone_at: instant.nullable(),
  can_undo: flag,
})
export type ExclusionChange = Plain<z.output<typeof change>>

const list = z.object({
  level: z.enum(exclusionLevels),
  name: z.string().meta({ description: 'Name of the company or the campaign that the list belongs to.' }),
  addresses: rowCount,
  grace_days: rowCount.meta({
    description: 'A lead is credited if its address is excluded within this many days after it.',
  }),
  ...jobs,
  changes: z.array(change).meta({ description: 'The page’s changes, newest first; 20 a page.' }),
  last_page: z.int().min(1).meta({ description: 'Number of pages of changes.' }),
})
export type ExclusionList = Plain<z.output<typeof list>>

/** The list of the caller's own company. Administrators need a flag of the settings menu. */
const ownCompany = (flagName: PermissionFlag): Access => ({
  rootSystem: { reach: ['own'] },
  rootAdmin: { reach: ['own'], permission: `settings.${flagName}` },
  agencyOwner: { reach: ['own'] },
  administrator: { reach: ['own'], permission: `settings.${flagName}` },
  client: { reach: ['own'] },
})
const ofCampaign = (flagName: PermissionFlag): Access => ({
  agencyOwner: { reach: ['below'] },
  administrator: { reach: ['below'], permission: `campaign.${flagName}` },
  client: { reach: ['own'] },
})
const operator = (flagName: PermissionFlag): Access => ({
  rootSystem: { reach: ['own'] },
  rootAdmin: { reach: ['own'], permission: `settings.${flagName}` },
})

const uploadRules = {
  method: 'POST',
  answer: doneWith(z.object({ id })),
  errors: ['invalid', 'too_large'],
  limits: [{ count: 120, perSeconds: 3_600, by: 'company', as: 'uploadExclusions' }],
  oneAtATime: true,
  transport: 'multipart',
} as const

const companyId = { companyId: id }
const campaignId = { campaignId: id }
const ofCompanyInPath = { kind: 'company', in: 'params', key: 'companyId' } as const
const ofCampaignInPath = { kind: 'campaign', in: 'params', key: 'campaignId' } as const

export const uploadClientExclusions = operation({
  id: 'C038',
  name: 'uploadClientExclusions',
  area: 'exclusions',
  path: '/tools/optout/client/upload',
  summary:
    'Adds the addresses of a CSV file to the client’s exclusion list: one email address or MD5 hash per line, up to 10,000.',
  form: z.strictObject({ clientoptoutfile: z.file(), ClientCompanyID: id, campaigntype: z.literal('client') }),
  access: { client: { reach: ['own'] } },
  ...uploadRules,
})

export const uploadAgencyExclusions = operation({
  id: 'own',
  name: 'uploadAgencyExclusions',
  area: 'exclusions',
  path: '/tools/optout/agency/upload',
  summary: 'Adds the addresses of a CSV file to the agency’s exclusion list, which applies to all its clients.',
  form: z.strictObject({ agencyoptoutfile: z.file(), companyID: id }),
  access: {
    agencyOwner: { reach: ['own'] },
    administrator: { reach: ['own'], permission: 'settings.create' },
  },
  ...uploadRules,
})

export const uploadRootExclusions = operation({
  id: 'X008',
  name: 'uploadRootExclusions',
  area: 'exclusions',
  path: '/tools/optout/upload',
  summary: 'Adds the addresses of a CSV file to the operator’s exclusion list, which applies to everyone below it.',
  form: z.strictObject({ optoutfile: z.file(), companyRootId: id }),
  access: operator('create'),
  ...uploadRules,
})

export const uploadCampaignExclusions = operation({
  id: 'own',
  name: 'uploadCampaignExclusions',
  area: 'exclusions',
  path: '/tools/optout/campaign/{campaignId}/upload',
  summary: 'Adds the addresses of a CSV file to the exclusion list of one campaign.',
  params: z.strictObject(campaignId),
  form: z.strictObject({ campaignoptoutfile: z.file() }),
  access: ofCampaign('update'),
  object: ofCampaignInPath,
  ...uploadRules,
})

export const readExclusionProgress = operation({
  id: 'C039',
  name: 'readExclusionProgress',
  area: 'exclusions',
  method: 'GET',
  path: '/leadspeek/suppressionlist/progress',
  summary: 'Reads the progress of uploads to a company’s exclusion list, and the latest completed ones.',
  query: z.strictObject({ companyId: id, campaignType: z.enum(['client', 'agency', 'root']) }),
  answer: z.object({ result: z.literal('success'), data: z.object(jobs) }),
  errors: ['invalid'],
  access: ownCompany('enable'),
  object: { kind: 'company', in: 'query', key: 'companyId' },
})

/** Title and text of the dialog after a purge (R258). */
const purgeAnswer = z.object({ result: z.enum(['success', 'failed']), title: z.string(), msg: z.string() })

export const purgeExclusions = operation({
  id: 'C040',
  name: 'purgeExclusions',
  area: 'exclusions',
  method: 'DELETE',
  path: '/leadspeek/suppressionlist/purge/{id}/{campaignType}',
  summary: 'Removes every address from the exclusion list of a client or an agency. Can be undone for 24 hours.',
  params: z.strictObject({ id, campaignType: z.enum(['client', 'agency']) }),
  answer: purgeAnswer,
  errors: ['invalid'],
  access: {
    agencyOwner: { reach: ['own'] },
    administrator: { reach: ['own'], permission: 'settings.delete' },
    client: { reach: ['own'] },
  },
  object: { kind: 'company', in: 'params', key: 'id' },
})

export const purgeRootExclusions = operation({
  id: 'C041',
  name: 'purgeRootExclusions',
  area: 'exclusions',
  method: 'DELETE',
  path: '/tools/optout/purge/{companyRootId}',
  summary: 'Removes every address from the operator’s exclusion list. Can be undone for 24 hours.',
  params: z.strictObject({ companyRootId: id }),
  answer: purgeAnswer,
  access: operator('delete'),
  object: { kind: 'company', in: 'params', key: 'companyRootId' },
})

export const purgeCampaignExclusions = operation({
  id: 'own',
  name: 'purgeCampaignExclusions',
  area: 'exclusions',
  method: 'DELETE',
  path: '/tools/optout/campaign/{campaignId}/purge',
  summary: 'Removes every address from the exclusion list of a campaign. Can be undone for 24 hours.',
  params: z.strictObject(campaignId),
  answer: purgeAnswer,
  access: ofCampaign('delete'),
  object: ofCampaignInPath,
})

const readList = {
  method: 'GET',
  query: pageQuery.pick({ Page: true }),
  answer: z.object({ result: z.literal('success'), data: list }),
} as const

export const readCompanyExclusions = operation({
  id: 'own',
  name: 'readCompanyExclusions',
  area: 'exclusions',
  path: '/exclusion/company/{companyId}',
  summary: 'Reads the exclusion list of a company: its number of addresses, its changes, and its credit rule.',
  params: z.strictObject(companyId),
  access: ownCompany('enable'),
  object: ofCompanyInPath,
  ...readList,
})

export const readCampaignExclusions = operation({
  id: 'own',
  name: 'readCampaignExclusions',
  area: 'exclusions',
  path: '/exclusion/campaign/{campaignId}',
  summary: 'Reads the exclusion list of a campaign, with the same fields as that of a company.',
  params: z.strictObject(campaignId),
  access: ofCampaign('enable'),
  object: ofCampaignInPath,
  ...readList,
})

const undo = {
  method: 'POST',
  body: z.strictObject({ change_id: id }),
  answer: doneAnswer,
  errors: ['conflict'],
} as const

export const undoCompanyExclusions = operation({
  id: 'own',
  name: 'undoCompanyExclusions',
  area: 'exclusions',
  path: '/exclusion/company/{companyId}/undo',
  summary: 'Undoes the last upload or purge of a company’s exclusion list within 24 hours. Its credits are reversed.',
  params: z.strictObject(companyId),
  access: ownCompany('update'),
  object: ofCompanyInPath,
  ...undo,
})

export const undoCampaignExclusions = operation({
  id: 'own',
  name: 'undoCampaignExclusions',
  area: 'exclusions',
  path: '/exclusion/campaign/{campaignId}/undo',
  summary: 'Undoes the last upload or purge of a campaign’s exclusion list within 24 hours.',
  params: z.strictObject(campaignId),
  access: ofCampaign('update'),
  object: ofCampaignInPath,
  ...undo,
})

export const saveExclusionRule = operation({
  id: 'own',
  name: 'saveExclusionRule',
  area: 'exclusions',
  method: 'PUT',
  path: '/exclusion/rule',
  summary:
    'Sets for how many days after a lead its price is credited, to client and agency, if its address is excluded; 0 for never.',
  body: z.strictObject({ grace_days: z.int(sentences.wholeNumber).min(0).max(maxGraceDays) }),
  answer: doneAnswer,
  access: operator('update'),
})

const credits = z.object({
  id,
  level: z.enum(exclusionLevels),
  list_name: z.string(),
  filename: z.string(),
  leads: rowCount,
  retail: z.number().meta({ description: 'In dollars: credited to the client.' }),
  wholesale: z.number().meta({ description: 'In dollars: credited to the agency.' }),
  created_at: instant,
  undone_at: instant.nullable(),
})
export type ExclusionCredits = z.output<typeof credits>

export const listExclusionCredits = operation({
  id: 'own',
  name: 'listExclusionCredits',
  area: 'exclusions',
  method: 'GET',
  path: '/exclusion/credits/{companyId}',
  summary: 'Lists uploads of an agency and its clients that led to credits, newest first.',
  params: z.strictObject(companyId),
  query: pageQuery,
  answer: pageOf(credits),
  access: {
    agencyOwner: { reach: ['own'] },
    administrator: { reach: ['own'], permission: 'settings.enable' },
  },
  object: ofCompanyInPath,
})
