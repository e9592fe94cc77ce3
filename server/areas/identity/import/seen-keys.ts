import { hash } from 'node:crypto'

const first_slots = 4_096

/**
 * The keys that a file had so far, by 64 bits of each one's hash. Of a file of millions a Set of texts would take ten times the
 * memory, and it cannot hold more than 16 million; a row has up to five keys.
 */
export class SeenKeys {
  #slots = new BigUint64Array(first_slots)
  #size = 0

  /** Returns whether the key is new. */
  add(key: string): boolean {
    const print = printOf(key)
    const slot = this.#slotOf(print)
    if (this.#slots[slot] === print) return false
    this.#slots[slot] = print
    this.#size += 1
    if (2 * this.#size > this.#slots.length) this.#grow()
    return true
  }

  /** Where a print is, or the free slot where it belongs. */
  #slotOf(print: bigint): number {
    const last = this.#slots.length - 1
    let slot = Number(print & 0x7fff_ffffn) & last
    while (this.#slots[slot] !== 0n && this.#slots[slot] !== print) slot = (slot + 1) & last
    return slot
  }

  #grow(): void {
    const before = this.#slots
    this.#slots = new BigUint64Array(2 * before.length)
    for (const print of before) if (print !== 0n) this.#slots[this.#slotOf(print)] = print
  }
}

/** Never 0, which marks a free slot. */
const printOf = (key: string): bigint => hash('sha256', key, 'buffer').readBigUInt64LE() || 1n
