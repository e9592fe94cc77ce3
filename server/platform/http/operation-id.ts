import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { idempotencyHeader } from '#contract/core/documented-keys.ts'
import type { Operation } from '#contract/core/operation.ts'
import { invalid } from '../failure.ts'
import { newId, uuidOf } from '../ids.ts'
import type { Caller } from '../call.ts'
import type { Platform } from '../platform.ts'
import { pathOfUrl } from './request-facts.ts'

/** How long after the first of identical calls of a session without an operation id they count as one operation. */
const sameOperation_ms = 60_000

/** Whether a call moves money under an id that the caller can name. */
export const takesOperationId = ({ body }: Pick<Operation, 'body'>): boolean => {
  // A body that is checked as a whole or converted is a pipe that begins with its keys.
  const keys = body instanceof z.ZodPipe ? body.in : body
  return keys instanceof z.ZodObject && 'operationId' in keys.shape
}

/**
 * The idempotency id of a call that moves money (decision 38): the body's operationId, else derived from the caller's
 * `Idempotency-Key`, else that of the same call a moment ago, so that a double click is not charged twice. Null for a call
 * that moves none.
 */
export async function operationIdOf(
  request: FastifyRequest,
  operation: Operation,
  caller: Caller,
  body: unknown,
  platform: Pick<Platform, 'appPool' | 'clock' | 'secrets'>,
): Promise<string | null> {
  if (!takesOperationId(operation)) return null
  const bodyId = (body as { operationId?: string } | undefined)?.operationId
  if (bodyId !== undefined) return bodyId
  const key = request.headers[idempotencyHeader]
  if (key !== undefined) return uuidOf([caller.companyId, operation.name, checkedKey(key)])
  const parts = [caller.sessionId, operation.method, pathOfUrl(request), JSON.stringify(body ?? null)]
  const now_ms = platform.clock.now()
  const { rows } = await platform.appPool.query<{ holder: string }>(sameText, [
    platform.secrets.keyedHash(JSON.stringify(['same operation', ...parts])),
    newId(now_ms),
    new Date(now_ms),
    new Date(now_ms + sameOperation_ms),
  ])
  return rows[0]!.holder
}

/**
 * The first call's id, for a minute from then on, wherever the clock's minutes begin, in every process. An entry that lasts longer
 * than that is from before the clock was set back.
 */
const sameText = `
  insert into running_call as same (key, holder, held_until) values ($1, $2, $4)
  on conflict (key) do update set
    holder = case when same.held_until > $3 and same.held_until <= $4 then same.holder else excluded.holder end,
    held_until = case when same.held_until > $3 and same.held_until <= $4 then same.held_until else excluded.held_until end
  returning holder`

/** Throws `invalid` if it is not a valid key. */
export function checkedKey(key: string | string[]): string {
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key))
    throw invalid('Idempotency-Key', 'Enter 1 to 255 visible characters.')
  return key
}
