import type { FastifyRequest } from 'fastify'
import { idempotencyHeader } from '#contract/core/documented-keys.ts'
import type { Operation } from '#contract/core/operation.ts'
import { invalid } from '../failure.ts'
import { uuidOf } from '../ids.ts'
import type { Caller } from '../call.ts'
import { pathOfUrl } from './request-facts.ts'

/** How long identical calls of a session without an operation id count as one operation, in milliseconds. */
const sameOperation_ms = 60_000

/**
 * The idempotency id of a call that moves money (decision 38): the body's operationID, else derived from the caller's
 * `Idempotency-Key`, else derived from the call itself, so that a double click is not charged twice.
 */
export function operationIdOf(
  request: FastifyRequest,
  operation: Operation,
  caller: Caller,
  body: unknown,
  now_ms: number,
): string {
  const given = (body as { operationID?: string } | undefined)?.operationID
  if (given !== undefined) return given
  const key = request.headers[idempotencyHeader]
  if (key !== undefined) return uuidOf([caller.companyId, operation.name, checkedKey(key)])
  const moment = String(Math.floor(now_ms / sameOperation_ms))
  return uuidOf([caller.sessionId, operation.method, pathOfUrl(request), JSON.stringify(body ?? null), moment])
}

/** Throws `invalid` if it is not a valid key. */
export function checkedKey(key: string | string[]): string {
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key))
    throw invalid('Idempotency-Key', 'Enter 1 to 255 visible characters.')
  return key
}
