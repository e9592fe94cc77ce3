import { machineTime } from '#server/platform/clock.ts'
import type { AccessHooks } from '#server/platform/http/route.ts'
import type { Platform } from '#server/platform/platform.ts'

/**
 * Whether a session and, in view mode, the view in it have not ended. Everything that changes what a person may do ends
 * their sessions (SEC-2). A developer's token has no session and is short-lived.
 */
export const isSessionLive: AccessHooks['isSessionLive'] = async ({ appPool, clock }, caller) => {
  if (caller.kind === 'developer') return true
  const { rowCount } = await appPool.query(
    `select from session where id = $1 and revoked_at is null and ends_at > $2
       and ($3::uuid is null or exists (
         select from view_session view where view.id = $3 and view.ended_at is null and view.ends_at > $2))`,
    [caller.actor?.sessionId ?? caller.sessionId, new Date(machineTime(clock)), caller.actor ? caller.sessionId : null],
  )
  return rowCount === 1
}

/** Whether the session that last got this access token, by its hash, has ended. A token that was replaced is unknown. */
export async function hasSessionEnded({ appPool, clock }: Platform, accessHash: Buffer): Promise<boolean> {
  const { rowCount } = await appPool.query(
    'select from session where access_hash = $1 and (revoked_at is not null or least(idle_expires_at, ends_at) <= $2)',
    [accessHash, new Date(machineTime(clock))],
  )
  return rowCount === 1
}
