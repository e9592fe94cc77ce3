import { z } from 'zod'
import { sentences } from '../core/sentences.ts'
import { tagsOf } from './keyword-tags.ts'

/** How a keyword matches a search: all its words in any order, exactly these words, or as an exclusion. */
type KeywordKind = 'phrase' | 'exact' | 'negative'

export interface Keyword {
  kind: KeywordKind
  /** In the form of tags: lower case, single spaces. */
  text: string
}

const maxKeywords = 500
const maxWords = 5
const longestKeywordText = 40_000

/**
 * Parses a text of keywords without duplicates, separated by commas, semicolons or line breaks: `roof repair` is a
 * phrase, `"roof repair"` is exact, `-free` is negative.
 */
export function keywordsOf(text: string): Keyword[] {
  const keywords = new Map<string, Keyword>()
  for (const part of text.normalize('NFKC').split(/[,;\r\n]+/)) {
    const text = part.trim()
    const negative = text.startsWith('-')
    const inner = negative ? text.slice(1).trim() : text
    const exact = inner.length > 2 && /^["“”].*["“”]$/u.test(inner)
    const [tag] = tagsOf(inner)
    if (tag === undefined) continue
    const kind: KeywordKind = negative ? 'negative' : exact ? 'exact' : 'phrase'
    keywords.set(`${kind} ${tag}`, { kind, text: tag })
  }
  return [...keywords.values()]
}

/** Formats a keyword as people type it. */
export const textOfKeyword = ({ kind, text }: Keyword): string =>
  kind === 'negative' ? `-${text}` : kind === 'exact' ? `"${text}"` : text

/** Returns what is wrong with a text of keywords, as a sentence. */
export function keywordProblem(text: string): string | null {
  // An unpaired surrogate cannot be stored.
  if (/\p{Cs}/u.test(text)) return sentences.controlCharacters
  const keywords = keywordsOf(text)
  if (keywords.length > maxKeywords) return sentences.tooManyKeywords
  if (keywords.some(({ text: keyword }) => keyword.split(' ').length > maxWords)) return sentences.longKeyword
  if (keywords.length > 0 && keywords.every(({ kind }) => kind === 'negative')) return sentences.onlyNegativeKeywords
  return null
}

/** A text of at most 500 keywords, none too long, not only negative ones. */
export const keywordText = z
  .string()
  .max(longestKeywordText)
  .superRefine((text, context) => {
    const problem = keywordProblem(text)
    if (problem !== null) context.addIssue({ code: 'custom', message: problem })
  })

/** The same as a list, with one keyword per entry. */
export const keywordList = z
  .array(z.string().trim().min(1).max(200))
  .min(1)
  .max(maxKeywords)
  .superRefine((keywords, context) => {
    const problem = keywordProblem(keywords.join('\n'))
    if (problem !== null) context.addIssue({ code: 'custom', message: problem })
  })
