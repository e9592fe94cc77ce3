import type { Path } from './fields.ts'

const names: string[] = []

/** A text that says which field it stands in. The mark is a comment where the text is code, and more text where it is markup. */
export function marked(text: string, shape: string, path: Path): string {
  const name = `${shape} ${path.join('.')}`
  const known = names.indexOf(name)
  const at = known < 0 ? names.push(name) - 1 : known
  return `${text}//~${at}~`
}

export const marksIn = (text: string): number[] => [...text.matchAll(/\/\/~(\d+)~/g)].map(([, at]) => Number(at))

/** The fields that were marked and whose marks are not among these. */
export const unseen = (seen: ReadonlySet<number>): string[] => names.filter((_name, at) => !seen.has(at))
