/**
 * What is ticked, in the order in which it stood at first. A box that was cleared and ticked again comes back last, and a form
 * with the same boxes in another order would count as changed.
 */
export const inOrder = <T>(first: readonly T[], ticked: readonly T[]): T[] => [
  ...first.filter((one) => ticked.includes(one)),
  ...ticked.filter((one) => !first.includes(one)),
]
