import { z } from 'zod'
import { id } from '../core/ids.ts'
import { spellingOf, toWire } from '../core/plain.ts'
import type { Plain } from '../core/wire-names.ts'
import { instant } from '../core/wire.ts'
import { leadFacts, leadKinds, suggestedContact } from '../leads/lead.ts'

/**
 * What a webhook receives for each new lead: JSON, signed as in Standard Webhooks: `webhook-id` (the same for every
 * attempt: use it to deduplicate), `webhook-timestamp` (seconds) and `webhook-signature` (`v1,` and the base64
 * HMAC-SHA256 of `id.timestamp.body` under the secret). It contains no prices.
 */
export const leadEvent = z.strictObject({
  type: z.literal('lead.created'),
  timestamp: instant,
  data: z.strictObject({
    id,
    kind: z.enum(leadKinds),
    created_at: instant,
    ...leadFacts,
    confidence: z.number().nullable(),
    /** Marks a suggested contact; absent for everybody else. */
    note: z.literal(suggestedContact).optional(),
    /** What the person searched for or read about, newest first; absent for visits. */
    searched_for: z.array(z.string()).optional(),
    /** Additional information by type; absent for products without any. */
    information: z.record(z.string(), z.string()).optional(),
  }),
})
export type LeadEvent = z.output<typeof leadEvent>

const sentLead = leadEvent.shape.data

/** A lead in the wire's names, as destinations receive it. */
export const writeSentLead = (lead: Plain<LeadEvent['data']>): LeadEvent['data'] =>
  toWire(lead, spellingOf(sentLead)) as LeadEvent['data']
