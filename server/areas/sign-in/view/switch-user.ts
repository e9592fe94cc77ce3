import { viewLife_ms, type switchUser } from '#contract/sign-in/view-mode.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { machineTime } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { accessDenied, notFound } from '#server/platform/failure.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { hashToken, newId, newToken } from '#server/platform/ids.ts'
import { callerCacheOf } from '../caller-cache.ts'
import { findPerson, type Person } from '../find-person.ts'
import { termsOf } from '../sessions.ts'
import { mayViewAs } from './may-view-as.ts'
import { mailViewNotice } from './mail-view-notice.ts'

/**
 * Starts view mode. The viewer's own session is suspended: its access token stops working, and the browser keeps none of
 * its tokens, so that nothing on the viewed screens can find them.
 */
export const handleSwitchUser: Handler<typeof switchUser> = async ({ body }, call) => {
  const { platform, caller } = call
  const target = await findPerson(platform, caller.rootId, body.userId)
  if (!target) throw notFound()
  const actor = await findPerson(platform, caller.rootId, caller.userId)
  if (!actor || !(await mayViewAs(platform, actor, target))) throw accessDenied()
  const token = newToken()
  const id = newId(machineTime(platform.clock))
  await call.inScope(async (tx) => {
    await insertView(tx, call, { id, target, token, reason: body.reason, actorKind: actor.kind })
    await mailViewNotice(tx, call, target, body.reason)
    await recordActivity(tx, call, {
      action: 'security.viewBegan',
      place: target,
      subjectId: target.userId,
      actor: { userId: caller.userId, kind: actor.kind, asId: target.userId, sessionId: id },
      reason: body.reason,
    })
  })
  callerCacheOf(platform).forgetSession(caller.sessionId)
  return { access_token: token, expires_in: viewLife_ms / 1_000 }
}

interface NewView {
  actorKind: Person['kind']
  id: string
  target: Person
  token: string
  reason: string
}

async function insertView(
  tx: Tx,
  { platform, caller, host }: SignedInCall,
  { id, target, token, reason, actorKind }: NewView,
): Promise<void> {
  const now_ms = machineTime(platform.clock)
  const now = new Date(now_ms)
  const end_ms = now_ms + viewLife_ms
  await tx.query('update view_session set ended_at = $2 where actor_session_id = $1 and ended_at is null', [
    caller.sessionId,
    now,
  ])
  await tx.query(
    `insert into view_session (id, root_id, user_id, actor_id, actor_session_id, host, access_hash, reason, created_at, ends_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      id,
      caller.rootId,
      target.userId,
      caller.userId,
      caller.sessionId,
      host,
      hashToken(token),
      reason,
      now,
      new Date(end_ms),
    ],
  )
  // The viewer's own session is idle meanwhile and must still exist afterwards.
  await tx.query(
    `update session set access_expires_at = $2, idle_expires_at = least(ends_at, greatest(idle_expires_at, $3))
     where id = $1`,
    [caller.sessionId, now, new Date(end_ms + termsOf(actorKind).idle_ms)],
  )
}
