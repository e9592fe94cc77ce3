import { z } from 'zod'
import { operation } from '../core/operation.ts'

const longestKeywords = 4_000
export const maxTags = 500
const longestTag = 60

/**
 * Parses a text of keywords into tags, in order. Keywords are separated by commas, semicolons and line breaks; a tag is
 * one of them in lower case and compatibility form (NFKC), without control characters and surrounding punctuation, with
 * single spaces between words, and without duplicates. Entries longer than a keyword can be are left out.
 */
export function tagsOf(text: string): string[] {
  const tags = compatibleForm(text)
    .split(/[,;\r\n]+/)
    .map((keyword) =>
      keyword.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').replaceAll(/^[^\p{L}\p{N}#+]+|[^\p{L}\p{N}#+]+$/gu, ''),
    )
  return [...new Set(tags.filter((tag) => tag !== '' && tag.length <= longestTag))].slice(0, maxTags)
}

/**
 * Lower case in compatibility form. It runs before splitting because it creates separators: the small comma "﹐" becomes
 * a comma and the Greek question mark a semicolon. Lowercasing can leave letters that compose, hence the second time.
 */
const compatibleForm = (text: string): string => text.normalize('NFKC').toLowerCase().normalize('NFKC')

export const keywordToTags = operation({
  id: 'C092',
  name: 'keywordToTags',
  area: 'campaigns',
  method: 'GET',
  path: '/leadspeek/keyword-to-tags',
  summary:
    'Converts keywords separated by commas, semicolons or line breaks to tags (lower case, without duplicates, up to 500 of up to 60 characters) and names the topics that they are about.',
  query: z.strictObject({ keyword: z.string().max(longestKeywords) }),
  answer: z.object({
    result: z.literal('success'),
    data: z.array(z.string()),
    topics: z.array(z.string()).meta({
      description:
        'IDs of the topics that any of the tags is about, without sensitive ones: for `searchtopics` of a campaign.',
    }),
  }),
  access: {
    rootSystem: { reach: ['own'] },
    rootAdmin: { reach: ['own'] },
    agencyOwner: { reach: ['own'] },
    administrator: { reach: ['own'] },
    client: { reach: ['own'] },
  },
})
