import { findHost } from '#server/areas/branding/public.ts'
import { findPerson } from '#server/areas/sign-in/public.ts'
import type { Caller } from '#server/platform/call.ts'
import type { Scope } from '#server/platform/database/tx.ts'
import { machineTime } from '#server/platform/clock.ts'
import { hashToken } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { findCredentialById } from './credentials.ts'

/** How long a token is believed without asking the database, as a session is. */
const believed_ms = 5_000
const mostTokens = 20_000

interface Known {
  caller: Caller
  host: string
  until_ms: number
}

const caches = new WeakMap<Platform, Map<string, Known>>()

function cacheOf(platform: Platform): Map<string, Known> {
  let cache = caches.get(platform)
  if (!cache) caches.set(platform, (cache = new Map()))
  return cache
}

/** The caller behind a developer's token that was asked for a moment ago, or null: asked before anything else, since it costs nothing. */
export function findKnownDeveloper(platform: Platform, token: string, host: string): Caller | null {
  const known = cacheOf(platform).get(hashToken(token).toString('latin1'))
  return known && known.host === host && known.until_ms > machineTime(platform.clock) ? known.caller : null
}

/** A key that was removed ends at once in this process; in others within five seconds. */
export function forgetCredential(platform: Platform, credentialId: string): void {
  const cache = cacheOf(platform)
  for (const [key, { caller }] of cache) if (caller.userId === credentialId) cache.delete(key)
}

/** The caller behind a developer's token, or null. Asked for tokens that are nobody's session. */
export async function authenticateDeveloper(platform: Platform, token: string, host: string): Promise<Caller | null> {
  const now_ms = machineTime(platform.clock)
  const hash = hashToken(token)
  const { rows } = await platform.appPool.query<{ credential_id: string; scopes: string[]; expires_at: Date }>(
    'select credential_id, scopes, expires_at from developer_token where token_hash = $1 and host = $2 and expires_at > $3',
    [hash, host, new Date(now_ms)],
  )
  const [found] = rows
  const caller = found ? await findDeveloper(platform, host, found) : null
  if (!found || !caller) return null
  const cache = cacheOf(platform)
  if (cache.size >= mostTokens) cache.clear()
  const until_ms = Math.min(now_ms + believed_ms, found.expires_at.getTime())
  cache.set(hash.toString('latin1'), { caller, host, until_ms })
  return caller
}

/** A credential may what its maker may: one whose maker is gone may nothing. */
async function findDeveloper(
  platform: Platform,
  host: string,
  found: { credential_id: string; scopes: string[] },
): Promise<Caller | null> {
  const place = await findHost(platform, host)
  const credential = place && (await findCredentialById(platform, place.rootId, found.credential_id))
  const maker = credential && (await findPerson(platform, credential.rootId, credential.createdBy))
  if (!credential || !maker || maker.companyId !== credential.companyId) return null
  const { id, companyId, rootId, agencyId, clientId, createdBy, isTest } = credential
  const whole: Scope = agencyId === null ? { kind: 'root', rootId } : { kind: 'agency', rootId, agencyId }
  return {
    kind: 'developer',
    sessionId: id,
    userId: id,
    companyId,
    rootId,
    agencyId,
    clientId,
    rights: maker.rights,
    // Of no company: whatever a test key might reach by mistake, the database shows it no row and takes none.
    scope: isTest ? { kind: 'none' } : whole,
    isTest,
    apiScopes: found.scopes,
    madeBy: createdBy,
    actor: null,
  }
}
