import { z } from 'zod'

/** How a person showed interest: by searching for it, or by reading a page about it. */
export const signalKinds = ['search', 'page'] as const
export type SignalKind = (typeof signalKinds)[number]

/** What readers of a lead or a visit see of the searches that led to it. */
export const shownSearch = z.object({
  phrases: z.array(z.string()).meta({ description: 'Phrases searched or read, newest first; up to 5.' }),
  count: z.int().meta({ description: 'Number of searches within the campaign’s window.' }),
})

/** The searches that made a person a candidate, as stored and compared by the campaign's rules. */
export interface SearchFacts extends z.output<typeof shownSearch> {
  /** Sum of their weights, which halve every three days. */
  score: number
  /** The negative keyword in the newest search. */
  excluded_by: string | null
}
