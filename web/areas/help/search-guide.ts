import { linesOf, textOf, type Chapter } from './chapter.ts'
import { plain } from '../search/matching.ts'

/** A part of a chapter that a search found: below a heading, or the chapter's beginning. */
export type Found = { chapter: string; title: string; hash?: string; heading?: string; line: string }

type Section = Omit<Found, 'line'> & { lines: string[] }

const maxFound = 12
/** A word counts most in the chapter's title, then in a heading, and more where that says little else. */
const weights = { title: 16, titleOfSection: 4, heading: 8, line: 1 }

const wordsOf = (text: string): string[] =>
  plain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** Arabic writes "the", "and", "for" and "with" at the beginning of a word. */
const bare = (word: string): string => word.replace(/^[وف]?[بكل]?(?:ال|لل)(?=..)/u, '')

const counts = (text: string, word: string): number =>
  wordsOf(text).filter((one) => one.startsWith(word) || bare(one).startsWith(bare(word))).length

/** How much of a text a word is. */
const shareOf = (text: string, word: string): number => counts(text, word) / Math.max(wordsOf(text).length, 1)

function sectionsOf([chapter, { title, blocks }]: readonly [string, Chapter]): Section[] {
  const sections: Section[] = [{ chapter, title, lines: [] }]
  for (const block of blocks)
    if (block.kind === 'heading')
      sections.push({ chapter, title, hash: block.id, heading: textOf(block.text), lines: [] })
    else sections.at(-1)!.lines.push(...linesOf(block))
  return sections
}

/** Sections in which every word of the text occurs, or words that begin with it; the best first. */
export function searchGuide(guide: ReadonlyMap<string, Chapter>, text: string): Found[] {
  const words = wordsOf(text)
  if (words.length === 0) return []
  const scoreOf = ({ title, heading = '', lines }: Section): number => {
    const scores = words.map(
      (word) =>
        (heading === '' ? weights.title : weights.titleOfSection) * shareOf(title, word) +
        weights.heading * shareOf(heading, word) +
        weights.line * counts(lines.join(' '), word),
    )
    return Math.min(...scores) === 0 ? 0 : scores.reduce((sum, score) => sum + score, 0)
  }
  return [...guide]
    .flatMap(sectionsOf)
    .map((section) => ({ section, score: scoreOf(section) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, maxFound)
    .map(({ section: { lines, ...found } }) => ({
      ...found,
      line: lines.find((line) => words.some((word) => counts(line, word) > 0)) ?? lines[0] ?? '',
    }))
}
