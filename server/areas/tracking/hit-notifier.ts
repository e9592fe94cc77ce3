import type { Pool } from 'pg'
import { inScope } from '#server/platform/database/scope.ts'
import { signal } from '#server/platform/signals.ts'

const pause_ms = 40
/** A notification holds 8,000 bytes. */
const maxAgencies = 150

export interface HitNotifier {
  /** Notifies the resolvers that these agencies have new hits: immediately, but at most once every few milliseconds. */
  notify(agencyIds: Iterable<string>): void
  stop(): void
}

/**
 * Wakes the resolvers. Sent after the commit and not inside it, because PostgreSQL serializes the commits of
 * transactions with a notification; resolvers also poll, so a lost signal loses no hit.
 */
export function createHitNotifier(pool: Pool, warn: (error: unknown) => void): HitNotifier {
  let waiting = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  const send = (): void => {
    timer = undefined
    if (waiting.size === 0) return
    const agencyIds = [...waiting].slice(0, maxAgencies)
    waiting = new Set([...waiting].slice(maxAgencies))
    timer = setTimeout(send, pause_ms)
    timer.unref()
    inScope(pool, { kind: 'none' }, (tx) => signal(tx, { kind: 'hits', agencyIds })).catch(warn)
  }
  return {
    notify(agencyIds) {
      for (const id of agencyIds) waiting.add(id)
      if (!timer) send()
    },
    stop: () => clearTimeout(timer),
  }
}
