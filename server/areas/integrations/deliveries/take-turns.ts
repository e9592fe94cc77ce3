import { setTimeout as sleep } from 'node:timers/promises'
import { machineTime } from '#server/platform/clock.ts'
import type { Platform } from '#server/platform/platform.ts'
import { connectorOf } from '../connectors/registry.ts'
import { findDue, type DueDestination } from './find-due.ts'

/** How many healthy and failing destinations to claim for. */
export type Room = Readonly<Record<DueDestination['status'], number>>

/** Healthy but slow destinations, and how many of them to claim for. */
export interface Slow {
  ids: readonly string[]
  slots: number
}

/** What can be claimed now. */
interface Wish {
  room: Room
  /** Agencies whose shared outlet is in use: no other destination is claimed for it. */
  busyOutlets: readonly string[]
  slow: Slow
}

export interface Turns {
  /** The next destinations, as many as there are free slots; empty when nothing more is due. */
  next(platform: Platform, rootId: string, request: Wish): Promise<DueDestination[]>
  /** Marks destinations as served: all others that wait come before them. */
  noteServed(destinationIds: Iterable<string>): void
}

/** How long a result is reused, so that a free slot doesn't trigger a scan of many destinations each time. */
const freshFor_ms = 1_000
/** A scan takes longer the more destinations wait: pause and reuse its result for multiples of its duration. */
const restsAfterLook = 2
const believedAfterLook = 8
const longestRest_ms = 500
/** The least recently served are forgotten first, which doesn't change their order: they come first anyway. */
const maxRemembered = 200_000

interface Look {
  /** Destinations that were found and not served since. */
  left: DueDestination[]
  at_ms: number
  took_ms: number
}

/**
 * Round robin: of the destinations with due deliveries, the least recently served is next, however long the other
 * queues are. Each process remembers whom it served; a new one starts with the longest waiting.
 */
export function createTurns(): Turns {
  const looks = new Map<string, Look>()
  /** A map keeps insertion order, so the least recently served comes first. */
  const servedAs = new Map<string, number>()
  let turn = 0

  const look = async (platform: Platform, rootId: string, before: Look | undefined): Promise<Look> => {
    const now_ms = (): number => machineTime(platform.clock)
    const began_ms = now_ms()
    if (before) {
      const rest_ms = Math.min(before.at_ms + restsAfterLook * before.took_ms - began_ms, longestRest_ms)
      if (rest_ms > 0) await sleep(rest_ms)
    }
    const started_ms = now_ms()
    const destinations = await findDue(platform, rootId)
    const at_ms = now_ms()
    const servedAt = ({ id }: DueDestination): number => servedAs.get(id) ?? 0
    const queue = destinations.sort((one, other) => servedAt(one) - servedAt(other))
    return { left: queue, at_ms, took_ms: at_ms - started_ms }
  }
  const isFresh = ({ at_ms, took_ms }: Look, now_ms: number): boolean =>
    now_ms >= at_ms && now_ms - at_ms < Math.max(freshFor_ms, believedAfterLook * took_ms)

  return {
    async next(platform, rootId, request) {
      const before = looks.get(rootId)
      if (before && isFresh(before, machineTime(platform.clock))) {
        const choice = choose(before.left, request)
        if (choice.filter(({ status }) => status === 'ok').length >= request.room.ok) return take(before, choice)
      }
      const now = await look(platform, rootId, before)
      looks.set(rootId, now)
      return take(now, choose(now.left, request))
    },
    noteServed(destinationIds) {
      for (const id of destinationIds) {
        servedAs.delete(id)
        servedAs.set(id, ++turn)
      }
      for (const id of servedAs.keys()) {
        if (servedAs.size <= maxRemembered) break
        servedAs.delete(id)
      }
    },
  }
}

function take(look: Look, chosen: DueDestination[]): DueDestination[] {
  const choice = new Set(chosen)
  look.left = look.left.filter((one) => !choice.has(one))
  return chosen
}

/**
 * If an agency's destinations share an outlet, as its emails share its mail server, only one is served at a time, so
 * that a slow outlet doesn't take all slots. Slow or failing destinations are limited for the same reason.
 */
function choose(destinations: readonly DueDestination[], { room, busyOutlets, slow }: Wish): DueDestination[] {
  const busy = new Set(busyOutlets)
  const isSlow = new Set(slow.ids)
  const slots = { ...room, slow: slow.slots }
  const choice: DueDestination[] = []
  for (const one of destinations) {
    if (slots.ok <= 0 && slots.failing <= 0) break
    if (slots[one.status] <= 0) continue
    const takesSlowSlot = one.status === 'ok' && (one.isSlow || isSlow.has(one.id))
    if (takesSlowSlot && slots.slow <= 0) continue
    const sharesOutlet = connectorOf(one.kind).sharesOutlet ?? false
    if (sharesOutlet && busy.has(one.agencyId)) continue
    slots[one.status]--
    if (takesSlowSlot) slots.slow--
    if (sharesOutlet) busy.add(one.agencyId)
    choice.push(one)
  }
  return choice
}
