import { assertMayReach, OutgoingRefused } from '#server/platform/guarded-fetch.ts'
import type { Answer } from '../connector.ts'
import { readStatus } from '../read-status.ts'
import {
  ServiceFailed,
  type SentLead,
  type Service,
  type ServiceAnswer,
  type Session,
  type Target,
} from '../service.ts'

/** Flat, as the steps of a Zap read it; tags as a list and as one text. */
const bodyOf = (lead: SentLead, { tags = [] }: Target['details']): Record<string, unknown> => ({
  type: 'lead.created',
  ...lead,
  tags,
  tags_text: tags.join(', '),
})

const post = (session: Session, id: string, json: unknown): Promise<ServiceAnswer> =>
  session.request({
    method: 'POST',
    url: session.credential['webhook_url'] ?? '',
    headers: { 'webhook-id': id },
    json,
    // What a hook answers is always the same, or nothing.
    maxBytes: 64 * 1024,
  })

/** A Zap that begins with a caught hook. Its address is its secret; any success only says that it was received. */
export const zapier: Service = {
  credentialKeys: ['webhook_url'],
  headersOf: () => ({}),
  pace: { count: 30, perSeconds: 1, of: 'connection' },
  batch: 1,
  readFailure,
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

/** A hook that is gone stays gone; one that is not known was deleted. */
function readFailure(answer: ServiceAnswer, now_ms: number): Answer {
  const usual = readStatus(answer, now_ms)
  if (answer.status === 410) return { ...usual, cause: 'gone', final: true }
  return answer.status === 404 ? { ...usual, cause: 'not_found' } : usual
}
