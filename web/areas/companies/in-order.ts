/**
 * The selected values in their initial order. A checkbox that is cleared and selected again would otherwise move to
 * the end, and the form would count as changed.
 */
export const inOrder = <T>(first: readonly T[], ticked: readonly T[]): T[] => [
  ...first.filter((one) => ticked.includes(one)),
  ...ticked.filter((one) => !first.includes(one)),
]
