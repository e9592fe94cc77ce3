/**
 * The relative change as a share; null if there is nothing to compare with, or if it was negative, as a margin can be: its
 * share would have the wrong sign.
 */
export const changeOf = (now: number, before: number): number | null => (before <= 0 ? null : now / before - 1)

/** The difference of two rates, as a share; rounded to what is shown, so that none is shown as a rise or a fall of 0. */
export const pointsBetween = (now: number, before: number): number => Math.round((now - before) * 1_000) / 1_000

/** A larger change only says that the period before had next to nothing. */
const maxChange = 9.99

/** A change as text, with its sign. */
export const textOfChange = (change: number, format: (share: number) => string): string =>
  change > maxChange ? `>${format(maxChange)}` : format(change)

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
