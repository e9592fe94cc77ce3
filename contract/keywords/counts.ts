import { z } from 'zod'
import { keywordText } from '../campaigns/keywords.ts'
import { locationTargets, zipList } from '../campaigns/campaign.ts'
import type { Access } from '../core/access.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { sentences } from '../core/sentences.ts'
import { doneWith, doneAnswer, instant } from '../core/wire.ts'

/** How many days of searches are counted (K062, K063). */
export const lookbackDays = 7
/** Smaller counts are not shown: so few people could be identified. */
export const smallestShown = 10
/** How many counts of an agency can be pending at once. */
export const maxPending = 20
/** How many of them one client's people can add, so that the agency's other clients still can. */
export const maxPendingOfClient = 10
/** Polling interval of the page while a count is pending. */
export const pollEvery_ms = 2_000

/** A count's badge, by which the history table can be filtered (R210). */
const countFilters = ['all', 'success', 'noresult', 'failed', 'pending'] as const
/** What a campaign takes over from a count. */
export const applyTypes = ['all', 'keyword', 'location'] as const
/** 1 counts people nationwide; 2 only says whether there are enough (R216). */
const apiVersions = [1, 2] as const

const maxCities = 200

/** Splits names at commas, without empty and duplicate ones: `Austin TX, Dallas`. */
export const splitNames = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  ),
]

const namesText = (most: number, is: RegExp, wrong: string) =>
  z
    .string()
    .max(most * 60)
    .superRefine((text, context) => {
      const names = splitNames(text)
      if (names.some((name) => !is.test(name))) context.addIssue({ code: 'custom', message: wrong })
      if (names.length > most)
        context.addIssue({ code: 'custom', message: sentences.tooMany.replace('{n}', String(most)) })
    })

const countRow = z.object({
  id,
  number: z.int().meta({ description: 'Its number among the campaign’s counts, from 1.' }),
  target_location: z.enum(locationTargets),
  states: z.string().meta({ description: 'State codes, separated by commas.' }),
  cities: z.string().meta({ description: 'City names with their states, separated by commas.' }),
  zip_code: z.string().meta({ description: 'One per line.' }),
  keyword: z.string(),
  count_without_geo: z.int().nullable().meta({
    description:
      'Number of people who searched, nationwide; with api_version 2, 1 (yes) or 0 (no). 0 means fewer than 10.',
  }),
  count: z.int().nullable().meta({
    description: 'Number of people in the target location who searched in the past 7 days. 0 means fewer than 10.',
  }),
  status: z.enum(['pending', 'done', 'error']),
  api_version: z.union(apiVersions.map((version) => z.literal(version))),
  failure: z.enum(['too_long', 'unavailable']).nullable().meta({ description: 'Why the count failed.' }),
  queue_place: z.int().nullable().meta({ description: 'Its position in the agency’s queue, from 1.' }),
  progress: z.int().min(0).max(100),
  created_at: instant,
})
export type KeywordCount = z.output<typeof countRow>

const reading: Access = {
  rootSystem: { reach: ['below'] },
  rootAdmin: { reach: ['below'], permission: 'campaign.enable' },
  agencyOwner: { reach: ['below'] },
  administrator: { reach: ['below'], permission: 'campaign.enable' },
  client: { reach: ['own'] },
}
/** Clients only if their agency lets them create campaigns (OQ-12), which the use case checks. */
const writing: Access = {
  agencyOwner: { reach: ['below'] },
  administrator: { reach: ['below'], permission: 'campaign.update' },
  client: { reach: ['own'] },
}
const ofCampaign = { kind: 'campaign', in: 'params', key: 'id' } as const

export const readCountConfig = operation({
  id: 'C103',
  name: 'readCountConfig',
  area: 'keywords',
  method: 'GET',
  path: '/lead-data/configdata/{root}',
  summary:
    'Reads how keywords are counted: the number of days, the smallest count shown, and how many counts can be pending.',
  params: z.strictObject({ root: id }),
  answer: z.object({
    result: z.literal('success'),
    data: z.object({
      api_version: z.literal(1).meta({ description: 'Default API version.' }),
      api_versions: z.array(z.int()),
      lookback_days: z.int(),
      least_count: z.int().meta({ description: 'Smallest count that is shown.' }),
      most_pending: z.int(),
      target_locations: z.array(z.enum(locationTargets)),
    }),
  }),
  access: {
    rootSystem: { reach: ['own'] },
    rootAdmin: { reach: ['own'], permission: 'campaign.enable' },
    agencyOwner: { reach: ['own'] },
    administrator: { reach: ['own'], permission: 'campaign.enable' },
    client: { reach: ['own'] },
  },
})

export const readCampaignCounts = operation({
  id: 'C104',
  name: 'readCampaignCounts',
  area: 'keywords',
  method: 'GET',
  path: '/lead-data/getcountcampaign/{id}',
  summary: 'Lists a campaign’s pending counts in queue order, and the last completed one.',
  params: z.strictObject({ id }),
  answer: z.object({
    result: z.literal('success'),
    data: z.object({ pending: z.array(countRow), latest: countRow.nullable() }),
  }),
  access: reading,
  object: ofCampaign,
})

export const listCampaignCounts = operation({
  id: 'C105',
  name: 'listCampaignCounts',
  area: 'keywords',
  method: 'GET',
  path: '/lead-data/getcountcampaignhistory/{id}/{type}',
  summary: 'Lists all counts of a campaign, newest first unless sorted by count; `type` filters by status.',
  params: z.strictObject({ id, type: z.enum(countFilters).default('all') }),
  query: pageQuery.extend({
    sort: z.enum(['', 'all', 'none', 'count']).default('all'),
    order: z.enum(['', 'all', 'none', 'asc', 'desc']).default('all'),
  }),
  answer: pageOf(countRow),
  access: reading,
  object: ofCampaign,
})

export const queueCount = operation({
  id: 'C106',
  name: 'queueCount',
  area: 'keywords',
  method: 'POST',
  path: '/lead-data/queuecount',
  summary:
    'Queues a count of the people who searched for keywords in the past 7 days; an email reports the result. With the `count_id` of a failed count, retries it.',
  body: z.strictObject({
    leadspeek_api_id: id,
    count_id: id
      .optional()
      .meta({ description: 'A failed count of the campaign to retry; the other fields stay as they were.' }),
    keyword: keywordText
      .optional()
      .meta({ description: 'Keywords in the format of a campaign; people who searched for them are counted.' }),
    target_location: z.enum(locationTargets).optional(),
    states: namesText(60, /^[A-Z]{2}$/, sentences.state).optional(),
    cities: namesText(maxCities, /^[\p{L}\p{M}\p{N}.' -]{1,50}$/u, sentences.city)
      .optional()
      .meta({
        description:
          'Cities of these states; a name that exists in several of them is followed by its state: `Austin TX`.',
      }),
    zip_code: zipList.optional().meta({ description: 'One per line.' }),
    api_version: z
      .union(apiVersions.map((version) => z.literal(version)))
      .optional()
      .meta({ description: 'With 2, Keyword Found is Yes or No.' }),
  }),
  answer: doneWith(countRow),
  errors: ['conflict'],
  access: writing,
  object: { kind: 'campaign', in: 'body', key: 'leadspeek_api_id' },
  limits: [{ count: 120, perSeconds: 3_600, by: 'company' }],
})

export const applyCount = operation({
  id: 'C107',
  name: 'applyCount',
  area: 'keywords',
  method: 'PUT',
  path: '/lead-data/applycampaign/{id}/{type}',
  summary: 'Applies the keywords and the target location of a count to its campaign.',
  params: z.strictObject({ id, type: z.enum(applyTypes) }),
  body: z.strictObject({
    count_id: id,
    updated_at: instant
      .optional()
      .meta({ description: 'Version of the campaign as read; 409 if it has changed since.' }),
  }),
  answer: doneAnswer,
  errors: ['conflict'],
  access: writing,
  object: ofCampaign,
})
