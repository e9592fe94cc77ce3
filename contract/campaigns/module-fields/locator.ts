import { z } from 'zod'
import { sentences } from '../../core/sentences.ts'
import { keywordText } from '../keywords.ts'

/** How many days back searches count, and how many of them are required. */
export const searchWindows_days = [1, 3, 7, 14, 30] as const
export const leastSearches = [1, 2, 3] as const

const maxTopics = 50

/** Fields of Search ID campaigns only. */
export const locatorFields = {
  keyword: keywordText
    .optional()
    .meta({ description: 'Keywords that people search for; "…" is exact, -… negative. Up to 500.' }),
  keywordcontextual: keywordText
    .optional()
    .meta({ description: 'Keywords of pages that people read; they count half as much as searches.' }),
  searchtopics: z.array(z.string().max(60)).max(maxTopics).optional().meta({ description: 'Topics by their IDs.' }),
  searchwindow: z
    .union(searchWindows_days.map((days) => z.literal(days)))
    .optional()
    .meta({ description: 'How many days back searches count.' }),
  searchminimum: z
    .union(leastSearches.map((count) => z.literal(count)))
    .optional()
    .meta({ description: 'Minimum number of matching searches for a lead.' }),
  desc: z
    .string()
    .trim()
    .max(1000)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, sentences.controlCharacters)
    .optional()
    .meta({ description: 'Short description of what people search for.' }),
}

/** Fields whose values the log keeps permanently. */
export const loggedLocatorFields = [
  'keyword',
  'keywordcontextual',
  'searchtopics',
  'searchwindow',
  'searchminimum',
] as const satisfies readonly (keyof typeof locatorFields)[]

/** The same fields in a campaign's answer; absent in other modules. */
export const locatorDetail = z
  .object({
    keyword: z.string(),
    keywordcontextual: z.string(),
    searchtopics: z.array(z.string()),
    searchwindow: z.number(),
    searchminimum: z.number(),
    desc: z.string(),
  })
  .partial()
