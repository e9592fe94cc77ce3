import { networkOf } from '#server/platform/network-address.ts'
import { isLoopback } from './hit-limits.ts'

/**
 * Keys without a pixel that one address may name in a minute. A visitor's pages name keys that exist, apart from those of
 * removed campaigns.
 */
const unknownKeysPerMinute = 60
const maxAddresses = 100_000
const minute_ms = 60_000

/**
 * Counts an address's look-ups of keys that turn out not to exist, so that made-up keys fill neither the queue of
 * look-ups nor the memory. Per process and forgotten at the end of the minute: they cost a query each, not money.
 */
export class UnknownKeys {
  #minute = 0
  readonly #counts = new Map<string, number>()

  /** Counts a look-up. Returns 0 if it may be made, else the seconds until the next one may be. */
  ask(address: string, now_ms: number): number {
    if (isLoopback(address)) return 0
    const minute = Math.floor(now_ms / minute_ms)
    if (minute !== this.#minute || this.#counts.size >= maxAddresses) this.#counts.clear()
    this.#minute = minute
    const place = networkOf(address)
    const count = this.#counts.get(place) ?? 0
    if (count >= unknownKeysPerMinute) return Math.ceil(((minute + 1) * minute_ms - now_ms) / 1000)
    this.#counts.set(place, count + 1)
    return 0
  }

  /** Takes a look-up back: the key exists, or nobody could say. */
  forgive(address: string): void {
    const place = networkOf(address)
    const count = this.#counts.get(place) ?? 0
    if (count > 1) this.#counts.set(place, count - 1)
    else this.#counts.delete(place)
  }
}
