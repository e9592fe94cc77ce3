import type { Answer } from './connector.ts'
import { readStatus } from './read-status.ts'
import type { SentLead, Service, ServiceAnswer, Session, Target } from './service.ts'

/**
 * How leads reach an address that takes one JSON message each and says no more than that it came. Repeats are told by the
 * id in `webhook-id`. `urlKey` names the address among the credential's parts.
 */
export function jsonHook(
  urlKey: string,
  bodyOf: (lead: SentLead, details: Target['details']) => Record<string, unknown>,
): Pick<Service, 'pace' | 'batch' | 'readFailure' | 'send' | 'takeBack'> {
  const post = (session: Session, id: string, json: unknown): Promise<ServiceAnswer> =>
    session.request({
      method: 'POST',
      url: session.credential[urlKey] ?? '',
      headers: { 'webhook-id': id },
      json,
      // Its status says all. What stands in the answer is nobody's to read, however long it is.
      maxBytes: 0,
    })
  return {
    pace: { count: 30, perSeconds: 1, of: 'connection' },
    batch: 1,
    readFailure,
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
}

/** An address that is gone stays gone; one that is not known may be put right. */
function readFailure(answer: ServiceAnswer, now_ms: number): Answer {
  const usual = readStatus(answer, now_ms)
  if (answer.status === 410) return { ...usual, cause: 'gone', final: true }
  return answer.status === 404 ? { ...usual, cause: 'not_found' } : usual
}
