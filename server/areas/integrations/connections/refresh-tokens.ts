import { setTimeout as sleep } from 'node:timers/promises'
import type { Cause } from '#contract/integrations/causes.ts'
import { dateOf, machineTime } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Platform } from '#server/platform/platform.ts'
import { ServiceFailed, type Credential, type Oauth, type Session } from '../connectors/service.ts'
import { assertNotBlocked, blockOf, postpone } from './blocked-account.ts'
import { openCredential, readConnection, sealCredential, type Connection } from './connection-row.ts'

/** Longer than any token response takes; also how long a process that dies while refreshing blocks the others. */
const turn_ms = 20_000
const lookEvery_ms = 100
/** A slow service must not fill the worker slots with waiters: after this many polls they are postponed. */
const maxPolls = 20

/** New tokens exist nowhere else until stored, so retry: a brief database outage within the turn must not lose them. */
const saveRetry_ms = 1_000
const maxKeeps = 8

/**
 * Renews tokens in one process at a time: a refresh token works once, so two concurrent refreshes would lose the
 * account. The second process polls and uses the tokens that the first one stored. No transaction is open during the
 * service call.
 *
 * The turn is stored before the call, beside the old tokens. If a process dies in between, the old tokens are tried
 * once more (some services accept them for a while). If rejected, the cause says that a renewal was interrupted.
 */
export async function refreshTokens(
  platform: Platform,
  connection: Connection,
  oauth: Oauth,
  session: Session,
): Promise<Connection> {
  const { rootId, agencyId, id, version } = connection
  const inRoot = <T>(work: Parameters<typeof inScope<T>>[2]): Promise<T> =>
    inScope(platform.appPool, { kind: 'root', rootId }, work)
  let turn: Turn | undefined
  for (let look = 1; ; look++) {
    turn = await inRoot((tx) => claimRefresh(tx, connection, machineTime(platform.clock)))
    if (turn) break
    const now = await inRoot((tx) => readConnection(tx, agencyId, id))
    if (now?.status !== 'connected') throw new ServiceFailed({ delivered: false, cause: now?.cause ?? 'token_expired' })
    if (now.version > version) return now
    assertNotBlocked(platform, now)
    if (look >= maxPolls || session.left_ms() <= 2 * lookEvery_ms) throw postpone(turn_ms / 2)
    await sleep(lookEvery_ms)
  }
  try {
    const oldTokens = openCredential(platform, agencyId, id, connection.sealed!)
    await saveWithRetries(platform, connection, await oauth.refresh(session, oldTokens))
  } catch (error) {
    throw await failRefresh(platform, connection, turn, error)
  }
  return (await inRoot((tx) => readConnection(tx, agencyId, id)))!
}

interface Turn {
  /** The service was called before, and it is unknown whether it used up the old tokens. */
  wasInterrupted: boolean
}

/** Undefined if another process has the turn, the tokens have changed, or the service wants to be left alone. */
async function claimRefresh(tx: Tx, { agencyId, id, version }: Connection, now_ms: number): Promise<Turn | undefined> {
  const { rows } = await tx.query<Turn>(
    `with before as (
       select refreshing_until from connection
        where agency_id = $1 and id = $2 and version = $3 and status = 'connected'
          and (refreshing_until is null or refreshing_until <= $5) and (blocked_until is null or blocked_until <= $5)
        for update)
     update connection set refreshing_until = $4 from before where agency_id = $1 and id = $2
     returning before.refreshing_until is not null as "wasInterrupted"`,
    [agencyId, id, version, dateOf(now_ms + turn_ms), dateOf(now_ms)],
  )
  return rows[0]
}

async function saveWithRetries(platform: Platform, connection: Connection, credential: Credential): Promise<void> {
  for (let n = 1; ; n++) {
    try {
      await keep(platform, connection, credential)
      return
    } catch (error) {
      if (n >= maxKeeps) throw error
      platform.log.warn({ err: error }, 'new tokens could not be stored yet')
      await sleep(saveRetry_ms)
    }
  }
}

const keep = (platform: Platform, { rootId, agencyId, id, version }: Connection, credential: Credential) =>
  inScope(platform.appPool, { kind: 'root', rootId }, (tx) =>
    tx.query(
      `update connection set credential_sealed = $4, version = version + 1, refreshing_until = null
       where agency_id = $1 and id = $2 and version = $3`,
      [agencyId, id, version, sealCredential(platform, agencyId, id, credential)],
    ),
  )

/**
 * A rejected refresh token stays rejected, so someone has to reconnect. Other failures may be temporary, and after a 429
 * those who wait for the turn must not ask in its place. Returns the error to throw.
 */
async function failRefresh(
  platform: Platform,
  { rootId, agencyId, id, version }: Connection,
  { wasInterrupted }: Turn,
  error: unknown,
): Promise<unknown> {
  const isDead = error instanceof ServiceFailed && ['token_expired', 'no_permission'].includes(error.answer.cause ?? '')
  const cause: Cause = wasInterrupted ? 'renewal_interrupted' : 'token_expired'
  const mayHaveTokens = wasInterrupted || !isAnswered(error)
  const blockedUntil = error instanceof ServiceFailed ? blockOf(platform, error.answer) : null
  await inScope(platform.appPool, { kind: 'root', rootId }, (tx) =>
    tx.query(
      `update connection set refreshing_until = $6, blocked_until = greatest(blocked_until, $7),
         status = case when $4 then 'reconnect' else status end, cause = case when $4 then $5 else cause end,
         updated_at = case when $4 then $8 else updated_at end
       where agency_id = $1 and id = $2 and version = $3 and status = 'connected'`,
      [
        agencyId,
        id,
        version,
        isDead,
        cause,
        mayHaveTokens && !isDead ? dateOf(machineTime(platform.clock)) : null,
        blockedUntil,
        dateOf(platform.clock.now()),
      ],
    ),
  )
  return isDead && wasInterrupted ? new ServiceFailed({ ...error.answer, cause }, { cause: error }) : error
}

/** Whether the service certainly issued no tokens: it said so, or wasn't called. */
function isAnswered(error: unknown): boolean {
  if (!(error instanceof ServiceFailed)) return false
  const { httpStatus, postponed_ms = 0 } = error.answer
  return postponed_ms > 0 || (httpStatus !== undefined && httpStatus !== null && httpStatus >= 300 && httpStatus < 500)
}
