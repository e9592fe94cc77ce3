import { findHost } from '#server/areas/branding/find-host.ts'
import { personOf } from '#server/areas/sign-in/find-person.ts'
import type { Caller } from '#server/platform/call.ts'
import type { Scope } from '#server/platform/database/tx.ts'
import { machineTime } from '#server/platform/clock.ts'
import type { Platform } from '#server/platform/platform.ts'
import { findCredentialOfToken } from './credentials.ts'

/** How long a token is cached without querying the database, like a session. */
const believed_ms = 5_000
const maxTokens = 20_000

interface Known {
  developer: Promise<Developer | null>
  /** Null until it is found. */
  credentialId: string | null
  /** A token's credential and its operator never change, so later lookups use them directly. */
  rootId: string | null
  until_ms: number
}

interface Developer {
  caller: Caller
  expires_ms: number
}

/** Caches developers by token and host, so that repeated and concurrent calls cause one lookup. */
const caches = new WeakMap<Platform, Map<string, Known>>()

function cacheOf(platform: Platform): Map<string, Known> {
  let cache = caches.get(platform)
  if (!cache) caches.set(platform, (cache = new Map()))
  return cache
}

const keyOf = (hash: Buffer, host: string): string => hash.toString('latin1') + host

/** A removed key ends at once in this process, even if a lookup is in progress; in others within five seconds. */
export function forgetCredential(platform: Platform, id: string): void {
  const cache = cacheOf(platform)
  for (const [key, { credentialId }] of cache) if (credentialId === null || credentialId === id) cache.delete(key)
}

/**
 * The caller of a token known to be a developer's, or null if it is no longer valid; undefined for any other token.
 * Checked first: a developer's token is never a session.
 */
export function findKnownDeveloper(platform: Platform, hash: Buffer, host: string): Promise<Caller | null> | undefined {
  const entry = cacheOf(platform).get(keyOf(hash, host))
  return entry && findAgain(platform, hash, host, entry)
}

/** The caller behind a developer's token, or null. Called for tokens that match no session. */
export async function authenticateDeveloper(platform: Platform, hash: Buffer, host: string): Promise<Caller | null> {
  return findAgain(platform, hash, host, cacheOf(platform).get(keyOf(hash, host)))
}

async function findAgain(
  platform: Platform,
  hash: Buffer,
  host: string,
  entry: Known | undefined,
): Promise<Caller | null> {
  const now_ms = machineTime(platform.clock)
  // After the clock was set back, an entry would be believed for as long as that.
  const isFresh = entry !== undefined && entry.until_ms > now_ms && entry.until_ms <= now_ms + believed_ms
  const lookup = isFresh ? entry : lookUp(platform, hash, host, entry?.rootId ?? null)
  const developer = await lookup.developer
  return developer && developer.expires_ms > now_ms ? developer.caller : null
}

function lookUp(platform: Platform, hash: Buffer, host: string, rootId: string | null): Known {
  const cache = cacheOf(platform)
  const key = keyOf(hash, host)
  if (cache.size >= maxTokens) cache.clear()
  const developer = findDeveloper(platform, hash, host, rootId)
  const entry: Known = { developer, credentialId: null, rootId, until_ms: machineTime(platform.clock) + believed_ms }
  cache.set(key, entry)
  // Invalid tokens are not cached.
  const forget = (): void => {
    if (cache.get(key) === entry) cache.delete(key)
  }
  developer.then((match) => {
    if (!match) return forget()
    entry.credentialId = match.caller.userId
    entry.rootId = match.caller.rootId
  }, forget)
  return entry
}

/** A credential has its creator's permissions; if the creator was removed, it has none. */
async function findDeveloper(
  platform: Platform,
  hash: Buffer,
  host: string,
  knownRootId: string | null,
): Promise<Developer | null> {
  const rootId = knownRootId ?? (await findHost(platform, host))?.rootId
  const match = rootId === undefined ? null : await findCredentialOfToken(platform, rootId, hash, host)
  const maker = match?.maker && personOf(platform, match.maker)
  if (!maker || maker.companyId !== match.credential.companyId) return null
  const { id, companyId, agencyId, clientId, createdBy, isTest } = match.credential
  const path = { rootId: match.credential.rootId, agencyId, clientId }
  const whole: Scope =
    agencyId === null ? { kind: 'root', rootId: path.rootId } : { kind: 'agency', rootId: path.rootId, agencyId }
  const caller: Caller = {
    kind: 'developer',
    sessionId: id,
    userId: id,
    companyId,
    ...path,
    rights: maker.rights,
    // No company: whatever a test key might reach by mistake, row-level security shows no row and accepts none.
    scope: isTest ? { kind: 'none' } : whole,
    isTest,
    apiScopes: match.scopes,
    madeBy: createdBy,
    actor: null,
  }
  return { caller, expires_ms: match.expiresAt.getTime() }
}
