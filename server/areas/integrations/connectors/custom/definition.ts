import { z } from 'zod'
import type { IntegrationDetails } from '#contract/integrations/services.ts'
import { previewText, valueOf } from '../map-fields.ts'
import { jsonHook } from '../json-hook.ts'
import type { Credential, SentLead, Service } from '../service.ts'

/** A header with its value, encrypted together with the URL. */
const sealedHeaders = z.array(z.object({ name: z.string(), value: z.string() }))
export type SentHeader = z.output<typeof sealedHeaders>[number]

export const customCredential = (url: string, headers: readonly SentHeader[]): Credential => ({
  url,
  headers: JSON.stringify(headers),
})

export const headersIn = ({ headers = '[]' }: Credential): SentHeader[] => sealedHeaders.parse(JSON.parse(headers))

/** Fields of every message, whatever fields are mapped: the message type and the lead's id. */
const envelope = ['type', 'id']
export const isOfEnvelope = (target: string): boolean => envelope.includes(target)

/**
 * The mapped fields under their given names; all fields if none is mapped. A mapped field that the lead lacks is sent
 * empty, so that all messages have the same shape.
 */
const bodyOf = (lead: SentLead, { fields = [] }: IntegrationDetails): Record<string, unknown> =>
  fields.length === 0
    ? { type: 'lead.created', ...lead }
    : {
        type: 'lead.created',
        id: lead.id,
        ...Object.fromEntries(
          fields.map(({ lead: field, target, fallback = '' }) => [target, valueOf(lead, field) || fallback]),
        ),
      }

/** A company's own URL, with headers for authentication. Receivers deduplicate by the id in `webhook-id`. */
export const definition: Service = {
  headersOf: (credential) => Object.fromEntries(headersIn(credential).map(({ name, value }) => [name, value])),
  ...jsonHook('url', bodyOf),
  // Created by its own operations, which send nothing to the receiver.
  findAccount: async () => ({ account: '' }),
  preview: (lead, details) =>
    Object.entries(bodyOf(lead, details)).map(([target, value]) => ({ target, value: previewText(value) })),
}
