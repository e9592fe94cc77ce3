import { machineTime } from '#server/platform/clock.ts'
import type { Platform } from '#server/platform/platform.ts'

/** A round of a job that comes each minute ends before the next one begins. */
const round_ms = 50_000

/** How long a round of asking a gateway goes on. */
export interface Round {
  lasts(): boolean
  /** As many of these as the round lasts for, one at least: a slow gateway keeps nobody from a turn for good. */
  take<One>(ones: Iterable<One>): Generator<One>
}

/** A round that begins now; of several, each its part of it. */
export function beginRound({ clock }: Pick<Platform, 'clock'>, parts = 1): Round {
  const end_ms = machineTime(clock) + round_ms / parts
  const lasts = (): boolean => machineTime(clock) < end_ms
  return {
    lasts,
    *take(ones) {
      let isFirst = true
      for (const one of ones) {
        if (!isFirst && !lasts()) return
        isFirst = false
        yield one
      }
    },
  }
}
