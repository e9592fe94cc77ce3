import type { Platform } from '#server/platform/platform.ts'
import { connectorOf } from '../connectors/registry.ts'
import { claimDue, type Claimed } from './claim-due.ts'
import { createOutcomeStore } from './store-outcomes.ts'
import { requestedPause_ms } from './schedule.ts'
import { sendDeliveries, type Outcome } from './send-delivery.ts'
import { serveDestination, type TryThem } from './serve-destination.ts'
import { createTurns, type Room, type Slow, type Turns } from './take-turns.ts'

export interface Deliverer {
  /** Claims a root's due deliveries and starts sending; resolves when there is nothing more to claim for now. */
  pump(rootId: string): Promise<void>
  /** Pumps until nothing of the root is due or in progress. Returns the number of attempts. */
  deliverDue(rootId: string): Promise<number>
  /** Finishes attempts in progress and stores their outcomes; releases unattempted claims and claims nothing more. */
  stop(): Promise<void>
}

export interface DelivererOptions {
  /** Called with the time when a failed delivery is due again (milliseconds since 1970). */
  wakeAt?: (at_ms: number) => void
  /** The timeout for webhook receivers; 10 seconds by default. */
  timeout_ms?: number
  /**
   * How many destinations this process serves at a time; 48 by default. Failing destinations get at most half, and so
   * do slow ones, so that they never block the rest.
   */
  slots?: number
}

/** Other processes may have claimed some of the chosen destinations first: then choose again, up to this many times. */
const maxSteps = 3

/** How long the destination's others wait. A delivery waiting for its person's other lead delays no others. */
const waitOf = ({ cause, postponed_ms, delivered, retryAfter_ms }: Outcome): number =>
  cause === 'in_line' ? 0 : Math.max(postponed_ms, delivered ? 0 : requestedPause_ms(retryAfter_ms))

interface Served {
  isFailing: boolean
  isSlow: boolean
  /** The agency whose shared outlet it uses; null if it has its own. */
  outletOf: string | null
}

export function createDeliverer(platform: Platform, options: DelivererOptions = {}): Deliverer {
  const { timeout_ms = 10_000, slots: maxServed = 48 } = options
  const outcomeStore = createOutcomeStore(platform, options.wakeAt ?? (() => {}))
  const slots = createSlots(maxServed)
  const { serving, mayStay, recordAttempt, wasSlow } = slots
  const turns = createTurns()
  let isStopped = false
  let tries = 0

  const tryThem: TryThem = async (deliveries) => {
    const outcomes = await sendDeliveries(platform, deliveries, timeout_ms)
    tries += outcomes.filter(({ postponed_ms }) => postponed_ms === 0).length
    const statuses = await Promise.all(outcomes.map((outcome) => outcomeStore.store(outcome)))
    return {
      status: statuses.find((status) => status !== 'ok') ?? statuses[0]!,
      wait_ms: Math.max(...outcomes.map(waitOf)),
    }
  }

  const serve = (claims: Claimed[]): void => {
    const { rootId, failing: isFailing, kind, agencyId, destinationId } = claims[0]!
    const place: Served = {
      isFailing,
      isSlow: wasSlow(destinationId),
      outletOf: connectorOf(kind).sharesOutlet ? agencyId : null,
    }
    const service = serveDestination(platform, claims, {
      tryThem,
      connector: connectorOf(kind),
      mayGoOn: () => !isStopped && mayStay(place),
      onTried: (isSlow) => recordAttempt(place, destinationId, isSlow),
    })
      .catch((error: unknown) => platform.log.warn({ err: error }, 'claimed deliveries wait for their lease'))
      .finally(() => {
        serving.delete(service)
        // There is a free slot now, so pump again.
        void pumps.ask(rootId)
      })
    serving.set(service, place)
  }

  const pumps = createPumps((rootId) =>
    claimOnce(platform, rootId, turns, slots, serve).catch((error: unknown) =>
      platform.log.warn({ err: error }, 'deliveries could not be claimed'),
    ),
  )
  return {
    pump: pumps.ask,
    async deliverDue(rootId) {
      const before = tries
      do {
        await pumps.ask(rootId)
        await Promise.all(serving.keys())
      } while (serving.size > 0 || pumps.areBusy())
      return tries - before
    },
    async stop() {
      isStopped = true
      outcomeStore.giveUp()
      await pumps.stop()
      await Promise.all(serving.keys())
    },
  }
}

/** Claims deliveries for the next destinations while there are free slots, and starts serving them. */
async function claimOnce(
  platform: Platform,
  rootId: string,
  turns: Turns,
  { serving, roomNow, noteSlow }: Slots,
  serve: (claims: Claimed[]) => void,
): Promise<void> {
  for (let step = 0; step < maxSteps; step++) {
    const [room, slow] = roomNow()
    if (room.ok <= 0) return
    const busyOutlets = [...serving.values()].flatMap(({ outletOf }) => outletOf ?? [])
    const destinations = await turns.next(platform, rootId, { room, busyOutlets, slow })
    if (destinations.length === 0) return
    noteSlow(destinations.filter(({ isSlow }) => isSlow).map(({ id }) => id))
    const claims = await claimDue(platform, rootId, destinations)
    turns.noteServed(claims.map(([first]) => first!.destinationId))
    claims.forEach(serve)
    if (claims.length === destinations.length) return
  }
}

type Slots = ReturnType<typeof createSlots>

/** The destinations being served and the free slots: failing destinations get at most half, and so do slow ones. */
function createSlots(maxServed: number) {
  const half = maxServed / 2
  /** The destinations being served. */
  const serving = new Map<Promise<void>, Served>()
  /** Destinations whose last attempt was slow. */
  const slow = new Set<string>()
  const count = (isCounted: (one: Served) => boolean): number => [...serving.values()].filter(isCounted).length
  const isSlowAndFine = ({ isSlow, isFailing }: Served): boolean => isSlow && !isFailing

  return {
    serving,
    roomNow(): [Room, Slow] {
      const free = maxServed - serving.size
      const failing = Math.max(0, Math.min(free, half - count(({ isFailing }) => isFailing)))
      return [
        { ok: free, failing },
        { ids: [...slow], slots: Math.max(0, half - count(isSlowAndFine)) },
      ]
    },
    /** If too many turn out slow while they are served, some give up their slots. */
    mayStay: (place: Served): boolean => !isSlowAndFine(place) || count(isSlowAndFine) <= half,
    recordAttempt(place: Served, destinationId: string, isSlow: boolean): void {
      place.isSlow = isSlow
      if (isSlow) slow.add(destinationId)
      else slow.delete(destinationId)
    },
    wasSlow: (destinationId: string): boolean => slow.has(destinationId),
    /** Destinations that other processes found slow. */
    noteSlow: (destinationIds: readonly string[]): void => destinationIds.forEach((id) => slow.add(id)),
  }
}

/** Runs `step` for an id again for as long as it is requested, one run at a time per id. */
function createPumps(step: (id: string) => Promise<void>) {
  const requests = new Set<string>()
  const running = new Map<string, Promise<void>>()
  let isStopped = false

  const runWhileRequested = async (id: string): Promise<void> => {
    while (requests.delete(id)) await step(id)
    running.delete(id)
  }

  return {
    /** Resolves when no more requests are pending. */
    ask(id: string): Promise<void> {
      if (isStopped) return Promise.resolve()
      requests.add(id)
      if (!running.has(id)) running.set(id, runWhileRequested(id))
      return running.get(id)!
    },
    areBusy: (): boolean => running.size > 0,
    async stop(): Promise<void> {
      isStopped = true
      requests.clear()
      await Promise.all(running.values())
    },
  }
}
