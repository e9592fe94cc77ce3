import type { switchBack } from '#contract/sign-in/view-mode.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { machineTime } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { Failure } from '#server/platform/failure.ts'
import type { OpenHandler } from '#server/platform/http/route.ts'
import { hashToken } from '#server/platform/ids.ts'
import { callerCacheOf } from '../caller-cache.ts'
import { findPerson } from '../find-person.ts'
import { findSessionById, rotate } from '../refresh-session.ts'
import { deviceCookie } from '../sessions.ts'

interface ViewRow {
  id: string
  root_id: string
  user_id: string
  actor_id: string
  actor_session_id: string
  host: string
  ended_at: Date | null
}

const bearer = /^Bearer ([A-Za-z0-9_-]{43})$/

/**
 * Ends view mode. A view token leads back to its original session even after it expired, but only with that device's cookie,
 * and only while that session is alive.
 */
export const handleSwitchBack: OpenHandler<typeof switchBack> = async (_input, call) => {
  const { platform } = call
  const token = bearer.exec(call.raw.request.headers.authorization ?? '')?.[1]
  const device = call.cookies[deviceCookie]
  const view = token === undefined ? undefined : await findView(call, hashToken(token))
  const actor = view && (await findPerson(platform, view.root_id, view.actor_id))
  const target = view && (await findPerson(platform, view.root_id, view.user_id))
  if (!device || !view || !actor) throw new Failure('unauthenticated')
  const tokens = await inScope(platform.appPool, { kind: 'root', rootId: view.root_id }, async (tx) => {
    const now_ms = machineTime(platform.clock)
    const session = await findSessionById(tx, view.actor_session_id)
    const isAlive = session && !session.revoked_at && Math.min(+session.idle_expires_at, +session.ends_at) > now_ms
    if (!isAlive || !session.device_hash.equals(hashToken(device))) return null
    const views = await tx.query('update view_session set ended_at = $2 where id = $1 and ended_at is null', [
      view.id,
      new Date(now_ms),
    ])
    if (views.rowCount === 1) {
      await recordActivity(tx, call, {
        action: 'security.viewEnded',
        place: target ?? actor,
        subjectId: view.user_id,
        actor: { userId: actor.userId, kind: actor.kind, asId: view.user_id, sessionId: view.id },
      })
    }
    return rotate(tx, platform, session, actor.kind)
  })
  callerCacheOf(platform).forgetSession(view.id)
  if (!tokens) throw new Failure('unauthenticated')
  return tokens
}

async function findView(
  { platform, host }: Parameters<typeof handleSwitchBack>[1],
  accessHash: Buffer,
): Promise<ViewRow | undefined> {
  const { rows } = await platform.appPool.query<ViewRow>(
    `select id, root_id, user_id, actor_id, actor_session_id, host, ended_at from view_session
     where access_hash = $1 and host = $2`,
    [accessHash, host],
  )
  return rows[0]
}
