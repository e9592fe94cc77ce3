import { z } from 'zod'
import type { Access } from '../core/access.ts'
import { developerLimits, developerPage, developerPageOf } from '../core/developer-list.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { sentences } from '../core/sentences.ts'
import { instant, localDate } from '../core/wire.ts'
import { credentialName } from './credentials.ts'

/** How many days request logs and usage counts are kept. */
export const requestRetention_days = 30
export const usageRetention_days = 366
/** Maximum number of days in one answer. */
export const maxUsageDays = 92

/** For a company's software, and for its owner on a screen. */
const owners: Access = {
  developer: { reach: ['own'] },
  agencyOwner: { reach: ['own'] },
  rootSystem: { reach: ['own'] },
}
const reading = {
  id: 'own',
  area: 'developers',
  method: 'GET',
  access: owners,
  limits: developerLimits,
  style: 'developer',
  scope: 'usage:read',
} as const

export const requestOutcomes = ['succeeded', 'failed'] as const
const operationName = z
  .string()
  .max(64)
  .regex(/^[A-Za-z]+$/, sentences.id)

const request = z.object({
  request_id: id.meta({ description: 'Its code from the response, if it failed.' }),
  created_at: instant,
  client_id: credentialName.nullable().meta({ description: 'ID of the key; null once it has been deleted.' }),
  operation: z.string().meta({ description: 'The operationId in this document.' }),
  status: z.int(),
  code: z.string().nullable().meta({ description: 'Code of the error; null if there was none.' }),
  duration_ms: z.int(),
})
export type DeveloperRequest = z.output<typeof request>

const { company_id: _own, ...page } = developerPage

export const listDeveloperRequests = operation({
  ...reading,
  name: 'listDeveloperRequests',
  path: '/v1/developer/requests',
  summary: `Lists calls made with your company’s keys, newest first. They are kept for ${requestRetention_days} days, without bodies or filters.`,
  query: z.strictObject({
    ...page,
    operation: operationName.optional(),
    status: z.coerce.number().int().min(100).max(599).optional(),
    outcome: z.enum(requestOutcomes).optional().meta({ description: '`failed` is every status from 400 on.' }),
    client_id: credentialName.optional(),
    created_from: instant.optional().meta({ description: 'At or after this time.' }),
    created_before: instant.optional().meta({ description: 'Before this time.' }),
  }),
  answer: developerPageOf(request),
})

const usageLine = z.object({ date: localDate, operation: z.string(), status: z.int(), calls: z.int() })

const limitInForce = z.object({
  applies_to: z
    .enum(['key', 'company', 'token_requests'])
    .meta({ description: 'All calls with one key, all calls of a company, and token requests with one key.' }),
  requests: z.int(),
  per_seconds: z.int(),
})

const usage = z.object({
  from: localDate,
  to: localDate,
  data: z.array(usageLine).meta({ description: 'Days, operations and statuses with calls, oldest first.' }),
  limits: z.array(limitInForce),
})
export type DeveloperUsage = z.output<typeof usage>

export const readDeveloperUsage = operation({
  ...reading,
  name: 'readDeveloperUsage',
  path: '/v1/developer/usage',
  summary: `Counts calls made with your company’s keys by day, operation and status, for up to ${maxUsageDays} days, and lists the current limits.`,
  query: z.strictObject({
    from: localDate.optional().meta({ description: 'First day (UTC); 30 days through the last one if omitted.' }),
    to: localDate.optional().meta({ description: 'Last day (UTC); today if omitted.' }),
  }),
  answer: usage,
})
