import { z } from 'zod'

/** How a person showed interest: by searching for it, or by reading a page about it. */
export const signalKinds = ['search', 'page'] as const
export type SignalKind = (typeof signalKinds)[number]

/** The searches that made a person a candidate, as compared by the campaign's rules. */
export const searchFacts = z.object({
  phrases: z.array(z.string()).meta({ description: 'What was searched or read, newest first; at most 5.' }),
  count: z.int().meta({ description: "How many searches lie in the campaign's window." }),
  score: z.number().meta({ description: 'Their weights, halved every three days.' }),
  excluded_by: z.string().nullable().meta({ description: 'The negative keyword that the newest search holds.' }),
})
export type SearchFacts = z.output<typeof searchFacts>
