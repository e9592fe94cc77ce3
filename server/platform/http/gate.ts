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
}

const nobody: readonly string[] = []

export function createGate(size: GateSize): Gate {
  const each = size.each ?? []
  const held = each.map(() => new Map<string, number>())
  const queue: Waiting[] = []
  let running = 0

  const hasRoom = (tenants: readonly string[]): boolean =>
    running < size.running && each.every((most, level) => (held[level]!.get(tenants[level]!) ?? 0) < most)
  const take = (tenants: readonly string[]): void => {
    running++
    for (const [level, counts] of held.entries()) counts.set(tenants[level]!, (counts.get(tenants[level]!) ?? 0) + 1)
  }
  const overloaded = (): Failure => new Failure('overloaded', { retryAfterSeconds: size.retryAfterSeconds ?? 1 })
  const isQueueFullFor = (tenants: readonly string[]): boolean =>
    queue.length >= size.waiting ||
    (size.waitingEach !== undefined &&
      queue.filter((other) => other.tenants[0] === tenants[0]).length >= size.waitingEach)

  const wait = (tenants: readonly string[]): Promise<void> =>
    new Promise((resolve, reject) => {
      const waiting: Waiting = { tenants, start: resolve }
      queue.push(waiting)
      if (size.longestWait_ms === undefined) return
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(waiting), 1)
        reject(overloaded())
      }, size.longestWait_ms)
      waiting.start = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  return {
    enter(tenants = nobody) {
      if (hasRoom(tenants)) {
        take(tenants)
        return undefined
      }
      if (isQueueFullFor(tenants)) throw overloaded()
      return wait(tenants)
    },
    leave(tenants = nobody) {
      running--
      for (const [level, counts] of held.entries()) {
        const left = counts.get(tenants[level]!)! - 1
        if (left === 0) counts.delete(tenants[level]!)
        else counts.set(tenants[level]!, left)
      }
      // The first caller who can enter; tenants that have used up their share wait without blocking others.
      const next = queue.findIndex((waiting) => hasRoom(waiting.tenants))
      if (next < 0) return
      const [waiting] = queue.splice(next, 1)
      take(waiting!.tenants)
      waiting!.start()
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
