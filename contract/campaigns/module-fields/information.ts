import { z } from 'zod'
import { informationTypes } from '../../identity/advance-information.ts'

/** The additional data of leads: Site ID campaigns choose it, for other products it is fixed. */
export const informationFields = {
  campaign_information_type: z
    .union([z.literal(''), z.enum(informationTypes)])
    .optional()
    .meta({
      description:
        'Information sent with its leads. Site ID: `enhance` sends advance information at the price of advanced leads (CostSetAdvanced), empty sends none; agencies only. Fixed for other modules: omitted, empty, or the same.',
    }),
}

/** Fields whose values the log keeps permanently. */
export const loggedInformationFields = [
  'campaign_information_type',
] as const satisfies readonly (keyof typeof informationFields)[]
