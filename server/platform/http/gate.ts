import { Failure } from '../failure.ts'

/** Lets so many works run at once and so many more wait; whoever comes on top is turned away at once with 503. */
export interface Gate {
  /** Undefined when there is room now; otherwise resolves when it is the caller's turn. Throws `overloaded`. */
  enter(): Promise<void> | undefined
  /** Must follow every `enter` that did not throw, once. */
  leave(): void
}

export function createGate(size: { running: number; waiting: number; retryAfterSeconds?: number }): Gate {
  let running = 0
  const queue: (() => void)[] = []
  return {
    enter() {
      if (running < size.running) {
        running++
        return undefined
      }
      if (queue.length >= size.waiting) {
        throw new Failure('overloaded', { retryAfterSeconds: size.retryAfterSeconds ?? 1 })
      }
      return new Promise((resolve) => queue.push(resolve))
    },
    leave() {
      // The place is handed over, so `running` stays as it is.
      const next = queue.shift()
      if (next) next()
      else running--
    },
  }
}

/** Runs work inside a gate. */
export async function through<T>(gate: Gate, work: () => Promise<T>): Promise<T> {
  const wait = gate.enter()
  if (wait) await wait
  try {
    return await work()
  } finally {
    gate.leave()
  }
}
