import type { Platform } from '#server/platform/platform.ts'
import { findAgenciesWithHits } from './find-agencies-with-hits.ts'
import { resolveAgency, type Resolved } from './resolve-agency.ts'
import { Turns } from './turns.ts'

const usualSweep_ms = 2_000
/** How many agencies are resolved at once: one more than most machines have idle cores, since a lane also waits for disks. */
export const lanes = 3
/** Hits that a running transaction holds back: asked for again soon, since most last moments, then less and less often. */
const heldBack = { first_ms: 20, longest_ms: 500 }
const failed = { first_ms: 500, longest_ms: 30_000 }

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
 *
 * @param sweepEvery_ms time between two looks of its own, in milliseconds.
 */
export function startResolving(
  platform: Platform,
  resolve: ResolveNext = (id) => resolveAgency(platform, id),
  sweepEvery_ms = usualSweep_ms,
): Resolving {
  const pauses = new Map<string, number>()
  const turns = new Turns(lanes, async (id) => {
    try {
      const { visits, more } = await resolve(id)
      if (more && visits === 0) return nextPause(pauses, id, heldBack)
      pauses.delete(id)
      return more ? 'now' : null
    } catch (error) {
      platform.log.error({ err: error, agencyId: id }, "an agency's hits could not be resolved")
      return nextPause(pauses, id, failed)
    }
  })
  const sweep = (): void => {
    findAgenciesWithHits(platform).then(
      (agencyIds) => turns.add(agencyIds),
      (error: unknown) => platform.log.warn({ err: error }, 'agencies with hits could not be looked for'),
    )
  }
  const sweeping = setInterval(sweep, sweepEvery_ms)
  const stopHearing = platform.signals.on('hits', ({ agencyIds }) => turns.add(agencyIds))
  sweep()
  return {
    async stop() {
      clearInterval(sweeping)
      stopHearing()
      await turns.stop()
    },
  }
}

/** Twice the pause before, which it remembers, within bounds. */
function nextPause(
  pauses: Map<string, number>,
  id: string,
  { first_ms, longest_ms }: { first_ms: number; longest_ms: number },
): number {
  const before_ms = pauses.get(id)
  const pause_ms = before_ms === undefined ? first_ms : Math.min(longest_ms, Math.max(first_ms, before_ms * 2))
  pauses.set(id, pause_ms)
  return pause_ms
}
