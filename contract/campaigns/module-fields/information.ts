import { z } from 'zod'
import { informationTypes } from '../../identity/advance-information.ts'

/** The additional data of leads: Site ID campaigns choose it, for other products it is fixed. */
export const informationFields = {
  campaign_information_type: z
    .union([z.literal(''), z.enum(informationTypes)])
    .optional()
    .meta({
      description:
        'What its leads are told besides. Site ID: `enhance` sends what is known of people, at the price of advanced leads (CostSetAdvanced), and empty sends nothing; agencies only. Of other products it follows: left out, empty, or the same.',
    }),
}

/** Fields whose values the log keeps permanently. */
export const loggedInformationFields = [
  'campaign_information_type',
] as const satisfies readonly (keyof typeof informationFields)[]
