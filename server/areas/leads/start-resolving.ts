import type { Platform } from '#server/platform/platform.ts'
import { findAgenciesWithHits } from './find-agencies-with-hits.ts'
import { resolveAgency, type Resolved } from './resolve-agency.ts'

const sweepEvery_ms = 2_000
/** Hits that a running transaction holds back are asked for again soon, since most transactions last moments … */
const firstHeldBack_ms = 20
/** … and less and less often when one lasts. */
const longestHeldBack_ms = 500
/** How many agencies are resolved at once: more than this wait for the database and not for one another. */
const lanes = 2
const firstPause_ms = 500
const longestPause_ms = 30_000

export interface Resolving {
  /** Starts nothing new and waits for the batches under way. */
  stop(): Promise<void>
}

/** What the loop does for an agency; replaced in tests. */
export type ResolveNext = (agencyId: string) => Promise<Resolved>

/**
 * Resolves hits until it is stopped. Signals wake it at once; it also looks by itself every two seconds, since signals can
 * be lost. Agencies take turns batch by batch. One that fails is tried again after a growing pause, and keeps nobody else
 * waiting. Run it in as many processes as wanted.
 */
export function startResolving(
  platform: Platform,
  resolve: ResolveNext = (id) => resolveAgency(platform, id),
): Resolving {
  const waiting = new Set<string>()
  const running = new Map<string, Promise<void>>()
  const failures = new Map<string, number>()
  const heldBack = new Map<string, number>()
  const timers = new Map<string, NodeJS.Timeout>()
  let stopped = false

  const add = (agencyIds: Iterable<string>): void => {
    for (const id of agencyIds) if (!failures.has(id)) waiting.add(id)
    pump()
  }
  const pump = (): void => {
    for (const id of waiting) {
      if (stopped || running.size >= lanes) return
      // Hits that came while it runs are seen to when it is back.
      if (running.has(id)) continue
      waiting.delete(id)
      running.set(
        id,
        work(id).finally(() => {
          running.delete(id)
          pump()
        }),
      )
    }
  }
  const addLater = (id: string, pause_ms: number): void => {
    if (stopped || timers.has(id)) return
    timers.set(
      id,
      setTimeout(() => {
        timers.delete(id)
        waiting.add(id)
        pump()
      }, pause_ms),
    )
  }
  const work = async (id: string): Promise<void> => {
    try {
      const { visits, more } = await resolve(id)
      failures.delete(id)
      const isHeldBack = more && visits === 0
      if (!isHeldBack) heldBack.delete(id)
      if (isHeldBack) addLater(id, nextPause(heldBack, id, firstHeldBack_ms, longestHeldBack_ms))
      else if (more) waiting.add(id)
    } catch (error) {
      platform.log.error({ err: error, agencyId: id }, "an agency's hits could not be resolved")
      addLater(id, nextPause(failures, id, firstPause_ms, longestPause_ms))
    }
  }
  const sweep = (): void => {
    findAgenciesWithHits(platform).then(add, (error: unknown) =>
      platform.log.warn({ err: error }, 'agencies with hits could not be looked for'),
    )
  }

  const sweeping = setInterval(sweep, sweepEvery_ms)
  const stopHearing = platform.signals.on('hits', ({ agencyIds }) => add(agencyIds))
  sweep()
  return {
    async stop() {
      stopped = true
      clearInterval(sweeping)
      for (const timer of timers.values()) clearTimeout(timer)
      stopHearing()
      await Promise.all(running.values())
    },
  }
}

/** Twice the pause before, which it remembers. */
function nextPause(pauses: Map<string, number>, id: string, first_ms: number, longest_ms: number): number {
  const before_ms = pauses.get(id)
  const pause_ms = before_ms === undefined ? first_ms : Math.min(longest_ms, before_ms * 2)
  pauses.set(id, pause_ms)
  return pause_ms
}
