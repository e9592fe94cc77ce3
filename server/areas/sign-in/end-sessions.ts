import type { Tx } from '#server/platform/database/tx.ts'
import type { Platform } from '#server/platform/platform.ts'
import { machineTime } from '#server/platform/clock.ts'
import { callerCacheOf } from './caller-cache.ts'

/**
 * Ends a person's sessions, all or all but one, including sign-ins in progress. This process rejects their access
 * tokens from the commit on, others within five seconds. Returns how many were ended.
 */
export async function endSessions(
  tx: Tx,
  platform: Platform,
  userId: string,
  why: string,
  exceptSessionId: string | null = null,
): Promise<number> {
  const { rows } = await tx.query<{ id: string }>(
    `update session set revoked_at = $2, revoked_why = $3
     where user_id = $1 and revoked_at is null and id is distinct from $4::uuid returning id`,
    [userId, new Date(machineTime(platform.clock)), why, exceptSessionId],
  )
  await tx.query('update sign_in_challenge set over_at = $2 where user_id = $1 and over_at is null', [
    userId,
    new Date(machineTime(platform.clock)),
  ])
  tx.afterCommit(() => {
    for (const { id } of rows) callerCacheOf(platform).forgetSession(id)
  })
  return rows.length
}
