/** The size of an id as packed in `searchers_of_day`. */
const number_bytes = 5
const page_bits = 65_536

const numberAt = (bytes: Uint8Array, at: number): number => (bytes[at]! << 8) | bytes[at + 1]!

/** A set of person ids as a bitmap, in pages that are allocated on demand. */
export class PersonSet {
  readonly #pages: Uint32Array[] = []
  #size = 0

  get size(): number {
    return this.#size
  }

  has(person: number): boolean {
    const page = this.#pages[Math.floor(person / page_bits)]
    const offset = person % page_bits
    return page !== undefined && (page[offset >>> 5]! & (1 << (offset & 31))) !== 0
  }

  add(person: number): void {
    this.#size += mark(this.#pages, Math.floor(person / page_bits), person % page_bits)
  }

  delete(person: number): void {
    if (!this.has(person)) return
    this.#pages[Math.floor(person / page_bits)]![(person % page_bits) >>> 5]! ^= 1 << (person & 31)
    this.#size -= 1
  }

  /**
   * Adds packed people, or only those whose packed time of day is within a range, both ends inclusive. Reads byte by
   * byte, because Buffer's methods for multi-byte numbers are several times slower.
   */
  addPacked(people: Uint8Array, moments: Uint8Array | null, [from_ms, until_ms]: readonly [number, number]): void {
    const pages = this.#pages
    let additions = 0
    for (let at = 0, offset = 0; at < people.length; at += number_bytes, offset += 4) {
      if (moments !== null) {
        const at_ms = numberAt(moments, offset) * 65_536 + numberAt(moments, offset + 2)
        if (at_ms < from_ms || at_ms > until_ms) continue
      }
      additions += mark(pages, (people[at]! << 16) | numberAt(people, at + 1), numberAt(people, at + 3))
    }
    this.#size += additions
  }
}

/** Sets a person's bit. Returns 1 if it was new, otherwise 0. */
function mark(pages: Uint32Array[], pageAt: number, offset: number): number {
  const page = (pages[pageAt] ??= new Uint32Array(page_bits / 32))
  const bit = 1 << (offset & 31)
  const word = page[offset >>> 5]!
  if (word & bit) return 0
  page[offset >>> 5] = word | bit
  return 1
}
