import type { Platform } from './platform.ts'

/** How often work is looked for of which no signal told: the process that committed it may have been killed before it sent one. */
const usual_ms = 10_000

export interface Sweeps {
  /** Looks now, or again if it is looking. */
  now(): void
  stop(): void
}

/**
 * How workers wait for what signals announce: looks at once, after signals may have been missed, and now and then besides. Looking
 * often would cost more than the work on a machine where nothing happens.
 *
 * @param every_ms the longest time between two looks; replaced in tests.
 */
export function sweepForWork(
  { signals, log }: Pick<Platform, 'signals' | 'log'>,
  failure: string,
  look: () => Promise<unknown>,
  every_ms = usual_ms,
): Sweeps {
  let isLooking = false
  let isAskedAgain = false
  let isStopped = false
  const now = (): void => {
    if (isStopped) return
    if (isLooking) {
      isAskedAgain = true
      return
    }
    isLooking = true
    isAskedAgain = false
    look()
      .catch((error: unknown) => log.warn({ err: error }, failure))
      .finally(() => {
        isLooking = false
        if (isAskedAgain) now()
      })
  }
  const timer = setInterval(now, every_ms)
  const stopHearing = signals.on('missed', now)
  now()
  return {
    now,
    stop() {
      isStopped = true
      clearInterval(timer)
      stopHearing()
    },
  }
}
