import { z } from 'zod'
import type { IntegrationDetails } from '#contract/integrations/services.ts'
import { valueOf } from '../map-fields.ts'
import { jsonHook } from '../json-hook.ts'
import type { Credential, SentLead, Service } from '../service.ts'

/** A header with its value, as it is sealed together with the address. */
const sealedHeaders = z.array(z.object({ name: z.string(), value: z.string() }))
export type SentHeader = z.output<typeof sealedHeaders>[number]

export const customCredential = (url: string, headers: readonly SentHeader[]): Credential => ({
  url,
  headers: JSON.stringify(headers),
})

export const headersIn = ({ headers = '[]' }: Credential): SentHeader[] => sealedHeaders.parse(JSON.parse(headers))

/** What every message carries, whatever fields are chosen: what it is about, and which lead. */
const envelope = ['type', 'id']
export const isOfEnvelope = (target: string): boolean => envelope.includes(target)

/**
 * The fields that were chosen under the names that they were given; all of them where none was. A chosen field that the
 * lead does not have is sent empty, so that each message has the same form.
 */
const bodyOf = (lead: SentLead, { fields = [] }: IntegrationDetails): Record<string, unknown> =>
  fields.length === 0
    ? { type: 'lead.created', ...lead }
    : {
        type: 'lead.created',
        id: lead.id,
        ...Object.fromEntries(fields.map(({ lead: field, target }) => [target, valueOf(lead, field)])),
      }

/** An address of a company's own, with headers that let us in. Repeats are told by the id in `webhook-id`. */
export const custom: Service = {
  credentialKeys: [],
  headersOf: (credential) => Object.fromEntries(headersIn(credential).map(({ name, value }) => [name, value])),
  ...jsonHook('url', bodyOf),
  // Set up by calls of its own, which ask nothing of the receiver.
  findAccount: async () => ({ account: '' }),
  preview: (lead, details) =>
    Object.entries(bodyOf(lead, details)).map(([target, value]) => ({ target, value: String(value ?? '') })),
}
