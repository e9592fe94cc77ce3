import { Failure } from '../failure.ts'

/**
 * Limits how much work runs at once and how much more can wait; anything beyond is refused immediately with 503. Each
 * tenant gets only a share, so that nobody's work blocks everybody else's.
 */
export interface Gate {
  /**
   * Undefined if there is room now; otherwise resolves when it is the caller's turn. Throws `overloaded`.
   *
   * @param tenants whose share the slot counts against: one id for each level of `each`.
   */
  enter(tenants?: readonly string[]): Promise<void> | undefined
  /** Must be called once after every `enter` that did not fail, with the same tenants. */
  leave(tenants?: readonly string[]): void
}

export interface GateSize {
  running: number
  waiting: number
  /** How many slots one tenant of each level can hold, such as one agency and one company. */
  each?: readonly number[]
  /** How many waiting callers can belong to one tenant of the first level. */
  waitingEach?: number
  /** Callers who wait longer are refused; if absent they wait as long as it takes. */
  longestWait_ms?: number
  retryAfterSeconds?: number
}

interface Waiting {
  tenants: readonly string[]
  start(): void
  refuse(): void
}

const nobody: readonly string[] = []

export function createGate(size: GateSize): Gate {
  const each = size.each ?? []
  const countsOf = each.map(() => new Map<string, number>())
  const line = createLine(size)
  let running = 0

  const hasRoom = (tenants: readonly string[]): boolean =>
    running < size.running && each.every((most, level) => (countsOf[level]!.get(tenants[level]!) ?? 0) < most)
  const take = (tenants: readonly string[]): void => {
    running++
    for (const [level, counts] of countsOf.entries())
      counts.set(tenants[level]!, (counts.get(tenants[level]!) ?? 0) + 1)
  }

  return {
    enter(tenants = nobody) {
      if (!hasRoom(tenants)) return line.wait(tenants)
      take(tenants)
      return undefined
    },
    leave(tenants = nobody) {
      running--
      for (const [level, counts] of countsOf.entries()) {
        const rest = counts.get(tenants[level]!)! - 1
        if (rest === 0) counts.delete(tenants[level]!)
        else counts.set(tenants[level]!, rest)
      }
      // The first caller who can enter; tenants that have used up their share wait without blocking others.
      const next = line.takeFirst(hasRoom)
      if (!next) return
      take(next.tenants)
      next.start()
    },
  }
}

/** Those who wait for a slot, in order. */
function createLine(size: GateSize) {
  const queue: Waiting[] = []
  const overload = (): Failure => new Failure('overloaded', { retryAfterSeconds: size.retryAfterSeconds ?? 1 })
  const waitingOf = (tenant: string | undefined): number => queue.filter(({ tenants }) => tenants[0] === tenant).length

  /** The last of those who wait most gives up its place to one who has fewer: else a few tenants together could take all. */
  const makeRoomFor = (tenant: string | undefined): boolean => {
    const counts = new Map<string | undefined, number>()
    for (const { tenants } of queue) counts.set(tenants[0], (counts.get(tenants[0]) ?? 0) + 1)
    const most = Math.max(0, ...counts.values())
    if (most <= (counts.get(tenant) ?? 0) + 1) return false
    const last = queue.findLastIndex(({ tenants }) => counts.get(tenants[0]) === most)
    queue.splice(last, 1)[0]!.refuse()
    return true
  }
  const admits = ([tenant]: readonly string[]): boolean =>
    (size.waitingEach === undefined || waitingOf(tenant) < size.waitingEach) &&
    (queue.length < size.waiting || makeRoomFor(tenant))

  return {
    /** Resolves when it is the caller's turn. Throws `overloaded` at once, or rejects with it later. */
    wait(tenants: readonly string[]): Promise<void> {
      if (!admits(tenants)) throw overload()
      return new Promise((resolve, reject) => {
        const giveUp = (): void => {
          queue.splice(queue.indexOf(waiting), 1)
          reject(overload())
        }
        const timer = size.longestWait_ms === undefined ? undefined : setTimeout(giveUp, size.longestWait_ms)
        const start = (): void => {
          clearTimeout(timer)
          resolve()
        }
        const refuse = (): void => {
          clearTimeout(timer)
          reject(overload())
        }
        const waiting: Waiting = { tenants, start, refuse }
        queue.push(waiting)
      })
    },
    takeFirst(may: (tenants: readonly string[]) => boolean): Waiting | undefined {
      const first = queue.findIndex(({ tenants }) => may(tenants))
      return first < 0 ? undefined : queue.splice(first, 1)[0]
    },
  }
}

/** Runs work inside a gate. */
export async function runInGate<T>(gate: Gate, work: () => Promise<T>, tenants?: readonly string[]): Promise<T> {
  const wait = gate.enter(tenants)
  if (wait) await wait
  try {
    return await work()
  } finally {
    gate.leave(tenants)
  }
}
