import { z } from 'zod'
import { emptyAs } from '../../core/documented-keys.ts'
import { minInformation, maxInformation } from '../../identity/advance-information.ts'

const maxKinds = 50

/** Fields of Enhance ID campaigns only, besides their search criteria (`locator.ts`). */
export const enhanceFields = {
  informationminimum: z.int().min(minInformation).max(maxInformation).optional().meta({
    description:
      'Minimum number of fields of advance information that must be known of a person, not counting sensitive ones.',
  }),
  listAdvanceInformationId: emptyAs([], z.array(z.string().max(60)).max(maxKinds))
    .optional()
    .meta({ description: 'Fields that are sent with each lead; empty for all except sensitive ones.' }),
}

/** Fields whose values the log keeps permanently. */
export const loggedEnhanceFields = [
  'informationminimum',
  'listAdvanceInformationId',
] as const satisfies readonly (keyof typeof enhanceFields)[]

/** The same fields in a campaign's answer; absent in other modules. */
export const enhanceDetail = z
  .object({ informationminimum: z.int(), listAdvanceInformationId: z.array(z.string()) })
  .partial()
