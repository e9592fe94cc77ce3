import { z } from 'zod'

/** How a person showed interest: by searching for it, or by reading a page about it. */
export const signalKinds = ['search', 'page'] as const
export type SignalKind = (typeof signalKinds)[number]

/** The searches that made a person a candidate, as compared by the campaign's rules. */
export const searchFacts = z.object({
  phrases: z.array(z.string()).meta({ description: 'Phrases searched or read, newest first; up to 5.' }),
  count: z.int().meta({ description: 'Number of searches within the campaign’s window.' }),
  score: z.number().meta({ description: 'Sum of their weights, which halve every three days.' }),
  excluded_by: z.string().nullable().meta({ description: 'The negative keyword in the newest search.' }),
})
export type SearchFacts = z.output<typeof searchFacts>
