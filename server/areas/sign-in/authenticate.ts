import { machineTime } from '#server/platform/clock.ts'
import type { Caller } from '#server/platform/call.ts'
import type { Platform } from '#server/platform/platform.ts'
import { callerCacheOf, type FoundCaller } from './caller-cache.ts'
import { callerOf } from './caller-of.ts'
import { findPerson } from './find-person.ts'
import { findView } from './view/find-view.ts'

interface SessionRow {
  id: string
  user_id: string
  root_id: string
  host: string
  access_expires_at: Date
  successor_used: boolean
}

/** The caller behind an access token, by its hash, or null. A session is valid only on its own host. */
export async function authenticate(platform: Platform, hash: Buffer, host: string): Promise<Caller | null> {
  const now_ms = machineTime(platform.clock)
  const entry = await callerCacheOf(platform).find(hash.toString('latin1'), now_ms, () => load(platform, hash, now_ms))
  if (!entry || entry.host !== host || entry.accessExpires_ms <= now_ms) return null
  return entry.caller
}

async function load(platform: Platform, accessHash: Buffer, now_ms: number): Promise<FoundCaller | null> {
  const { rows } = await platform.appPool.query<SessionRow>({
    name: 'find-session',
    text: `select id, user_id, root_id, host, access_expires_at, successor_used from session
      where access_hash = $1 and revoked_at is null and access_expires_at > $2 and ends_at > $2`,
    values: [accessHash, new Date(now_ms)],
  })
  const session = rows[0]
  if (!session) return findView(platform, accessHash, now_ms)
  // Whoever refreshed with this token's predecessor has got the answer: once for each refresh.
  if (!session.successor_used)
    await platform.appPool.query('update session set successor_used = true where id = $1 and access_hash = $2', [
      session.id,
      accessHash,
    ])
  const person = await findPerson(platform, session.root_id, session.user_id)
  if (!person) return null
  return {
    caller: callerOf(person, session.id),
    host: session.host,
    accessExpires_ms: session.access_expires_at.getTime(),
  }
}
