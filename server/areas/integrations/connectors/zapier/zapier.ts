import { assertMayReach, OutgoingRefused } from '#server/platform/guarded-fetch.ts'
import { jsonHook } from '../json-hook.ts'
import { ServiceFailed, type SentLead, type Service, type Target } from '../service.ts'

/** Flat, as the steps of a Zap read it; tags as a list and as one text. */
const bodyOf = (lead: SentLead, { tags = [] }: Target['details']): Record<string, unknown> => ({
  type: 'lead.created',
  ...lead,
  tags,
  tags_text: tags.join(', '),
})

/** A Zap that begins with a caught hook. Its address is its secret; any success only says that it was received. */
export const zapier: Service = {
  credentialKeys: ['webhook_url'],
  headersOf: () => ({}),
  ...jsonHook('webhook_url', bodyOf),
  async findAccount({ config, credential }) {
    // Nothing is sent: a Zap would run.
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
    Object.entries(bodyOf(lead, details)).map(([target, value]) => ({
      target,
      value: Array.isArray(value) ? value.join(', ') : String(value ?? ''),
    })),
}
