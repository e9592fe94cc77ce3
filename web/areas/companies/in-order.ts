/**
 * The selected values in their initial order. A checkbox that is cleared and selected again would otherwise move to
 * the end, and the form would count as changed.
 */
export const inOrder = <T>(first: readonly T[], selection: readonly T[]): T[] => [
  ...first.filter((one) => selection.includes(one)),
  ...selection.filter((one) => !first.includes(one)),
]
