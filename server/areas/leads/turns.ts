/** Takes its turn with one id. A number asks for the next turn after so many milliseconds, `now` for the very next one. */
export type TakeTurn = (id: string) => Promise<number | 'now' | null>

/**
 * Lets ids take turns, so many at once and each only once at a time. An id that is added while it has its turn gets
 * another one; one that waits for its time is not hurried.
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

  /** Starts nothing new and waits for the turns under way. */
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
