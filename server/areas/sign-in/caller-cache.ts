import type { Caller } from '#server/platform/call.ts'
import type { Platform } from '#server/platform/platform.ts'

/** How long a caller is cached; every process denies a revoked session within this time. */
const callerBelieved_ms = 5_000
const maxCallers = 50_000

interface Entry {
  caller: Promise<FoundCaller | null>
  until_ms: number
}

export interface FoundCaller {
  caller: Caller
  host: string
  accessExpires_ms: number
}

/** Callers by the hash of their access token, so that a page that makes ten calls causes one lookup. */
export interface CallerCache {
  find(key: string, now_ms: number, load: () => Promise<FoundCaller | null>): Promise<FoundCaller | null>
  /** Removes a session from this process's cache immediately; others drop it within five seconds. */
  forgetSession(sessionId: string): void
}

const caches = new WeakMap<Platform, CallerCache>()

export function callerCacheOf(platform: Platform): CallerCache {
  let cache = caches.get(platform)
  if (!cache) caches.set(platform, (cache = createCallerCache()))
  return cache
}

function createCallerCache(): CallerCache {
  const entries = new Map<string, Entry>()
  const keysOfSession = new Map<string, string>()
  return {
    find(key, now_ms, load) {
      const cachedEntry = entries.get(key)
      // After the clock was set back, an entry would be believed for as long as that.
      if (cachedEntry && cachedEntry.until_ms > now_ms && cachedEntry.until_ms <= now_ms + callerBelieved_ms)
        return cachedEntry.caller
      if (entries.size >= maxCallers) {
        entries.clear()
        keysOfSession.clear()
      }
      const entry: Entry = { caller: load(), until_ms: now_ms + callerBelieved_ms }
      entries.set(key, entry)
      entry.caller.then(
        (entry) => {
          if (entry) keysOfSession.set(entry.caller.sessionId, key)
          // Invalid tokens are not cached.
          else entries.delete(key)
        },
        () => entries.delete(key),
      )
      return entry.caller
    },
    forgetSession(sessionId) {
      const key = keysOfSession.get(sessionId)
      if (key !== undefined) entries.delete(key)
      keysOfSession.delete(sessionId)
    },
  }
}
