import type { UserKind } from '#contract/people/user-kind.ts'
import { machineTime } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { hashToken, newId, newToken } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { assertCurrentPassword } from './password/assert-current.ts'
import { accessLife_ms, makeTokens, termsOf, type Tokens } from './sessions.ts'

/** Starts a session for a person who has proved who they are. Its device token is put only into the cookie. */
export async function startSession(
  platform: Platform,
  person: { userId: string; rootId: string; kind: UserKind },
  host: string,
  from: { address: string; userAgent: string; passwordVersion: number | null } | null = null,
): Promise<{ tokens: Tokens; device: string; sessionId: string }> {
  const now_ms = machineTime(platform.clock)
  const terms = termsOf(person.kind)
  const { tokens, accessHash, refreshHash } = makeTokens()
  const device = newToken()
  const sessionId = newId(now_ms)
  await inScope(platform.appPool, { kind: 'none' }, async (tx) => {
    if (from && from.passwordVersion !== null) await assertCurrentPassword(tx, person.userId, from.passwordVersion)
    await tx.query(insertText, [
      sessionId,
      person.userId,
      person.rootId,
      host,
      hashToken(device),
      accessHash,
      new Date(now_ms + accessLife_ms),
      refreshHash,
      new Date(now_ms + terms.idle_ms),
      new Date(now_ms + terms.whole_ms),
      new Date(now_ms),
      from?.address ?? null,
      from?.userAgent.slice(0, longestAgent) ?? null,
    ])
    await tx.query(endOldestText, [person.userId, new Date(now_ms), terms.atOnce, sessionId])
  })
  return { tokens, device, sessionId }
}

const longestAgent = 300

const insertText = `
  insert into session (id, user_id, root_id, host, device_hash, access_hash, access_expires_at, refresh_hash,
    idle_expires_at, ends_at, created_at, address, user_agent)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`

/** Ids of sessions started in the same moment have no order, so the new one is named to keep it from being ended. */
const endOldestText = `
  update session set revoked_at = $2, revoked_why = 'too many sessions'
  where id in (
    select id from session
    where user_id = $1 and revoked_at is null and idle_expires_at > $2 and ends_at > $2
    order by id = $4 desc, created_at desc, id desc offset $3)`
