import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { newId, randomFraction } from '#server/platform/ids.ts'
import type { Answer } from '#server/areas/integrations/connectors/connector.ts'
import type { Book } from '#server/areas/integrations/deliveries/book.ts'
import { nextPause_ms } from '#server/areas/integrations/deliveries/schedule.ts'

/** The result of one attempt to send a message. */
export interface AttemptResult {
  messageId: string
  clientId: string | null
  /** The number of earlier attempts. */
  attempts: number
  answer: Answer
  startedAt_ms: number
  endedAt_ms: number
}

/** The demo clock may jump during an attempt; its duration is then recorded as 0. */
const lengthOf = ({ startedAt_ms, endedAt_ms }: AttemptResult): number => {
  const length_ms = endedAt_ms - startedAt_ms
  return length_ms >= 0 && length_ms < 60_000 ? length_ms : 0
}

function planOf(
  { attempts, answer }: AttemptResult,
  now_ms: number,
  hasMoved: boolean,
): { status: string; nextAt: Date | null } {
  if (answer.delivered) return { status: 'delivered', nextAt: null }
  // What another receiver answered, or asked to wait for, says nothing about the new one.
  if (hasMoved) return { status: 'waiting', nextAt: dateOf(now_ms) }
  const pause_ms = answer.final ? null : nextPause_ms(attempts + 1, randomFraction(), answer.retryAfter_ms)
  return pause_ms === null ? { status: 'dead', nextAt: null } : { status: 'waiting', nextAt: dateOf(now_ms + pause_ms) }
}

/**
 * Logs attempts and schedules each message's retry, at once if its endpoint got another URL meanwhile. A message that
 * was ended meanwhile stays ended.
 */
export async function recordAttempts(
  tx: Tx,
  { rootId, agencyId }: Book,
  attempts: readonly AttemptResult[],
  now_ms: number,
  hasMoved: boolean,
): Promise<void> {
  const plans = attempts.map((one) => planOf(one, now_ms, hasMoved))
  await tx.query(
    `update event_message set status = made.status, attempts = attempts + 1, next_attempt_at = made.next_attempt_at,
       last_error_code = made.cause, delivered_at = case when made.status = 'delivered' then $6::timestamptz end
     from unnest($2::uuid[], $3::text[], $4::timestamptz[], $5::text[]) as made (id, status, next_attempt_at, cause)
     where event_message.agency_id = $1 and event_message.id = made.id
       and (event_message.status = 'waiting' or made.status = 'delivered')`,
    [
      agencyId,
      attempts.map(({ messageId }) => messageId),
      plans.map(({ status }) => status),
      plans.map(({ nextAt }) => nextAt),
      attempts.map(({ answer }) => answer.cause),
      dateOf(now_ms),
    ],
  )
  await tx.query(
    `insert into event_attempt (agency_id, root_id, id, client_id, message_id, at, outcome, error_code, http_status, duration_ms)
     select $1, $2, * from unnest($3::uuid[], $4::uuid[], $5::uuid[], $6::timestamptz[], $7::text[], $8::text[], $9::integer[],
                                  $10::integer[])
     returning 1`,
    [
      agencyId,
      rootId,
      attempts.map(({ startedAt_ms }) => newId(startedAt_ms)),
      attempts.map(({ clientId }) => clientId),
      attempts.map(({ messageId }) => messageId),
      attempts.map(({ startedAt_ms }) => dateOf(startedAt_ms)),
      attempts.map(({ answer }) => (answer.delivered ? 'delivered' : 'failed')),
      attempts.map(({ answer }) => answer.cause),
      attempts.map(({ answer }) => answer.httpStatus ?? null),
      attempts.map(lengthOf),
    ],
  )
}
