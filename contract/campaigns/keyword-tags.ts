import { z } from 'zod'
import { operation } from '../core/operation.ts'

const longestKeywords = 4_000
export const mostTags = 500
const longestTag = 60

/**
 * The tags of a text of keywords, in the order in which they stand. Keywords are told apart by commas, semicolons and line
 * ends; a tag is one of them in lower case, in the compatible form of its letters (NFKC), without control characters and
 * surrounding signs, its words one space apart, and stands once. What is longer than a keyword can be is left out.
 */
export function tagsOf(text: string): string[] {
  const tags = compatibleForm(text)
    .split(/[,;\r\n]+/)
    .map((keyword) =>
      keyword.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').replaceAll(/^[^\p{L}\p{N}#+]+|[^\p{L}\p{N}#+]+$/gu, ''),
    )
  return [...new Set(tags.filter((tag) => tag !== '' && tag.length <= longestTag))].slice(0, mostTags)
}

/**
 * Lower case in compatible letters. It comes before keywords are told apart, because it makes separators: the small comma
 * "﹐" becomes a comma and the Greek question mark a semicolon. Lower case can leave letters that compose, hence the second time.
 */
const compatibleForm = (text: string): string => text.normalize('NFKC').toLowerCase().normalize('NFKC')

export const keywordToTags = operation({
  id: 'C092',
  name: 'keywordToTags',
  area: 'campaigns',
  method: 'GET',
  path: '/leadspeek/keyword-to-tags',
  summary:
    'Turns keywords, parted by commas, semicolons or line ends, into tags: lower case, each once, at most 500 of at most 60 characters.',
  query: z.strictObject({ keyword: z.string().max(longestKeywords) }),
  answer: z.object({ result: z.literal('success'), data: z.array(z.string()) }),
  access: {
    rootSystem: { reach: ['own'] },
    rootAdmin: { reach: ['own'] },
    agencyOwner: { reach: ['own'] },
    administrator: { reach: ['own'] },
    client: { reach: ['own'] },
  },
})
