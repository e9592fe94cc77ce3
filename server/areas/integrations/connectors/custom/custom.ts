import { z } from 'zod'
import type { IntegrationDetails } from '#contract/integrations/services.ts'
import type { Answer } from '../connector.ts'
import { valueOf } from '../map-fields.ts'
import { readStatus } from '../read-status.ts'
import type { Credential, SentLead, Service, ServiceAnswer, Session } from '../service.ts'

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

const post = (session: Session, id: string, json: unknown): Promise<ServiceAnswer> =>
  session.request({
    method: 'POST',
    url: session.credential['url'] ?? '',
    headers: { 'webhook-id': id },
    json,
    maxBytes: 64 * 1024,
  })

/** An address of a company's own, with headers that let us in. Repeats are told by the id in `webhook-id`. */
export const custom: Service = {
  credentialKeys: [],
  headersOf: (credential) => Object.fromEntries(headersIn(credential).map(({ name, value }) => [name, value])),
  pace: { count: 30, perSeconds: 1, of: 'connection' },
  batch: 1,
  readFailure,
  // Set up by calls of its own, which ask nothing of the receiver.
  findAccount: async () => ({ account: '' }),
  preview: (lead, details) =>
    Object.entries(bodyOf(lead, details)).map(([target, value]) => ({ target, value: String(value ?? '') })),
  async send(session, leads, { details }) {
    const answers: Answer[] = []
    for (const { lead, deliveryId } of leads) {
      const { status } = await post(session, deliveryId, bodyOf(lead, details))
      answers.push({ delivered: true, cause: null, httpStatus: status })
    }
    return answers
  },
  async takeBack(session, { leadId, email }) {
    await post(session, `${leadId}.deleted`, { type: 'lead.deleted', id: leadId, email })
    return 'done'
  },
}

/** An address that is gone stays gone; one that is not known may be put right. */
function readFailure(answer: ServiceAnswer, now_ms: number): Answer {
  const usual = readStatus(answer, now_ms)
  if (answer.status === 410) return { ...usual, cause: 'gone', final: true }
  return answer.status === 404 ? { ...usual, cause: 'not_found' } : usual
}
