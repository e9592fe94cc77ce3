import type { Source } from './sources.ts'

interface CodeLine {
  text: string
  /** Line number, from 1. */
  at: number
}

/** The significant lines of a file: no blank lines, comments, imports, re-exports or lone punctuation. */
export function significantLines(source: string): CodeLine[] {
  let [isImport, isComment] = [false, false]
  return source.split('\n').flatMap((line, index) => {
    const text = line.trim().replaceAll(/\s+/g, ' ')
    if (/^import [\w{*'"]|^export (?:type )?[{*]/.test(text)) isImport = true
    if (text.startsWith('/*') && (text.endsWith('*/') || !text.includes('*/'))) isComment = true
    const passes = isImport || isComment || text.startsWith('//') || !/[A-Za-z0-9]/.test(text)
    if (/['"]$|^\}$/.test(text)) isImport = false
    if (text.endsWith('*/')) isComment = false
    return passes ? [] : [{ text, at: index + 1 }]
  })
}

/** Places that share a block of at least this many significant lines, as `one.ts:3 ~ two.ts:10 (14 lines)`. */
export function repeatsIn(sources: readonly Source[], least: number): string[] {
  const numbers = new Map<string, number>()
  const numberOf = (text: string): number => numbers.get(text) ?? (numbers.set(text, numbers.size), numbers.size - 1)
  const files = sources.map(({ path, text }) => {
    const lines = significantLines(text)
    return { path, lines, ids: lines.map((line) => numberOf(line.text)) }
  })
  const firstPlaces = new Map<string, { file: number; from: number }>()
  const repeats: string[] = []
  files.forEach(({ path, lines, ids }, file) => {
    for (let from = 0; from + least <= ids.length; from += 1) {
      const key = ids.slice(from, from + least).join()
      const first = firstPlaces.get(key)
      const overlaps = first?.file === file && from - first.from < least
      if (!first) firstPlaces.set(key, { file, from })
      if (!first || overlaps) continue
      const twin = files[first.file]!
      let length = least
      while (
        from + length < ids.length &&
        first.from + length < twin.ids.length &&
        ids[from + length] === twin.ids[first.from + length]
      )
        length += 1
      repeats.push(`${twin.path}:${twin.lines[first.from]!.at} ~ ${path}:${lines[from]!.at} (${length} lines)`)
      from += length - 1
    }
  })
  return repeats
}
