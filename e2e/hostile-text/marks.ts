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

const storedMarks = new Set<number>()

/** Notes the marks of texts that the program has taken: a mark may make a text too long for its field. */
export function noteStored(texts: readonly string[]): void {
  for (const mark of marksIn(texts.join(' '))) storedMarks.add(mark)
}

/** The fields with marked texts whose marks are not among these. */
export const missingFrom = (marks: ReadonlySet<number>): string[] =>
  names.filter((_name, at) => storedMarks.has(at) && !marks.has(at))
