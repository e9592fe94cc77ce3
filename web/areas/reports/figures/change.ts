/** How much more or less than before, as a share; null where there was nothing to compare with. */
export const changeOf = (now: number, before: number): number | null => (before === 0 ? null : now / before - 1)

/** Whole cents of an amount in 1/10,000 dollar. */
export const centsOf = (amount_e4: number): number => Math.round(amount_e4 / 100)
