import { mayAnalyze } from '#contract/guards/access-context.ts'
import type { Platform } from '#server/platform/platform.ts'
import { callerOf } from '../caller-of.ts'
import type { FoundCaller } from '../caller-cache.ts'
import { findPerson } from '../find-person.ts'
import { mayViewAs } from './may-view-as.ts'

interface Row {
  id: string
  user_id: string
  root_id: string
  host: string
  ends_at: Date
  actor_id: string
  actor_session_id: string
}

/**
 * The caller behind a view token: the person viewed, with their viewer. Both must still exist, as must the viewer's own
 * session, and the viewer must still be allowed to view.
 */
export async function findView(platform: Platform, accessHash: Buffer, now_ms: number): Promise<FoundCaller | null> {
  const { rows } = await platform.appPool.query<Row>({
    name: 'find-view-session',
    text: `select view.id, view.user_id, view.root_id, view.host, view.ends_at, view.actor_id, view.actor_session_id
      from view_session view join session on session.id = view.actor_session_id
      where view.access_hash = $1 and view.ended_at is null and view.ends_at > $2
        and session.revoked_at is null and session.ends_at > $2`,
    values: [accessHash, new Date(now_ms)],
  })
  const view = rows[0]
  if (!view) return null
  const actor = await findPerson(platform, view.root_id, view.actor_id)
  const person = await findPerson(platform, view.root_id, view.user_id)
  if (!actor || !person || !(await mayViewAs(platform, actor, person))) return null
  const rights = { ...person.rights, viewer: { mayAnalyze: mayAnalyze(actor.rights) } }
  return {
    caller: {
      ...callerOf({ ...person, rights }, view.id),
      actor: { userId: actor.userId, kind: actor.kind, sessionId: view.actor_session_id, endsAt: view.ends_at },
    },
    host: view.host,
    accessExpires_ms: view.ends_at.getTime(),
  }
}
