import { z } from 'zod'
import { id } from '../core/ids.ts'
import { sentences } from '../core/sentences.ts'
import { flag, line, localDate } from '../core/wire.ts'

export const longestNextAction = 200
export const maxLeadValue_cents = 100_000_000_000

export const leadValue_cents = z
  .int()
  .min(0)
  .max(maxLeadValue_cents)
  .nullable()
  .meta({ description: 'The client’s own estimate of what the lead is worth, in cents. Nothing is billed by it.' })

/** The person who works a lead. Clients don’t see their agency’s people. */
export const leadAssignee = z
  .object({
    id,
    name: z.string().nullable().meta({ description: 'Null for the agency’s people, whom its clients don’t see.' }),
    is_former: flag.meta({ description: 'Lost access to the lead since.' }),
  })
  .nullable()

export const nextAction = z.strictObject({ text: line(longestNextAction), date: localDate })
export const maxTags = 20
export const longestTag = 40
/** How many different tags the leads of a client can have. */
export const maxTagNames = 200

export const leadTag = line(longestTag).refine((text) => !text.includes(','), sentences.commas)
export const leadTags = z.array(leadTag).max(maxTags)

export const shownNextAction = z.object({ text: z.string(), date: localDate }).nullable()
