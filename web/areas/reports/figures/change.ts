/** The relative change as a share; null if there is nothing to compare with. */
export const changeOf = (now: number, before: number): number | null => (before === 0 ? null : now / before - 1)

/** Converts an amount in 1/10,000 dollar to whole cents. */
export const centsOf = (amount_e4: number): number => Math.round(amount_e4 / 100)

/** The agency's margin: what its clients pay minus what it pays the operator. */
export const marginOf = ({
  retail_e4,
  wholesale_e4 = 0,
}: {
  retail_e4: number
  wholesale_e4?: number | undefined
}): number => retail_e4 - wholesale_e4
