import { readRoots } from '#server/areas/branding/read-roots.ts'
import { closeMail } from '#server/platform/mail.ts'
import type { Platform } from '#server/platform/platform.ts'
import { createDeliverer } from './deliver.ts'

const usualSweep_ms = 2_000

/**
 * Delivers until stopped. Signals wake it at once. It also polls every two seconds, because signals can be lost, and
 * when a failed delivery is due again. Safe to run in any number of processes.
 *
 * @param sweepEvery_ms the polling interval in milliseconds.
 */
export function startDeliveries(platform: Platform, sweepEvery_ms = usualSweep_ms): { stop(): Promise<void> } {
  let timer: NodeJS.Timeout | null = null
  let wakesAt_ms = Number.POSITIVE_INFINITY
  const roots = new Set<string>()

  const sweep = async (): Promise<void> => {
    for (const rootId of await readRoots(platform)) roots.add(rootId)
    await Promise.all([...roots].map((rootId) => deliverer.pump(rootId)))
  }
  const sweepSafely = (): void => {
    sweep().catch((error: unknown) => platform.log.warn({ err: error }, 'deliveries could not be swept'))
  }
  const wakeAt = (at_ms: number): void => {
    const in_ms = Math.max(0, at_ms - platform.clock.now())
    if (in_ms > 60_000 || (timer && at_ms >= wakesAt_ms)) return
    if (timer) clearTimeout(timer)
    wakesAt_ms = at_ms
    timer = setTimeout(() => {
      timer = null
      sweepSafely()
    }, in_ms)
  }
  const deliverer = createDeliverer(platform, { wakeAt })

  const sweeping = setInterval(sweepSafely, sweepEvery_ms)
  const stopHearing = [
    platform.signals.on('deliveries', ({ rootId }) => {
      roots.add(rootId)
      void deliverer.pump(rootId)
    }),
    platform.signals.on('clock', sweepSafely),
  ]
  sweepSafely()
  return {
    async stop() {
      clearInterval(sweeping)
      if (timer) clearTimeout(timer)
      for (const stop of stopHearing) stop()
      await deliverer.stop()
      closeMail(platform)
    },
  }
}
