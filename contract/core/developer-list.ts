import { z } from 'zod'
import type { Access } from './access.ts'
import { id } from './ids.ts'
import type { Limit } from './operation.ts'
import { sentences } from './sentences.ts'
import { instant } from './wire.ts'

/** Common parameters of developer API lists: company, page size and cursor. */
export const developerPage = {
  company_id: id.optional().meta({ description: 'An agency or one of its clients; your own company if omitted.' }),
  limit: z.coerce.number().int().min(1).max(100).default(50),
  cursor: z
    .string()
    .max(200)
    .regex(/^[A-Za-z0-9_-]*$/, sentences.id)
    .optional()
    .meta({ description: 'The `next_cursor` of the previous page, with the same filters.' }),
} as const

export const developerPageOf = <Row extends z.ZodType>(row: Row) =>
  z.object({
    data: z.array(row),
    next_cursor: z.string().nullable().meta({ description: 'Null on the last page.' }),
  })

export const byDeveloper: Access = { developer: { reach: ['own', 'below'] } }
const ofNamedCompany = { kind: 'company', in: 'query', key: 'company_id' } as const

/** Additional filters of a list: a campaign and a time range. */
export const ofCampaignInTime = {
  campaign_id: id.optional(),
  created_from: instant.optional().meta({ description: 'At or after this time.' }),
  created_before: instant.optional().meta({ description: 'Before this time.' }),
} as const

/** Counts all calls of a credential together. */
export const developerLimits: readonly Limit[] = [
  { count: 240, perSeconds: 60, by: 'user', as: 'developer api', inShares: true },
]

/** Common properties of all lists. */
export const developerList = {
  method: 'GET',
  access: byDeveloper,
  object: ofNamedCompany,
  limits: developerLimits,
  style: 'developer',
} as const

/** Common properties of writing calls: plain JSON, repeatable by `Idempotency-Key`, for the company's clients. */
export const developerWrite = {
  access: { developer: { reach: ['below'] } },
  limits: developerLimits,
  sealed: false,
  style: 'developer',
} as const
