import { machineTime } from '#server/platform/clock.ts'
import type { Platform } from '#server/platform/platform.ts'
import { releaseClaims, type Claimed } from './claim-due.ts'
import type { Connector } from '../connectors/connector.ts'
import type { Health } from '../connections/destination-health.ts'

/** A destination's status after an attempt, null if unknown, and how long it has to wait. */
interface Fared {
  status: Health['status'] | null
  wait_ms: number
}
/** Makes one attempt for some deliveries and stores the outcomes. */
export type TryThem = (claimed: readonly Claimed[]) => Promise<Fared>

/** Concurrent attempts per destination. */
const atOnce = 2
/** After a slower attempt, a destination gets one attempt at a time: more at once would only wait longer. */
export const slow_ms = 2_000
/** An attempt starts only if its lease outlasts the longest possible attempt. */
const longestTry_ms = 22_000

/**
 * Attempts a destination's claimed deliveries, two at a time while it is fast, until one fails, the leases run out or
 * the worker stops. Releases unattempted claims.
 */
export async function serveDestination(
  platform: Platform,
  claims: Claimed[],
  {
    tryThem,
    connector: { batch = 1, personOf },
    mayGoOn,
    onTried,
  }: {
    tryThem: TryThem
    connector: Pick<Connector, 'batch' | 'personOf'>
    mayGoOn: () => boolean
    onTried: (wasSlow: boolean) => void
  },
): Promise<void> {
  const next = takeInTurn(claims, batch, personOf)
  let fares: Fared = { status: 'ok', wait_ms: 0 }
  const hasTime = (): boolean =>
    claims.length > 0 && claims[0]!.leasedUntil.getTime() - platform.clock.now() >= longestTry_ms
  const isFine = (): boolean => fares.status === 'ok' && fares.wait_ms === 0
  let isSlow = false
  const work = async (isFirst: boolean): Promise<void> => {
    while (isFine() && mayGoOn() && hasTime() && (isFirst || !isSlow)) {
      const started_ms = machineTime(platform.clock)
      const { taken, done } = next()
      if (taken.length === 0) break
      const pace = await tryThem(taken)
      done()
      const wasSlow = machineTime(platform.clock) - started_ms > slow_ms
      if (wasSlow) isSlow = true
      onTried(wasSlow)
      if (pace.status !== 'ok' || pace.wait_ms > 0) fares = pace
    }
  }
  // A batch is one request, and a destination that takes batches gets one request at a time.
  await Promise.all(Array.from({ length: batch > 1 ? 1 : atOnce }, (_, n) => work(n === 0)))
  await releaseClaims(platform, claims, fares.wait_ms)
}

/**
 * Takes the next claims, oldest first. If the connector identifies people, only one delivery per person is in
 * progress: otherwise an earlier lead could overwrite a later one that was sent at the same time.
 */
function takeInTurn(
  claims: Claimed[],
  batch: number,
  personOf: Connector['personOf'],
): () => { taken: Claimed[]; done: () => void } {
  const underWay = new Set<string>()
  const personIn = ({ body }: Claimed): string => (body === null ? '' : personOf!(body))
  return () => {
    if (!personOf || batch > 1) return { taken: claims.splice(0, batch), done: () => {} }
    const at = claims.findIndex((one) => !underWay.has(personIn(one)))
    const claim = at < 0 ? [] : claims.splice(at, 1)
    const people = claim.map(personIn).filter((person) => person !== '')
    for (const person of people) underWay.add(person)
    return { taken: claim, done: () => people.forEach((person) => underWay.delete(person)) }
  }
}
