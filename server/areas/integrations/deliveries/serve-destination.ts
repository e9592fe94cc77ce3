import { machineTime } from '#server/platform/clock.ts'
import type { Platform } from '#server/platform/platform.ts'
import { releaseClaims, type Claimed } from './claim-due.ts'
import type { Health } from '../connections/destination-health.ts'

/** How a destination fares after a try; null when that is unknown. A try that had to wait says for how long. */
interface Fared {
  status: Health['status'] | null
  wait_ms: number
}
/** Makes one try of some deliveries and keeps the outcomes. */
export type TryThem = (claimed: readonly Claimed[]) => Promise<Fared>

/** Tries at one destination at a time. */
const atOnce = 2
/** After a try that took longer, this one's are made one after another: more at once would only wait longer. */
const slow_ms = 2_000
/** A try begins only while its lease outlasts the longest try there can be. */
const longestTry_ms = 22_000

/**
 * Tries what was claimed of one destination, two at a time while it is fast, until it no longer fares well, the leases run out or the
 * worker stops. What was not tried is given back.
 */
export async function serveDestination(
  platform: Platform,
  claims: Claimed[],
  {
    tryThem,
    batch,
    mayGoOn,
    onTried,
  }: { tryThem: TryThem; batch: number; mayGoOn: () => boolean; onTried: (wasSlow: boolean) => void },
): Promise<void> {
  let fares: Fared = { status: 'ok', wait_ms: 0 }
  const hasTime = (): boolean =>
    claims.length > 0 && claims[0]!.leasedUntil.getTime() - platform.clock.now() >= longestTry_ms
  const isFine = (): boolean => fares.status === 'ok' && fares.wait_ms === 0
  let isSlow = false
  const work = async (isFirst: boolean): Promise<void> => {
    while (isFine() && mayGoOn() && hasTime() && (isFirst || !isSlow)) {
      const started_ms = machineTime(platform.clock)
      const fared = await tryThem(claims.splice(0, batch))
      const wasSlow = machineTime(platform.clock) - started_ms > slow_ms
      if (wasSlow) isSlow = true
      onTried(wasSlow)
      if (fared.status !== 'ok' || fared.wait_ms > 0) fares = fared
    }
  }
  // A batch is one request: two at once would be two of them.
  await Promise.all(Array.from({ length: batch > 1 ? 1 : atOnce }, (_, n) => work(n === 0)))
  await releaseClaims(platform, claims, fares.wait_ms)
}
