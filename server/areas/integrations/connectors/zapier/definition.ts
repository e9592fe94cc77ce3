import { assertMayReach, OutgoingRefused } from '#server/platform/guarded-fetch.ts'
import { jsonHook } from '../json-hook.ts'
import { previewText } from '../map-fields.ts'
import { ServiceFailed, type SentLead, type Service, type Target } from '../service.ts'

/** Flat, because Zap steps read it that way; tags as a list and as one text. */
const bodyOf = (lead: SentLead, { tags = [] }: Target['details']): Record<string, unknown> => ({
  type: 'lead.created',
  ...lead,
  tags,
  tags_text: tags.join(', '),
})

/** A Zap with a Catch Hook trigger. Its URL is its secret; a success only means that the message was received. */
export const definition: Service = {
  headersOf: () => ({}),
  ...jsonHook('webhook_url', bodyOf),
  async findAccount({ config, credential }) {
    // Send nothing, because that would run the Zap.
    const text = credential['webhook_url'] ?? ''
    try {
      const { host } = assertMayReach(config, text)
      return { account: `${host}/•••• ${text.replace(/\/$/, '').slice(-4)}` }
    } catch (error) {
      if (error instanceof OutgoingRefused) throw new ServiceFailed({ delivered: false, cause: 'refused_address' })
      throw error
    }
  },
  preview: (lead, details) =>
    Object.entries(bodyOf(lead, details)).map(([target, value]) => ({ target, value: previewText(value) })),
}
