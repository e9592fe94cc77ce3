/** A lot and its usable rest, in 1/10,000 dollar. */
export interface Lot {
  id: string
  remaining_e4: number
}

/** A part taken from a lot. */
export interface Draw {
  lotId: string
  amount_e4: number
}

/** Splits an amount over lots, oldest first: each is used up before the next. Covers less if the lots hold less. */
export function drawFrom(lots: readonly Lot[], amount_e4: number): Draw[] {
  const draws: Draw[] = []
  let open_e4 = amount_e4
  for (const { id, remaining_e4 } of lots) {
    if (open_e4 <= 0) break
    const part_e4 = Math.min(open_e4, remaining_e4)
    if (part_e4 > 0) draws.push({ lotId: id, amount_e4: part_e4 })
    open_e4 -= part_e4
  }
  return draws
}

export const sumOf = (parts: readonly { amount_e4: number }[]): number =>
  parts.reduce((sum, { amount_e4 }) => sum + amount_e4, 0)

export const leftOf = (lots: readonly Lot[]): number => lots.reduce((sum, { remaining_e4 }) => sum + remaining_e4, 0)

/** R244: below a tenth of the balance after the last top-up. */
export const isLow = (left_e4: number, lastBalance_e4: number): boolean => left_e4 * 10 < lastBalance_e4
