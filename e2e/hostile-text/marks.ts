import type { Path } from './fields.ts'

const names: string[] = []

/** Adds a mark that identifies the field. Inside code the mark is a comment; inside markup it is more text. */
export function markText(text: string, shape: string, path: Path): string {
  const name = `${shape} ${path.join('.')}`
  const index = names.indexOf(name)
  const at = index < 0 ? names.push(name) - 1 : index
  return `${text}//~${at}~`
}

export const marksIn = (text: string): number[] => [...text.matchAll(/\/\/~(\d+)~/g)].map(([, at]) => Number(at))

/** The marked fields whose marks are not among these. */
export const missingFrom = (marks: ReadonlySet<number>): string[] => names.filter((_name, at) => !marks.has(at))
