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

/** Over by themselves: it took too long, or somebody else was changing the same. */
const passing: ReadonlySet<number> = new Set([408, 409, 423, 425])

/** What a service's answer means by its status alone. A lead that it does not understand will not be understood later. */
export function readStatus(answer: ServiceAnswer, now_ms: number): Answer {
  const { status } = answer
  if (status >= 300 && status < 400) return { delivered: false, cause: 'redirect', httpStatus: status }
  const retryAfter_ms = retryAfterOf(headerOf(answer, 'retry-after'), now_ms)
  if (status >= 500 || status < 200 || passing.has(status))
    return { delivered: false, cause: 'service_error', httpStatus: status, retryAfter_ms }
  const cause = causes[status] ?? 'rejected'
  return { delivered: false, cause, httpStatus: status, retryAfter_ms, final: cause === 'rejected' }
}

/** One header's text; undefined where it is absent. */
export function headerOf({ headers }: Pick<ServiceAnswer, 'headers'>, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}

/** An answer of the form that the service documents; anything else is an error of its own. */
export function readJson<Schema extends z.ZodType>(schema: Schema, answer: ServiceAnswer): z.output<Schema> {
  const parsed = schema.safeParse(answer.json)
  if (!parsed.success) throw new ServiceFailed({ delivered: false, cause: 'service_error', httpStatus: answer.status })
  return parsed.data
}
