type Choosable = { key: string; isExtra?: true; isPinned?: true }

/** The columns of a list as the reader chose and ordered them; the usual ones if the text names none that can be chosen. */
export function chosenColumns<One extends Choosable>(all: readonly One[], text: string | undefined): readonly One[] {
  const names = [...new Set((text ?? '').split(','))]
  const choice = names.flatMap((name) => all.find(({ key, isPinned }) => key === name && !isPinned) ?? [])
  if (choice.length === 0) return all.filter(({ isExtra }) => !isExtra)
  const first = all.findIndex(({ isPinned }) => !isPinned)
  // Pinned columns stay where they are: what names the row at the start, its actions at the end.
  const before = all.slice(0, first).filter(({ isPinned }) => isPinned)
  return [...before, ...choice, ...all.slice(first).filter(({ isPinned }) => isPinned)]
}

export const textOf = (columns: readonly Choosable[]): string =>
  columns
    .filter(({ isPinned }) => !isPinned)
    .map(({ key }) => key)
    .join(',')

/** Names with the one at `index` a step earlier or later. */
export function movedNames(names: readonly string[], index: number, step: 1 | -1): string[] {
  const next = [...names]
  const other = next[index + step]
  if (other === undefined) return next
  next[index + step] = next[index]!
  next[index] = other
  return next
}
