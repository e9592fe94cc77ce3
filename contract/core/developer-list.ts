import { z } from 'zod'
import type { Access } from './access.ts'
import { id } from './ids.ts'
import type { Limit } from './operation.ts'
import { sentences } from './sentences.ts'

/** What lists of the developer API have in common: whose rows, how many of them, and where a page begins. */
export const developerPage = {
  company_id: id
    .optional()
    .meta({ description: 'An agency or a client of one; the own company where nothing is named.' }),
  limit: z.coerce.number().int().min(1).max(100).default(50),
  cursor: z
    .string()
    .max(200)
    .regex(/^[A-Za-z0-9_-]*$/, sentences.id)
    .optional()
    .meta({ description: 'The `next_cursor` of the page before, with the same filters.' }),
} as const

export const developerPageOf = <Row extends z.ZodType>(row: Row) =>
  z.object({
    data: z.array(row),
    next_cursor: z.string().nullable().meta({ description: 'Null on the last page.' }),
  })

export const byDeveloper: Access = { developer: { reach: ['own', 'below'] } }
export const ofNamedCompany = { kind: 'company', in: 'query', key: 'company_id' } as const

/** All calls of one credential together. */
export const developerLimits: readonly Limit[] = [{ count: 240, perSeconds: 60, by: 'user', as: 'developer api' }]
