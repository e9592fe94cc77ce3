import { readRoots } from '#server/areas/branding/read-roots.ts'
import { closeMail } from '#server/platform/mail.ts'
import type { Platform } from '#server/platform/platform.ts'
import { sweepForWork } from '#server/platform/sweep.ts'
import { createDeliverer } from './deliver.ts'

/** Beyond this, the next sweep after it finds what is due. */
const longestTimer_ms = 86_400_000

/**
 * Delivers until stopped, when signals announce deliveries, when a failed one is due again, and when a sweep finds any. Safe to run in
 * any number of processes.
 *
 * @param sweepEvery_ms the longest time between two sweeps; replaced in tests.
 */
export function startDeliveries(platform: Platform, sweepEvery_ms?: number): { stop(): Promise<void> } {
  let timer: NodeJS.Timeout | null = null
  let wakesAt_ms = Number.POSITIVE_INFINITY
  const roots = new Set<string>()

  const wakeAt = (at_ms: number): void => {
    const in_ms = Math.max(0, at_ms - platform.clock.now())
    if (in_ms > longestTimer_ms || (timer && at_ms >= wakesAt_ms)) return
    if (timer) clearTimeout(timer)
    wakesAt_ms = at_ms
    timer = setTimeout(() => {
      timer = null
      sweeps.now()
    }, in_ms)
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
      if (timer) clearTimeout(timer)
      for (const stop of stopHearing) stop()
      await deliverer.stop()
      closeMail(platform)
    },
  }
}
