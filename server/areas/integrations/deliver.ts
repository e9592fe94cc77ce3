import type { Platform } from '#server/platform/platform.ts'
import { claimDue, releaseClaims, type Claimed } from './claim-due.ts'
import { createOutcomeKeeper } from './keep-outcomes.ts'
import { sendDelivery } from './send-delivery.ts'

export interface Deliverer {
  /** Claims what is due in a root's deliveries and starts trying it; resolves when there is nothing more to claim now. */
  pump(rootId: string): Promise<void>
  /** Pumps until nothing of the root is due and nothing is under way. Answers how many tries were made. */
  deliverDue(rootId: string): Promise<number>
  /** Lets tries under way end and keeps their outcome; gives back what was claimed and not tried, claims nothing more. */
  stop(): Promise<void>
}

export interface DelivererOptions {
  /** Hears when a failed try is due again (milliseconds since 1970). */
  wakeAt?: (at_ms: number) => void
  /** How long a receiver of webhooks may take; 10 seconds unless told. */
  timeout_ms?: number
}

/** Destinations that this process serves at a time; failing ones may take up half, so that they never hold up the rest. */
const mostServed = 48
const mostFailingServed = mostServed / 2
/** Tries at one destination at a time. */
const atOneDestination = 2
/** A try begins only while its lease outlasts the longest try there can be. */
const longestTry_ms = 22_000

export function createDeliverer(platform: Platform, options: DelivererOptions = {}): Deliverer {
  const timeout_ms = options.timeout_ms ?? 10_000
  const keeper = createOutcomeKeeper(platform, options.wakeAt ?? (() => {}))
  /** What is under way, by destination, and whether that destination was failing. */
  const serving = new Map<Promise<void>, boolean>()
  const pumping = new Map<string, Promise<void>>()
  const asked = new Set<string>()
  let stopped = false
  let tries = 0

  /** Tries one destination's deliveries, two at a time, until one changes how it fares or the leases run out. */
  const serve = async (claims: Claimed[]): Promise<void> => {
    let goOn = true
    const work = async (): Promise<void> => {
      while (goOn && !stopped && outlasts(claims[0], platform.clock.now())) {
        const claimed = claims.shift()!
        const outcome = await sendDelivery(platform, claimed, timeout_ms)
        tries++
        if ((await keeper.keep(outcome)) !== 'ok') goOn = false
      }
    }
    await Promise.all(Array.from({ length: atOneDestination }, work))
    await releaseClaims(platform, claims)
  }

  const claimOnce = async (rootId: string): Promise<void> => {
    const failing = [...serving.values()].filter(Boolean).length
    const free = mostServed - serving.size
    if (free <= 0) return
    const room = { ok: free, failing: Math.max(0, Math.min(free, mostFailingServed - failing)) }
    for (const claims of await claimDue(platform, rootId, room)) {
      const isFailing = claims[0]!.failing
      const served = serve(claims)
        .catch((error: unknown) => platform.log.warn({ err: error }, 'claimed deliveries were left to their lease'))
        .finally(() => {
          serving.delete(served)
          // There is room again: whatever waits comes next.
          void deliverer.pump(rootId)
        })
      serving.set(served, isFailing)
    }
  }

  const pumpWhileAsked = async (rootId: string): Promise<void> => {
    while (asked.delete(rootId) && !stopped) {
      try {
        await claimOnce(rootId)
      } catch (error) {
        platform.log.warn({ err: error }, 'deliveries could not be claimed')
      }
    }
  }

  const deliverer: Deliverer = {
    pump(rootId) {
      asked.add(rootId)
      const running = pumping.get(rootId) ?? pumpWhileAsked(rootId).finally(() => pumping.delete(rootId))
      pumping.set(rootId, running)
      return running
    },
    async deliverDue(rootId) {
      const before = tries
      do {
        await deliverer.pump(rootId)
        await Promise.all(serving.keys())
      } while (serving.size > 0 || pumping.size > 0 || asked.size > 0)
      return tries - before
    },
    async stop() {
      stopped = true
      keeper.giveUp()
      await Promise.all(pumping.values())
      await Promise.all(serving.keys())
    },
  }
  return deliverer
}

const outlasts = (claimed: Claimed | undefined, now_ms: number): boolean =>
  claimed !== undefined && claimed.leasedUntil.getTime() - now_ms >= longestTry_ms
