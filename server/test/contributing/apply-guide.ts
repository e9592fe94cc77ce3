import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What one block of a guide does to one file: creates it, or replaces some of its lines. */
export type Change = { file: string; text: string } | { file: string; before: string; after: string }

const block = /^```(\w+)(?: (\S+))?\n([^]*?)^```$/gm

/** The changes that a guide describes, in order: blocks headed by a path, and blocks of changes. */
export const changesIn = (guide: string): Change[] =>
  [...guide.matchAll(block)].flatMap(([, language, file, text]) =>
    language === 'diff' ? placesIn(text!) : file === undefined ? [] : [{ file, text: text! }],
  )

/** `@@ path` begins a file, `@@` alone another place in the same one. */
function placesIn(text: string): Change[] {
  let file = ''
  return text
    .split(/^@@/m)
    .slice(1)
    .map((place) => {
      const [head, ...lines] = place.replace(/\n$/, '').split('\n')
      file = head!.trim() || file
      const side = (other: string): string =>
        lines
          .filter((line) => !line.startsWith(other))
          .map((line) => line.slice(1))
          .join('\n')
      return { file, before: side('+'), after: side('-') }
    })
}

/** Makes one change in a copy of the project. Throws unless the lines that it names are there exactly once. */
export function applyChange(root: string, change: Change): void {
  const path = join(root, change.file)
  if ('text' in change) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, change.text, { flag: 'wx' })
    return
  }
  const parts = `\n${readFileSync(path, 'utf8')}`.split(`\n${change.before}\n`)
  if (parts.length !== 2) throw new Error(`${change.file} has ${parts.length - 1} times:\n${change.before}`)
  writeFileSync(path, parts.join(`\n${change.after}\n`).slice(1))
}
