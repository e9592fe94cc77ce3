import { machineTime } from '#server/platform/clock.ts'
import type { Platform } from '#server/platform/platform.ts'

/** A round of a job that runs every minute ends before the next one begins. */
const round_ms = 50_000

/** The time budget of one run that calls a gateway. */
export interface Round {
  lasts(): boolean
  /** Yields items while time is left, but at least one: a slow gateway can't starve anybody for good. */
  take<One>(ones: Iterable<One>): Generator<One>
}

/** Begins a round now; with `parts`, its budget is divided by that number. */
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
