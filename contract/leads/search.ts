import { z } from 'zod'

/** What is known of the searches that made somebody a candidate, as the campaign's rules compared it. */
const searchFacts = z.object({
  phrases: z.array(z.string()).meta({ description: 'What was searched or read, newest first; at most 5.' }),
  count: z.int().meta({ description: "How many searches lie in the campaign's window." }),
  score: z.number().meta({ description: 'Their weights, halved every three days.' }),
  excluded_by: z.string().nullable().meta({ description: 'The negative keyword that the newest search holds.' }),
})
export type SearchFacts = z.output<typeof searchFacts>
