import type { VisitorHit } from '../visitors.ts'

/** The most unresolved visits of unknown visitors that may wait for the next known one. */
const maxUnresolved = 20
const maxWaiting = 150
const hour_ms = 3_600_000
const day_ms = 24 * hour_ms

/** Each visitor who may become a lead is resolved at once, as in the program. */
export class SmallBatch {
  #hits = 0

  endsBefore(_hit: VisitorHit): boolean {
    return false
  }

  endsWith({ isNews }: VisitorHit): boolean {
    this.#hits++
    if (!isNews && this.#hits < maxUnresolved) return false
    this.#hits = 0
    return true
  }
}

/** How many of the last days are made as in the small world. */
const exactDays = 3

/**
 * Three months at eight agencies take too long one visitor at a time. Visits of an hour are resolved together, but no two
 * that may become leads of the same campaign, since leads that are made together get the same time.
 */
export class WideBatch {
  readonly #exactFrom_ms: number
  readonly #exact = new SmallBatch()
  readonly #campaigns = new Set<string>()
  #first_ms: number | null = null
  #hits = 0

  constructor(began_ms: number) {
    this.#exactFrom_ms = began_ms - exactDays * day_ms
  }

  endsBefore({ at_ms, isNews, body }: VisitorHit): boolean {
    if (this.#first_ms === null) return false
    const isFull = this.#hits >= maxWaiting || at_ms > this.#first_ms + hour_ms || at_ms >= this.#exactFrom_ms
    if (!isFull && !(isNews && this.#campaigns.has(body.k))) return false
    this.#campaigns.clear()
    this.#first_ms = null
    this.#hits = 0
    return true
  }

  endsWith(hit: VisitorHit): boolean {
    if (hit.at_ms >= this.#exactFrom_ms) return this.#exact.endsWith(hit)
    this.#first_ms ??= hit.at_ms
    this.#hits++
    if (hit.isNews) this.#campaigns.add(hit.body.k)
    return false
  }
}
