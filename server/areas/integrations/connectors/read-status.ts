import type { z } from 'zod'
import type { Cause } from '#contract/integrations/causes.ts'
import type { Answer } from './connector.ts'
import { ServiceFailed, type ServiceAnswer } from './service.ts'
import { retryAfterOf } from './webhook/retry-after.ts'

const causes: Readonly<Record<number, Cause>> = {
  401: 'token_expired',
  402: 'quota',
  403: 'no_permission',
  404: 'list_deleted',
  410: 'list_deleted',
  413: 'rejected',
  429: 'too_many',
}

/** Temporary: a timeout, or a conflicting change. */
const passing: ReadonlySet<number> = new Set([408, 409, 423, 425])

/** Interprets a response by its status alone. A lead that is rejected now will be rejected later. */
export function readStatus(answer: ServiceAnswer, now_ms: number): Answer {
  const { status } = answer
  if (status >= 300 && status < 400) return { delivered: false, cause: 'redirect', httpStatus: status }
  const retryAfter_ms = retryAfterOf(headerOf(answer, 'retry-after'), now_ms)
  if (status >= 500 || status < 200 || passing.has(status))
    return { delivered: false, cause: 'service_error', httpStatus: status, retryAfter_ms }
  const cause = causes[status] ?? 'rejected'
  return { delivered: false, cause, httpStatus: status, retryAfter_ms, final: cause === 'rejected' }
}

/** The value of a header; undefined if absent. */
export function headerOf({ headers }: Pick<ServiceAnswer, 'headers'>, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}

/** Parses a response as documented; throws `service_error` for anything else. */
export function readJson<Schema extends z.ZodType>(schema: Schema, answer: ServiceAnswer): z.output<Schema> {
  const body = schema.safeParse(answer.json)
  if (!body.success) throw new ServiceFailed({ delivered: false, cause: 'service_error', httpStatus: answer.status })
  return body.data
}
