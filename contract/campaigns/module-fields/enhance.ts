import { z } from 'zod'
import { leastInformation, mostInformation } from '../../identity/advance-information.ts'

const mostKinds = 50

/** What only Enhance ID campaigns have, beside what they look for among searches (`locator.ts`). */
export const enhanceFields = {
  informationminimum: z
    .int()
    .min(leastInformation)
    .max(mostInformation)
    .optional()
    .meta({ description: 'How many kinds of advance information must be known of a person, sensitive ones apart.' }),
  listAdvanceInformationId: z
    .array(z.string().max(60))
    .max(mostKinds)
    .optional()
    .meta({ description: 'The kinds that come with each lead; empty: all but the sensitive ones.' }),
}

/** Whose values the log keeps for good. */
export const enhanceKept = ['informationminimum'] as const satisfies readonly (keyof typeof enhanceFields)[]

/** The same as a campaign shows them; absent in other modules. */
export const enhanceDetail = z
  .object({ informationminimum: z.int(), listAdvanceInformationId: z.array(z.string()) })
  .partial()
