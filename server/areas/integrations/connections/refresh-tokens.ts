import { setTimeout as sleep } from 'node:timers/promises'
import { dateOf, machineTime } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Platform } from '#server/platform/platform.ts'
import { ServiceFailed, type Credential, type Oauth, type Session } from '../connectors/service.ts'
import { openCredential, readConnection, sealCredential, type Connection } from './connection-row.ts'

/** Longer than a token's answer can take; a process that dies while it refreshes holds up the others no longer. */
const turn_ms = 20_000
const lookEvery_ms = 100
/** A service that is slow to answer must not keep everybody who waits for it in a worker's places: after that they come again later. */
const mostLooks = 20

/**
 * New tokens in place of old ones, by one process at a time: a refresh token that was used is dead, so that two at once would
 * lose the account. Whoever comes second waits for a moment and takes what the first has kept. No transaction is open while the service
 * is asked.
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
  for (let look = 1; ; look++) {
    const now_ms = machineTime(platform.clock)
    const turn = await inRoot((tx) =>
      tx.query(
        `update connection set refreshing_until = $4
         where agency_id = $1 and id = $2 and version = $3 and status = 'connected'
           and (refreshing_until is null or refreshing_until <= $5)`,
        [agencyId, id, version, dateOf(now_ms + turn_ms), dateOf(now_ms)],
      ),
    )
    if (turn.rowCount === 1) break
    const now = await inRoot((tx) => readConnection(tx, agencyId, id))
    if (now?.status !== 'connected') throw new ServiceFailed({ delivered: false, cause: now?.cause ?? 'token_expired' })
    if (now.version > version) return now
    if (look >= mostLooks || session.left_ms() <= 2 * lookEvery_ms)
      throw new ServiceFailed({ delivered: false, cause: 'slow_down', postponed_ms: turn_ms / 2 })
    await sleep(lookEvery_ms)
  }
  try {
    const old = openCredential(platform, agencyId, id, connection.sealed!)
    await keep(platform, connection, await oauth.refresh(session, old))
  } catch (error) {
    await giveUpTurn(platform, connection, error)
    throw error
  }
  return (await inRoot((tx) => readConnection(tx, agencyId, id)))!
}

const keep = (platform: Platform, { rootId, agencyId, id, version }: Connection, credential: Credential) =>
  inScope(platform.appPool, { kind: 'root', rootId }, (tx) =>
    tx.query(
      `update connection set credential_sealed = $4, version = version + 1, refreshing_until = null
       where agency_id = $1 and id = $2 and version = $3`,
      [agencyId, id, version, sealCredential(platform, agencyId, id, credential)],
    ),
  )

/** A token that is refused will be refused again: somebody has to connect anew. Anything else may be over in a moment. */
async function giveUpTurn(platform: Platform, connection: Connection, error: unknown): Promise<void> {
  const { rootId, agencyId, id, version } = connection
  const isDead = error instanceof ServiceFailed && ['token_expired', 'no_permission'].includes(error.answer.cause ?? '')
  await inScope(platform.appPool, { kind: 'root', rootId }, (tx) =>
    tx.query(
      `update connection set refreshing_until = null,
         status = case when $4 then 'reconnect' else status end, cause = case when $4 then 'token_expired' else cause end
       where agency_id = $1 and id = $2 and version = $3 and status = 'connected'`,
      [agencyId, id, version, isDead],
    ),
  )
}
