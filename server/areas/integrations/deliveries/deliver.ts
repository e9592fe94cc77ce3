import type { Platform } from '#server/platform/platform.ts'
import { connectorOf } from '../connectors/registry.ts'
import { claimDue, type Claimed } from './claim-due.ts'
import { createOutcomeKeeper } from './keep-outcomes.ts'
import { askedPause_ms } from './schedule.ts'
import { sendDeliveries, type Outcome } from './send-delivery.ts'
import { serveDestination, type TryThem } from './serve-destination.ts'
import { createTurns, type Room, type Slow, type Turns } from './take-turns.ts'

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
  /**
   * Destinations that this process serves at a time; 48 unless told. Failing ones may take up half, and so may those that are
   * slow, so that they never hold up the rest.
   */
  places?: number
}

/** Another process may have come first to some whose turn it is here: then the next ones are asked for, so many times. */
const mostSteps = 3

/** For how long others of the destination wait, too. One that waits for another lead of its person holds up nobody else. */
const waitOf = ({ cause, postponed_ms, delivered, retryAfter_ms }: Outcome): number =>
  cause === 'in_line' ? 0 : Math.max(postponed_ms, delivered ? 0 : askedPause_ms(retryAfter_ms))

interface Served {
  isFailing: boolean
  isSlow: boolean
  /** The agency whose shared outlet it takes; null for one of its own. */
  outletOf: string | null
}

export function createDeliverer(platform: Platform, options: DelivererOptions = {}): Deliverer {
  const { timeout_ms = 10_000, places: mostServed = 48 } = options
  const keeper = createOutcomeKeeper(platform, options.wakeAt ?? (() => {}))
  const places = createPlaces(mostServed)
  const { serving, mayStay, noteTry, wasSlow } = places
  const turns = createTurns()
  let stopped = false
  let tries = 0

  const tryThem: TryThem = async (claimed) => {
    const outcomes = await sendDeliveries(platform, claimed, timeout_ms)
    tries += outcomes.filter(({ postponed_ms }) => postponed_ms === 0).length
    const statuses = await Promise.all(outcomes.map((outcome) => keeper.keep(outcome)))
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
    const served = serveDestination(platform, claims, {
      tryThem,
      connector: connectorOf(kind),
      mayGoOn: () => !stopped && mayStay(place),
      onTried: (isSlow) => noteTry(place, destinationId, isSlow),
    })
      .catch((error: unknown) => platform.log.warn({ err: error }, 'claimed deliveries were left to their lease'))
      .finally(() => {
        serving.delete(served)
        // There is room again: whatever waits comes next.
        void pumps.ask(rootId)
      })
    serving.set(served, place)
  }

  const pumps = createPumps((rootId) =>
    claimOnce(platform, rootId, turns, places, serve).catch((error: unknown) =>
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
      stopped = true
      keeper.giveUp()
      await pumps.stop()
      await Promise.all(serving.keys())
    },
  }
}

/** Claims for whoever has a turn while there is room, and begins to serve them. */
async function claimOnce(
  platform: Platform,
  rootId: string,
  turns: Turns,
  { serving, roomNow, noteSlow }: Places,
  serve: (claims: Claimed[]) => void,
): Promise<void> {
  for (let step = 0; step < mostSteps; step++) {
    const [room, slow] = roomNow()
    if (room.ok <= 0) return
    const busyOutlets = [...serving.values()].flatMap(({ outletOf }) => outletOf ?? [])
    const chosen = await turns.next(platform, rootId, { room, busyOutlets, slow })
    if (chosen.length === 0) return
    noteSlow(chosen.filter(({ isSlow }) => isSlow).map(({ id }) => id))
    const claimed = await claimDue(platform, rootId, chosen)
    turns.noteServed(claimed.map(([first]) => first!.destinationId))
    claimed.forEach(serve)
    if (claimed.length === chosen.length) return
  }
}

type Places = ReturnType<typeof createPlaces>

/** Who is served, and who may be: of so many places failing destinations have half, and so have slow ones. */
function createPlaces(mostServed: number) {
  const half = mostServed / 2
  /** What is under way, by destination. */
  const serving = new Map<Promise<void>, Served>()
  /** Destinations whose last try was slow. */
  const slow = new Set<string>()
  const count = (isCounted: (one: Served) => boolean): number => [...serving.values()].filter(isCounted).length
  const isSlowAndFine = ({ isSlow, isFailing }: Served): boolean => isSlow && !isFailing

  return {
    serving,
    roomNow(): [Room, Slow] {
      const free = mostServed - serving.size
      const failing = Math.max(0, Math.min(free, half - count(({ isFailing }) => isFailing)))
      return [
        { ok: free, failing },
        { ids: [...slow], places: Math.max(0, half - count(isSlowAndFine)) },
      ]
    },
    /** Of many that turn out to be slow while they are served, some give up their places. */
    mayStay: (place: Served): boolean => !isSlowAndFine(place) || count(isSlowAndFine) <= half,
    noteTry(place: Served, destinationId: string, isSlow: boolean): void {
      place.isSlow = isSlow
      if (isSlow) slow.add(destinationId)
      else slow.delete(destinationId)
    },
    wasSlow: (destinationId: string): boolean => slow.has(destinationId),
    /** Other processes have found these slow. */
    noteSlow: (destinationIds: readonly string[]): void => destinationIds.forEach((id) => slow.add(id)),
  }
}

/** Runs `step` for an id as often as somebody asks meanwhile, once at a time for each id. */
function createPumps(step: (id: string) => Promise<void>) {
  const asked = new Set<string>()
  const running = new Map<string, Promise<void>>()
  let stopped = false

  const runWhileAsked = async (id: string): Promise<void> => {
    while (asked.delete(id)) await step(id)
    running.delete(id)
  }

  return {
    /** Resolves when nobody asks any more. */
    ask(id: string): Promise<void> {
      if (stopped) return Promise.resolve()
      asked.add(id)
      if (!running.has(id)) running.set(id, runWhileAsked(id))
      return running.get(id)!
    },
    areBusy: (): boolean => running.size > 0,
    async stop(): Promise<void> {
      stopped = true
      asked.clear()
      await Promise.all(running.values())
    },
  }
}
