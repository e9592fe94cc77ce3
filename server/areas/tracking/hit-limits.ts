import { networkOf } from '#server/platform/network-address.ts'

export interface LimitNumbers {
  /** Hits a minute from one address to one pixel. */
  perAddress: number
  /** Hits a second to one pixel. */
  perPixel: number
}

/** SEC-5. An office or a shop may share one address; more than one hit a second for a whole minute is not a visitor. */
export const usualLimits: LimitNumbers = { perAddress: 60, perPixel: 200 }

/** What collectors know of one another. */
export interface OtherCollectors {
  /** The number of active collectors, including this one. */
  sharers(): number
  /** Takes from the shared part of a window that starts at a time; returns how many of `count` were left of `size`. */
  take(key: string, start_ms: number, count: number, size: number): Promise<number>
}

/** An address that has used up this collector's share, and what it was granted since. */
interface Busy {
  left: number
  /** The shared part is used up. */
  isSpent: boolean
  asking: Promise<void> | undefined
}

interface PixelCount {
  second: number
  count: number
  addresses: Map<string, number>
  busy: Map<string, Busy>
}

const maxAddresses = 100_000
/** How many are taken from the shared part at once. */
const firstShare = 5
const minute_ms = 60_000

/**
 * Counts hits in fixed windows, across all collectors (decision 28). The limit per second is divided evenly among them.
 * Half of an address's limit per minute is divided among them, too; a collector whose share is used up takes from the
 * other half in the database: so only an address that sends more than visitors do causes a query, and waits for it.
 * Addresses are forgotten at the end of the minute; the shared count is stored under a keyed hash.
 */
export class HitLimits {
  readonly #numbers: LimitNumbers
  readonly #others: OtherCollectors
  readonly #firstMinute: number
  /** The part of an address's limit per minute that is divided among all collectors; the rest is shared. */
  readonly #dealt: number
  #minute = 0
  #pixels = new Map<string, PixelCount>()
  #addresses = 0

  constructor(numbers: LimitNumbers, others: OtherCollectors, now_ms: number) {
    this.#numbers = numbers
    this.#others = others
    this.#dealt = Math.floor(numbers.perAddress / 2)
    this.#firstMinute = Math.floor(now_ms / minute_ms)
  }

  /**
   * Counts a hit. Returns 0 if it is accepted, else the seconds until the next one may be; a promise if the database
   * must be queried, which rejects if that fails.
   */
  take(pixelKey: string, address: string, now_ms: number): number | Promise<number> {
    const second = Math.floor(now_ms / 1000)
    const minute = Math.floor(second / 60)
    if (minute !== this.#minute || this.#addresses >= maxAddresses) this.#startAnew(minute)
    const pixel = this.#countOf(pixelKey)
    if (pixel.second !== second) {
      pixel.second = second
      pixel.count = 0
    }
    if (this.#isFull(pixel)) return 1
    // The address next: a hit refused for it must leave the pixel's second to other visitors.
    if (isLoopback(address)) return this.#takeSecond(pixel)
    const place = networkOf(address)
    const fromAddress = (pixel.addresses.get(place) ?? 0) + 1
    if (fromAddress === 1) this.#addresses++
    pixel.addresses.set(place, fromAddress)
    if (fromAddress <= this.#part()) return this.#takeSecond(pixel)
    const wait = this.#takeShared(pixel, place, `${pixelKey} ${place}`, second)
    if (typeof wait === 'number') return wait > 0 ? wait : this.#takeSecond(pixel)
    return wait.then((seconds) => {
      if (seconds > 0) return seconds
      // While it waited for the database, others may have filled its second; if that is over, it had room when it came.
      return pixel.second === second && this.#isFull(pixel) ? 1 : this.#takeSecond(pixel)
    })
  }

  /** Counts a hit that is accepted. */
  #takeSecond(pixel: PixelCount): 0 {
    pixel.count++
    return 0
  }

  /** Whether the pixel has had this collector's share of its second. */
  #isFull(pixel: PixelCount): boolean {
    return pixel.count >= Math.max(1, Math.floor(this.#numbers.perPixel / this.#others.sharers()))
  }

  /** This collector's share of the divided part of an address's limit. */
  #part(): number {
    const part = Math.floor(this.#dealt / this.#others.sharers())
    // A collector that starts within a minute may replace one that has already used its share.
    return this.#minute === this.#firstMinute ? Math.min(part, firstShare) : part
  }

  #takeShared(pixel: PixelCount, place: string, key: string, second: number): number | Promise<number> {
    let busy = pixel.busy.get(place)
    if (!busy) pixel.busy.set(place, (busy = { left: 0, isSpent: false, asking: undefined }))
    const wait_s = 60 - (second % 60)
    if (busy.left === 0) return busy.isSpent ? wait_s : this.#ask(busy, key, Math.floor(second / 60), wait_s)
    busy.left--
    return 0
  }

  async #ask(busy: Busy, key: string, minute: number, wait_s: number): Promise<number> {
    while (busy.left === 0 && !busy.isSpent) {
      busy.asking ??= this.#takeMore(busy, key, minute).finally(() => (busy.asking = undefined))
      await busy.asking
    }
    if (busy.left === 0) return wait_s
    busy.left--
    return 0
  }

  async #takeMore(busy: Busy, key: string, minute: number): Promise<void> {
    const size = this.#numbers.perAddress - this.#dealt
    const grant = await this.#others.take(key, minute * minute_ms, firstShare, size)
    busy.left += grant
    busy.isSpent = grant < firstShare
  }

  #startAnew(minute: number): void {
    this.#minute = minute
    this.#pixels = new Map()
    this.#addresses = 0
  }

  #countOf(pixelKey: string): PixelCount {
    const count = this.#pixels.get(pixelKey)
    if (count) return count
    const fresh = { second: 0, count: 0, addresses: new Map<string, number>(), busy: new Map<string, Busy>() }
    this.#pixels.set(pixelKey, fresh)
    return fresh
  }
}

/** A proxy and the demo send requests from this machine: many visitors under one address. */
export const isLoopback = (address: string): boolean => address.startsWith('127.') || address === '::1'

/**
 * Keys without a pixel that one address may name in a minute. A visitor's pages name keys that exist, apart from those of
 * removed campaigns.
 */
const unknownKeysPerMinute = 60

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
