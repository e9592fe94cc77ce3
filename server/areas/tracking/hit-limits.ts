export interface LimitNumbers {
  /** Hits a minute from one address to one pixel. */
  perAddress: number
  /** Hits a second to one pixel. */
  perPixel: number
}

/** Reliability 5.5. An office or a shop may share one address; more than a hit a second for a minute is no visitor. */
export const usualLimits: LimitNumbers = { perAddress: 60, perPixel: 200 }

interface PixelCount {
  second: number
  count: number
  addresses: Map<string, number>
}

const mostAddresses = 100_000

/**
 * Counts hits in fixed windows, in this process only: with several collectors behind a balancer each allows as many.
 * These limits keep one source from filling the queue, so they must cost nothing and never ask the database. Addresses
 * are forgotten at the end of the minute and never written anywhere.
 */
export class HitLimits {
  readonly #numbers: LimitNumbers
  #minute = 0
  #pixels = new Map<string, PixelCount>()
  #addresses = 0

  constructor(numbers: LimitNumbers) {
    this.#numbers = numbers
  }

  /** Counts a hit. Returns 0 when it may come in, else the seconds after which the next one may. */
  take(pixelKey: string, address: string, now_ms: number): number {
    const second = Math.floor(now_ms / 1000)
    const minute = Math.floor(second / 60)
    if (minute !== this.#minute || this.#addresses >= mostAddresses) this.#startAnew(minute)
    const pixel = this.#countOf(pixelKey)
    if (pixel.second !== second) {
      pixel.second = second
      pixel.count = 0
    }
    if (++pixel.count > this.#numbers.perPixel) return 1
    if (isLoopback(address)) return 0
    const place = placeOf(address)
    const fromAddress = (pixel.addresses.get(place) ?? 0) + 1
    if (fromAddress === 1) this.#addresses++
    pixel.addresses.set(place, fromAddress)
    return fromAddress > this.#numbers.perAddress ? (minute + 1) * 60 - second : 0
  }

  #startAnew(minute: number): void {
    this.#minute = minute
    this.#pixels = new Map()
    this.#addresses = 0
  }

  #countOf(pixelKey: string): PixelCount {
    const found = this.#pixels.get(pixelKey)
    if (found) return found
    const fresh = { second: 0, count: 0, addresses: new Map<string, number>() }
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
