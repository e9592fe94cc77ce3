import { z } from 'zod'
import { locationTargets, maxZips, plainZips } from '../campaigns/campaign.ts'
import { keywordList } from '../campaigns/keywords.ts'
import { developerList, developerPage, developerPageOf, developerWrite } from '../core/developer-list.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { sentences } from '../core/sentences.ts'
import { instant } from '../core/wire.ts'

const countDescription = 'People who searched in the past 7 days; 0 means fewer than 10, null means not counted yet.'

const developerCount = z.object({
  id,
  client_id: id,
  campaign_id: id,
  keywords: z.array(z.string()),
  target_location: z.enum(locationTargets),
  states: z.array(z.string()),
  cities: z.array(z.string()),
  zip_codes: z.array(z.string()),
  status: z.enum(['pending', 'done', 'error']),
  failure: z.enum(['too_long', 'unavailable']).nullable(),
  nationwide_count: z.int().nullable().meta({ description: countDescription }),
  count: z
    .int()
    .nullable()
    .meta({ description: `In the target location. ${countDescription}` }),
  created_at: instant,
})
export type DeveloperCount = z.output<typeof developerCount>

export const listDeveloperCounts = operation({
  id: 'own',
  name: 'listDeveloperCounts',
  area: 'keywords',
  ...developerList,
  path: '/v1/developer/keyword-counts',
  summary: 'Lists keyword counts, newest first.',
  query: z.strictObject({ ...developerPage, campaign_id: id.optional() }),
  answer: developerPageOf(developerCount),
  scope: 'counts:read',
})

export const queueDeveloperCount = operation({
  id: 'own',
  name: 'queueDeveloperCount',
  area: 'keywords',
  method: 'POST',
  path: '/v1/developer/keyword-counts',
  summary: 'Queues a count of the people who searched for keywords in the past 7 days. Read it again for its outcome.',
  body: z.strictObject({
    campaign_id: id.meta({ description: 'A Search ID campaign.' }),
    keywords: keywordList,
    target_location: z.enum(locationTargets).optional(),
    states: z
      .array(z.string().regex(/^[A-Z]{2}$/, sentences.state))
      .max(60)
      .optional(),
    cities: z
      .array(z.string().regex(/^[\p{L}\p{M}\p{N}.' -]{1,50}$/u, sentences.city))
      .max(200)
      .optional(),
    zip_codes: z
      .array(
        z
          .string()
          .max(20)
          .overwrite(plainZips)
          .regex(/^\d{5}$/, sentences.zipCodes),
      )
      .max(maxZips)
      .optional(),
  }),
  answer: developerCount,
  status: 202,
  errors: ['conflict'],
  ...developerWrite,
  object: { kind: 'campaign', in: 'body', key: 'campaign_id' },
  scope: 'counts:write',
})
