export interface LimitNumbers {
  /** Hits a minute from one address to one pixel. */
  perAddress: number
  /** Hits a second to one pixel. */
  perPixel: number
}

/** SEC-5. An office or a shop may share one address; more than a hit a second for a minute is no visitor. */
export const usualLimits: LimitNumbers = { perAddress: 60, perPixel: 200 }

/** What collectors know of one another. */
export interface Others {
  /** Collectors that take hits now, this one among them. */
  sharers(): number
  /** Takes from what all share of a window that begins at a time; answers how many of `count` were left, of `size` in all. */
  take(key: string, start_ms: number, count: number, size: number): Promise<number>
}

/** An address that has used this collector's part, and what it was given since. */
interface Busy {
  left: number
  /** Nothing is left of what all share. */
  isSpent: boolean
  asking: Promise<void> | undefined
}

interface PixelCount {
  second: number
  count: number
  addresses: Map<string, number>
  busy: Map<string, Busy>
}

const mostAddresses = 100_000
/** Taken at once of what all share. */
const taken = 5
const minute_ms = 60_000

/**
 * Counts hits in fixed windows, over all collectors together (decision 28). Of a second each takes its part and no more. Of
 * an address's minute one half is dealt out among them, the other is taken from the database by whoever has used its part:
 * so only for an address that sends more than visitors do anybody asks, and waits. Addresses are forgotten at the end of
 * the minute; what is shared is kept under a keyed hash.
 */
export class HitLimits {
  readonly #numbers: LimitNumbers
  readonly #others: Others
  readonly #firstMinute: number
  /** Of an address's minute, what is dealt out among all collectors; the rest is shared. */
  readonly #dealt: number
  #minute = 0
  #pixels = new Map<string, PixelCount>()
  #addresses = 0

  constructor(numbers: LimitNumbers, others: Others, now_ms: number) {
    this.#numbers = numbers
    this.#others = others
    this.#dealt = Math.floor(numbers.perAddress / 2)
    this.#firstMinute = Math.floor(now_ms / minute_ms)
  }

  /**
   * Counts a hit. Returns 0 when it may come in, else the seconds after which the next one may; a promise where others have
   * to be asked, which rejects when they cannot be.
   */
  take(pixelKey: string, address: string, now_ms: number): number | Promise<number> {
    const second = Math.floor(now_ms / 1000)
    const minute = Math.floor(second / 60)
    if (minute !== this.#minute || this.#addresses >= mostAddresses) this.#startAnew(minute)
    const pixel = this.#countOf(pixelKey)
    if (pixel.second !== second) {
      pixel.second = second
      pixel.count = 0
    }
    if (++pixel.count > Math.max(1, Math.floor(this.#numbers.perPixel / this.#others.sharers()))) return 1
    if (isLoopback(address)) return 0
    const place = placeOf(address)
    const fromAddress = (pixel.addresses.get(place) ?? 0) + 1
    if (fromAddress === 1) this.#addresses++
    pixel.addresses.set(place, fromAddress)
    if (fromAddress <= this.#part()) return 0
    return this.#takeShared(pixel, place, `${pixelKey} ${place}`, second)
  }

  /** Of what is dealt out of an address's minute, this collector's part. */
  #part(): number {
    const part = Math.floor(this.#dealt / this.#others.sharers())
    // Whoever begins within a minute follows one that has ended, and may have used its part.
    return this.#minute === this.#firstMinute ? Math.min(part, taken) : part
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
    const granted = await this.#others.take(key, minute * minute_ms, taken, size)
    busy.left += granted
    busy.isSpent = granted < taken
  }

  #startAnew(minute: number): void {
    this.#minute = minute
    this.#pixels = new Map()
    this.#addresses = 0
  }

  #countOf(pixelKey: string): PixelCount {
    const found = this.#pixels.get(pixelKey)
    if (found) return found
    const fresh = { second: 0, count: 0, addresses: new Map<string, number>(), busy: new Map<string, Busy>() }
    this.#pixels.set(pixelKey, fresh)
    return fresh
  }
}

/** From this machine itself come a proxy's requests and the demo's: many visitors under one address. */
const isLoopback = (address: string): boolean =>
  address.startsWith('127.') || address.startsWith('::ffff:127.') || address === '::1'

/** An IPv6 customer has a whole /64 to himself. */
const placeOf = (address: string): string =>
  address.includes(':') && !address.startsWith('::ffff:') ? address.split(':').slice(0, 4).join(':') : address
