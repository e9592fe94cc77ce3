import { readRoots } from '#server/areas/branding/read-roots.ts'
import { closeMail } from '#server/platform/mail.ts'
import type { Platform } from '#server/platform/platform.ts'
import { sweepForWork } from '#server/platform/sweep.ts'
import { createDeliverer } from './deliver.ts'

/** What is due later than this is found by a sweep. */
const longestTimer_ms = 3_600_000
/** Due times are rounded up to this, so that many deliveries need few timers. */
const timersEvery_ms = 100

/**
 * Delivers until stopped, when signals announce deliveries, when a failed one is due again, and when a sweep finds any. Safe to run in
 * any number of processes.
 *
 * @param sweepEvery_ms the longest time between two sweeps; replaced in tests.
 */
export function startDeliveries(platform: Platform, sweepEvery_ms?: number): { stop(): Promise<void> } {
  /** By the time when they end. */
  const timers = new Map<number, NodeJS.Timeout>()
  const roots = new Set<string>()

  const wakeAt = (at_ms: number): void => {
    const due_ms = Math.ceil(at_ms / timersEvery_ms) * timersEvery_ms
    const in_ms = Math.max(0, due_ms - platform.clock.now())
    if (in_ms > longestTimer_ms || timers.has(due_ms)) return
    const wake = (): void => {
      timers.delete(due_ms)
      sweeps.now()
    }
    timers.set(due_ms, setTimeout(wake, in_ms))
  }
  const deliverer = createDeliverer(platform, { wakeAt })
  const sweeps = sweepForWork(
    platform,
    'deliveries could not be swept',
    async () => {
      for (const rootId of await readRoots(platform)) roots.add(rootId)
      await Promise.all([...roots].map((rootId) => deliverer.pump(rootId)))
    },
    sweepEvery_ms,
  )
  const stopHearing = [
    platform.signals.on('deliveries', ({ rootId }) => {
      roots.add(rootId)
      void deliverer.pump(rootId)
    }),
    platform.signals.on('clock', sweeps.now),
  ]
  return {
    async stop() {
      sweeps.stop()
      for (const stop of stopHearing) stop()
      await deliverer.stop()
      // Outcomes that were stored while it stopped have planned more.
      for (const timer of timers.values()) clearTimeout(timer)
      closeMail(platform)
    },
  }
}
