import { hash } from 'node:crypto'

const first_slots = 4_096

/**
 * The keys that a file had so far, by 64 bits of each one's hash. Of a file of millions a Set of texts would take ten times the
 * memory, and it cannot hold more than 16 million; a row has up to five keys. In halves of 32 bits, since with big integers
 * and a buffer per hash a key takes three times as long.
 */
export class SeenKeys {
  #highs = new Uint32Array(first_slots)
  /** 0 in free slots. */
  #lows = new Uint32Array(first_slots)
  #size = 0

  /** Returns whether the key is new. */
  add(key: string): boolean {
    const digest = hash('sha256', key, 'binary')
    const high = halfAt(digest, 0)
    const low = halfAt(digest, 4) || 1
    const slot = this.#slotOf(high, low)
    if (this.#lows[slot] !== 0) return false
    this.#highs[slot] = high
    this.#lows[slot] = low
    this.#size += 1
    if (2 * this.#size > this.#lows.length) this.#grow()
    return true
  }

  /** Where a hash is, or the free slot where it belongs. */
  #slotOf(high: number, low: number): number {
    const last = this.#lows.length - 1
    let slot = high & last
    while (this.#lows[slot] !== 0 && !(this.#lows[slot] === low && this.#highs[slot] === high)) slot = (slot + 1) & last
    return slot
  }

  #grow(): void {
    const [highs, lows] = [this.#highs, this.#lows]
    this.#highs = new Uint32Array(2 * highs.length)
    this.#lows = new Uint32Array(2 * lows.length)
    for (let at = 0; at < lows.length; at++) {
      const low = lows[at]!
      if (low === 0) continue
      const slot = this.#slotOf(highs[at]!, low)
      this.#highs[slot] = highs[at]!
      this.#lows[slot] = low
    }
  }
}

/** Four bytes of a text that has one byte a character. */
const halfAt = (text: string, at: number): number =>
  (text.charCodeAt(at) |
    (text.charCodeAt(at + 1) << 8) |
    (text.charCodeAt(at + 2) << 16) |
    (text.charCodeAt(at + 3) << 24)) >>>
  0
