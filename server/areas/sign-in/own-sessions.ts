import type { endOtherSessions, endSession, listSessions } from '#contract/sign-in/own-sessions.ts'
import { machineTime } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { notFound } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { callerCacheOf } from './caller-cache.ts'
import { describeAgent } from './describe-agent.ts'
import { endSessions } from './end-sessions.ts'

interface SessionRow {
  id: string
  host: string
  address: string | null
  user_agent: string | null
  created_at: Date
  previous_used_at: Date | null
}

/** Sessions have no tenant policies: each of these calls names the caller's own id. */
export const handleListSessions: Handler<typeof listSessions> = async (_input, { platform, caller }) => {
  const { rows } = await platform.appPool.query<SessionRow>(
    `select id, host, address, user_agent, created_at, previous_used_at from session
     where user_id = $1 and revoked_at is null and idle_expires_at > $2 and ends_at > $2
     order by created_at desc, id desc`,
    [caller.userId, new Date(machineTime(platform.clock))],
  )
  return {
    data: rows.map((row) => ({
      id: row.id,
      device: describeAgent(row.user_agent ?? ''),
      address: row.address,
      host: row.host,
      // Its tokens are renewed every ten minutes of use.
      last_used_at: (row.previous_used_at ?? row.created_at).toISOString(),
      current: row.id === caller.sessionId,
    })),
  }
}

export const handleEndSession: Handler<typeof endSession> = async ({ params }, { platform, caller }) => {
  const { rowCount } = await platform.appPool.query(
    `update session set revoked_at = $3, revoked_why = 'ended by its owner'
     where id = $1 and user_id = $2 and revoked_at is null`,
    [params.id, caller.userId, new Date(machineTime(platform.clock))],
  )
  if (rowCount !== 1) throw notFound()
  callerCacheOf(platform).forgetSession(params.id)
  return { result: 'success', message: 'The device is signed out.' }
}

export const handleEndOtherSessions: Handler<typeof endOtherSessions> = async (_input, { platform, caller }) => {
  const count = await inScope(platform.appPool, { kind: 'none' }, (tx) =>
    endSessions(tx, platform, caller.userId, 'ended by its owner', caller.sessionId),
  )
  return { result: 'success', message: 'All other devices are signed out.', ended: count }
}
