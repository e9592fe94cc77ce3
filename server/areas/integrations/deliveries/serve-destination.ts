import { machineTime } from '#server/platform/clock.ts'
import type { Platform } from '#server/platform/platform.ts'
import { releaseClaims, type Claimed } from './claim-due.ts'
import type { Health } from '../connections/destination-health.ts'

/** Makes one try and keeps its outcome; answers how the destination fares then, null when that is unknown. */
export type TryOne = (claimed: Claimed) => Promise<Health['status'] | null>

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
  { tryOne, mayGoOn }: { tryOne: TryOne; mayGoOn: () => boolean },
): Promise<void> {
  let fares: Health['status'] | null = 'ok'
  const hasTime = (): boolean =>
    claims.length > 0 && claims[0]!.leasedUntil.getTime() - platform.clock.now() >= longestTry_ms
  let isSlow = false
  const work = async (isFirst: boolean): Promise<void> => {
    while (fares === 'ok' && mayGoOn() && hasTime() && (isFirst || !isSlow)) {
      const started_ms = machineTime(platform.clock)
      const status = await tryOne(claims.shift()!)
      if (machineTime(platform.clock) - started_ms > slow_ms) isSlow = true
      if (status !== 'ok') fares = status
    }
  }
  await Promise.all(Array.from({ length: atOnce }, (_, n) => work(n === 0)))
  await releaseClaims(platform, claims)
}
