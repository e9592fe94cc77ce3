/** A small deterministic random generator: the same seed gives the same world on every machine. */
export interface Random {
  /** A fraction in [0, 1). */
  fraction(): number
  /** A whole number from 0 up to, not including, `below`. */
  below(below: number): number
  pick<Value>(values: readonly Value[]): Value
  chance(probability: number): boolean
  bytes(count: number): Uint8Array
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  // mulberry32: 32 bits of state, good enough for demo data.
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let bits = Math.imul(state ^ (state >>> 15), state | 1)
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61)
    return (bits ^ (bits >>> 14)) >>> 0
  }
  const fraction = (): number => next() / 2 ** 32
  const below = (limit: number): number => Math.floor(fraction() * limit)
  return {
    fraction,
    below,
    pick: (values) => values[below(values.length)]!,
    chance: (probability) => fraction() < probability,
    bytes: (count) => Uint8Array.from({ length: count }, () => next() & 255),
  }
}
