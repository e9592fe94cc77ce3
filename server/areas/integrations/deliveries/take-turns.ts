import { setTimeout as sleep } from 'node:timers/promises'
import { machineTime } from '#server/platform/clock.ts'
import type { Platform } from '#server/platform/platform.ts'
import { connectorOf } from '../connectors/registry.ts'
import { findDue, type DueDestination } from './find-due.ts'

/** How many destinations to claim for, of those that are fine and of those that fail. */
export type Room = Readonly<Record<DueDestination['status'], number>>

/** Destinations that are fine and take long, and how many of them to claim for. */
export interface Slow {
  ids: readonly string[]
  places: number
}

/** What may be claimed for now. */
interface Wish {
  room: Room
  /** Agencies whose shared outlet is in use: nothing else is claimed for it. */
  busyOutlets: readonly string[]
  slow: Slow
}

export interface Turns {
  /** Whose turn it is, as many as there is room for; nobody when nothing more is due. */
  next(platform: Platform, rootId: string, wish: Wish): Promise<DueDestination[]>
  /** These were served: everybody else who waits comes before their next turn. */
  noteServed(destinationIds: Iterable<string>): void
}

/** What was found is believed for so long, so that many destinations are not looked through for each place that is free. */
const freshFor_ms = 1_000
/** Looking takes the longer the more destinations wait: of the time it takes, it rests so many times. */
const restsAfterLook = 2
const believedAfterLook = 8
const longestRest_ms = 500
/** Whoever was served longest ago is forgotten first, and comes first just the same. */
const mostRemembered = 200_000

interface Look {
  /** Who was found and had no turn since. */
  left: DueDestination[]
  at_ms: number
  took_ms: number
}

/**
 * Destinations take turns: of those that have something due, the one that was served longest ago is next, however long the
 * queues of the others are. Each process remembers by itself whom it served; one that has just begun takes the longest waiting first.
 */
export function createTurns(): Turns {
  const looks = new Map<string, Look>()
  /** Since a map keeps the order of its keys, whoever was served longest ago stands first. */
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
    const found = await findDue(platform, rootId)
    const at_ms = now_ms()
    const placeOf = ({ id }: DueDestination): number => servedAs.get(id) ?? 0
    const left = found.sort((one, other) => placeOf(one) - placeOf(other))
    return { left, at_ms, took_ms: at_ms - started_ms }
  }
  const isFresh = ({ at_ms, took_ms }: Look, now_ms: number): boolean =>
    now_ms >= at_ms && now_ms - at_ms < Math.max(freshFor_ms, believedAfterLook * took_ms)

  return {
    async next(platform, rootId, wish) {
      const before = looks.get(rootId)
      if (before && isFresh(before, machineTime(platform.clock))) {
        const chosen = choose(before.left, wish)
        if (chosen.filter(({ status }) => status === 'ok').length >= wish.room.ok) return take(before, chosen)
      }
      const now = await look(platform, rootId, before)
      looks.set(rootId, now)
      return take(now, choose(now.left, wish))
    },
    noteServed(destinationIds) {
      for (const id of destinationIds) {
        servedAs.delete(id)
        servedAs.set(id, ++turn)
      }
      for (const id of servedAs.keys()) {
        if (servedAs.size <= mostRemembered) break
        servedAs.delete(id)
      }
    },
  }
}

function take(look: Look, chosen: DueDestination[]): DueDestination[] {
  const gone = new Set(chosen)
  look.left = look.left.filter((one) => !gone.has(one))
  return chosen
}

/**
 * Where an agency's destinations share one outlet, as its mails share its mail server, one of them has a turn at a time: a
 * slow outlet must not take the places of everybody else. Nor must many that are slow, or that fail.
 */
function choose(left: readonly DueDestination[], { room, busyOutlets, slow }: Wish): DueDestination[] {
  const busy = new Set(busyOutlets)
  const isSlow = new Set(slow.ids)
  const places = { ...room, slow: slow.places }
  const chosen: DueDestination[] = []
  for (const one of left) {
    if (places.ok <= 0 && places.failing <= 0) break
    if (places[one.status] <= 0) continue
    const takesSlowPlace = one.status === 'ok' && (one.isSlow || isSlow.has(one.id))
    if (takesSlowPlace && places.slow <= 0) continue
    const sharesOutlet = connectorOf(one.kind).sharesOutlet ?? false
    if (sharesOutlet && busy.has(one.agencyId)) continue
    places[one.status]--
    if (takesSlowPlace) places.slow--
    if (sharesOutlet) busy.add(one.agencyId)
    chosen.push(one)
  }
  return chosen
}
