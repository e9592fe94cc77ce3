import { z } from 'zod'
import { id } from '../core/ids.ts'
import { spellingOf, toWire } from '../core/plain.ts'
import type { Plain } from '../core/wire-names.ts'
import { instant } from '../core/wire.ts'
import { leadFacts, leadKinds, suggestedContact } from '../leads/lead.ts'

/**
 * What a webhook receives for each new lead, as JSON, signed in the way of Standard Webhooks: `webhook-id` (the same at
 * every try: use it to drop repeats), `webhook-timestamp` (seconds) and `webhook-signature` (`v1,` and the base64
 * HMAC-SHA256 of `id.timestamp.body` under the secret). Prices are not part of it.
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
    /** Says of a suggested contact that it is one; absent for everybody else. */
    note: z.literal(suggestedContact).optional(),
    /** What is known besides, by kind; absent for products that tell none. */
    information: z.record(z.string(), z.string()).optional(),
  }),
})
export type LeadEvent = z.output<typeof leadEvent>

const sentLead = leadEvent.shape.data

/** A lead as destinations get it: they know it by the wire's names. */
export const writeSentLead = (lead: Plain<LeadEvent['data']>): LeadEvent['data'] =>
  toWire(lead, spellingOf(sentLead)) as LeadEvent['data']
