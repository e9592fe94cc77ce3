import { z } from 'zod'
import { developerLimits, developerPage, developerWrite } from '../core/developer-list.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { instant } from '../core/wire.ts'
import { maxRecords } from '../identity/address-files.ts'
import { exclusionLevels } from './lists.ts'

const change = z.object({
  id,
  kind: z.enum(['upload', 'purge']),
  addresses: z.int(),
  credited_leads: z.int(),
  created_at: instant,
  done_at: instant.nullable().meta({ description: 'When it took effect; null while it is being imported.' }),
  undone_at: instant.nullable(),
})

const developerExclusions = z.object({
  level: z.enum(exclusionLevels),
  addresses: z
    .int()
    .meta({ description: 'The number of addresses. The list stores only hashes and never shows them.' }),
  changes: z.array(change).meta({ description: 'The page’s changes, newest first.' }),
  next_cursor: z.string().nullable().meta({ description: 'Null on the last page.' }),
})
export type DeveloperExclusions = z.output<typeof developerExclusions>

/** Addresses that one call can add to a list: as many as a file may hold. */
const addresses = z.strictObject({
  addresses: z
    .array(z.string().max(320))
    .min(1)
    .max(maxRecords)
    .meta({ description: 'Email addresses or their MD5 hashes.' }),
})
const queuedAnswer = z.object({ id: id.meta({ description: 'ID of the change; `done_at` is when it took effect.' }) })
/** Pages of changes, by default of as many as the web shows. */
const page = z.strictObject({ limit: developerPage.limit.default(20), cursor: developerPage.cursor })
const campaign = { kind: 'campaign', in: 'params', key: 'id' } as const

export const readDeveloperExclusions = operation({
  id: 'own',
  name: 'readDeveloperExclusions',
  area: 'exclusions',
  method: 'GET',
  path: '/v1/developer/exclusions',
  summary:
    'Reads the exclusion list of your own company, which applies to every company below it, with a page of its changes.',
  query: page,
  answer: developerExclusions,
  access: { developer: { reach: ['own'] } },
  limits: developerLimits,
  style: 'developer',
  scope: 'exclusions:read',
})

export const addDeveloperExclusions = operation({
  id: 'own',
  name: 'addDeveloperExclusions',
  area: 'exclusions',
  method: 'POST',
  path: '/v1/developer/exclusions',
  summary: 'Adds addresses to the exclusion list of your own company.',
  body: addresses,
  answer: queuedAnswer,
  status: 202,
  ...developerWrite,
  access: { developer: { reach: ['own'] } },
  scope: 'exclusions:write',
})

export const readDeveloperCampaignExclusions = operation({
  id: 'own',
  name: 'readDeveloperCampaignExclusions',
  area: 'exclusions',
  method: 'GET',
  path: '/v1/developer/campaigns/{id}/exclusions',
  summary: 'Reads the exclusion list of one campaign, with a page of its changes.',
  params: z.strictObject({ id }),
  query: page,
  answer: developerExclusions,
  access: { developer: { reach: ['below'] } },
  object: campaign,
  limits: developerLimits,
  style: 'developer',
  scope: 'exclusions:read',
})

export const addDeveloperCampaignExclusions = operation({
  id: 'own',
  name: 'addDeveloperCampaignExclusions',
  area: 'exclusions',
  method: 'POST',
  path: '/v1/developer/campaigns/{id}/exclusions',
  summary: 'Adds addresses to the exclusion list of one campaign.',
  params: z.strictObject({ id }),
  body: addresses,
  answer: queuedAnswer,
  status: 202,
  ...developerWrite,
  object: campaign,
  scope: 'exclusions:write',
})
