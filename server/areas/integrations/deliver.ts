import { setTimeout as sleep } from 'node:timers/promises'
import type { Platform } from '#server/platform/platform.ts'
import { claimDue, type Claimed } from './claim-due.ts'
import { recordOutcomes } from './record-outcomes.ts'
import { sendDelivery, type Outcome } from './send-delivery.ts'

export interface Deliverer {
  /** Claims what is due in a root's deliveries and starts trying it; resolves when there is nothing more to claim now. */
  pump(rootId: string): Promise<void>
  /** Pumps until nothing of the root is due and nothing is under way. Answers how many tries were made. */
  deliverDue(rootId: string): Promise<number>
  /** Lets tries under way end and keeps their outcome; claims nothing more. */
  stop(): Promise<void>
}

/** Tries under way in this process; those at failing destinations may take up half, so that they never hold up the rest. */
const mostUnderWay = 96
const mostFailingUnderWay = mostUnderWay / 2
const pauseAfterFault_ms = 1_000

export interface DelivererOptions {
  /** Hears when a failed try is due again (milliseconds since 1970). */
  wakeAt?: (at_ms: number) => void
  /** How long a receiver of webhooks may take; 10 seconds unless told. */
  timeout_ms?: number
}

export function createDeliverer(platform: Platform, options: DelivererOptions = {}): Deliverer {
  const timeout_ms = options.timeout_ms ?? 10_000
  const underWay = new Map<Claimed, Promise<void>>()
  const outcomes: Outcome[] = []
  const pumping = new Map<string, Promise<void>>()
  const asked = new Set<string>()
  let recording: Promise<void> | null = null
  let stopped = false
  let tries = 0

  const countFailing = (): number => [...underWay.keys()].filter(({ failing }) => failing).length

  const attempt = async (claimed: Claimed): Promise<void> => {
    outcomes.push(await sendDelivery(platform, claimed, timeout_ms))
    tries++
    recording ??= record().finally(() => (recording = null))
    await recording
  }

  /** One transaction after another, each with all that ended meanwhile: as many as the database takes, without a timer. */
  const record = async (): Promise<void> => {
    while (outcomes.length > 0) {
      const rootId = outcomes[0]!.delivery.rootId
      const own = outcomes.filter(({ delivery }) => delivery.rootId === rootId)
      try {
        const next_ms = await recordOutcomes(platform, rootId, own)
        outcomes.splice(0, outcomes.length, ...outcomes.filter((outcome) => !own.includes(outcome)))
        if (next_ms !== null) options.wakeAt?.(next_ms)
      } catch (error) {
        // The leases of these tries end by themselves; until then there is no harm in trying to keep them.
        platform.log.warn({ err: error }, 'the outcome of deliveries could not be kept yet')
        if (stopped) return void outcomes.splice(0)
        await sleep(pauseAfterFault_ms)
      }
    }
  }

  const claimOnce = async (rootId: string): Promise<number> => {
    const failingFree = Math.min(mostFailingUnderWay - countFailing(), mostUnderWay - underWay.size)
    const failing = failingFree > 0 ? await claimDue(platform, rootId, 'failing', failingFree) : []
    const free = mostUnderWay - underWay.size - failing.length
    const fine = free > 0 ? await claimDue(platform, rootId, 'ok', free) : []
    for (const claimed of [...fine, ...failing]) {
      const done = attempt(claimed).finally(() => {
        underWay.delete(claimed)
        // A destination has room again: whatever waits behind it comes next.
        void deliverer.pump(rootId)
      })
      underWay.set(claimed, done)
    }
    return fine.length + failing.length
  }

  const pumpAll = async (rootId: string): Promise<void> => {
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
      const running = pumping.get(rootId) ?? pumpAll(rootId).finally(() => pumping.delete(rootId))
      pumping.set(rootId, running)
      return running
    },
    async deliverDue(rootId) {
      const before = tries
      do {
        await deliverer.pump(rootId)
        await Promise.all(underWay.values())
      } while (underWay.size > 0 || pumping.size > 0 || asked.size > 0)
      return tries - before
    },
    async stop() {
      stopped = true
      await Promise.all(pumping.values())
      await Promise.all(underWay.values())
    },
  }
  return deliverer
}
