/** Handles one id. Returns after how many milliseconds it wants its next turn, or `now` for immediately. */
export type TakeTurn = (id: string) => Promise<number | 'now' | null>

/**
 * Runs ids in turns with limited concurrency, each id at most once at a time. An id added during its turn gets another one
 * afterwards; an id waiting for its delay is not started early.
 */
export class Turns {
  readonly #lanes: number
  readonly #take: TakeTurn
  readonly #waiting = new Set<string>()
  readonly #running = new Map<string, Promise<void>>()
  readonly #timers = new Map<string, NodeJS.Timeout>()
  #stopped = false

  constructor(lanes: number, take: TakeTurn) {
    this.#lanes = lanes
    this.#take = take
  }

  add(ids: Iterable<string>): void {
    for (const id of ids) if (!this.#timers.has(id)) this.#waiting.add(id)
    this.#pump()
  }

  /** Stops starting turns and waits for the running ones. */
  async stop(): Promise<void> {
    this.#stopped = true
    for (const timer of this.#timers.values()) clearTimeout(timer)
    await Promise.all(this.#running.values())
  }

  #pump(): void {
    for (const id of this.#waiting) {
      if (this.#stopped || this.#running.size >= this.#lanes) return
      if (this.#running.has(id)) continue
      this.#waiting.delete(id)
      this.#running.set(id, this.#run(id))
    }
  }

  async #run(id: string): Promise<void> {
    const next = await this.#take(id)
    this.#running.delete(id)
    if (next === 'now') this.#waiting.add(id)
    else if (next !== null && !this.#stopped) this.#addLater(id, next)
    this.#pump()
  }

  #addLater(id: string, pause_ms: number): void {
    this.#waiting.delete(id)
    const timer = setTimeout(() => {
      this.#timers.delete(id)
      this.add([id])
    }, pause_ms)
    this.#timers.set(id, timer)
  }
}
